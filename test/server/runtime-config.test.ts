/** Tests which switches of `--runtime-config` serve an alpha version; `test/scenarios/switches.test.ts` starts servers with two of them. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { narrow } from '../../runtime/schema/release.ts';
import { readFlags } from '../../runtime/server/flags/read.ts';
import { servedCatalog } from '../../runtime/serving/runtime-config.ts';

const release = narrow(catalog, '1.21', {});
const alpha = 'rbac.authorization.orch.io/v1alpha1';

function isServed(switches: string): boolean {
	const command = readFlags(['--runtime-config', switches]);
	if (command.kind !== 'serve') throw new Error('the flag asks for something else');
	const { kinds } = servedCatalog(release, catalog, command.options.runtimeConfig);
	return kinds.some(({ plural, versions }) => plural === 'rolebindings' && versions.some(({ version }) => version === 'v1alpha1'));
}

describe('an alpha version', () => {
	it.each([
		[`${alpha}=true`, true],
		[alpha, true],
		[`${alpha}/rolebindings=true`, true],
		['api/alpha=true', true],
		['api/all=true', true],
		[`api/beta=true,api/ga=true,${alpha}=false`, false],
		[`api/alpha=true,${alpha}=false`, false],
		['api/all=true,api/alpha=false', false],
		[`api/alpha=false,${alpha}=true`, true],
		['v1=true', false],
	])('with %s is served: %s', (switches, expected) => {
		expect(isServed(switches)).toBe(expected);
	});
});
