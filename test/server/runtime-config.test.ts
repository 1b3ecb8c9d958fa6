/** Tests which switches serve a version; `test/scenarios/switches.test.ts` starts servers with some of them. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { readCatalogs } from '../../runtime/server/catalogs.ts';
import { readFlags } from '../../runtime/server/flags/read.ts';

/** Reports whether a release with these flags serves a version of a resource, given as `VERSION/PLURAL`. */
function isServed(served: string, release: string, ...flags: readonly string[]): boolean {
	const command = readFlags(['--emulated-version', release, ...flags]);
	if (command.kind !== 'serve') throw new Error('the flag asks for something else');
	const { shown } = readCatalogs(command.options, { catalog, vocabulary, rootHooks: {}, rootGroups: {}, docs: async () => docs });
	return shown.kinds.some(({ plural, versions }) => versions.some(({ version }) => `${version}/${plural}` === served));
}

describe('an alpha version', () => {
	const alpha = 'rbac.authorization.orch.io/v1alpha1';

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
		expect(isServed('v1alpha1/rolebindings', '1.21', '--runtime-config', switches)).toBe(expected);
	});
});

describe('alpha versions of earlier releases', () => {
	it.each([
		['auditregistration.orch.io/v1alpha1', 'auditsinks', '1.15', '1.18', '1.19'],
		['batch/v2alpha1', 'cronjobs', '1.15', '1.20', '1.21'],
		['certificates.orch.io/v1alpha1', 'podcertificaterequests', '1.34', '1.34', '1.35'],
		['discovery.orch.io/v1alpha1', 'endpointslices', '1.16', '1.16', '1.17'],
		['flowcontrol.apiserver.orch.io/v1alpha1', 'flowschemas', '1.18', '1.20', '1.21'],
		['flowcontrol.apiserver.orch.io/v1alpha1', 'prioritylevelconfigurations', '1.18', '1.20', '1.21'],
		['rbac.authorization.orch.io/v1alpha1', 'roles', '1.15', '1.22', '1.23'],
		['resource.orch.io/v1alpha3', 'deviceclasses', '1.31', '1.33', '1.34'],
		['resource.orch.io/v1alpha3', 'resourceclaims', '1.31', '1.33', '1.34'],
		['settings.orch.io/v1alpha1', 'podpresets', '1.15', '1.19', '1.20'],
	])('%s %s is served on request, from %s to %s, and gone in %s', (apiVersion, plural, first, last, gone) => {
		const served = `${apiVersion.split('/')[1]}/${plural}`;
		const gates = ['--feature-gates', 'AllAlpha=true,AllBeta=true'];
		for (const release of [first, last]) {
			expect([release, isServed(served, release, ...gates)]).toEqual([release, false]);
			expect([release, isServed(served, release, ...gates, '--runtime-config', `${apiVersion}=true`)]).toEqual([release, true]);
		}
		expect(isServed(served, gone, ...gates, '--runtime-config', 'api/all=true')).toBe(false);
	});
});

describe('stages', () => {
	const [core, apps, beta] = ['v1/configmaps', 'v1/deployments', 'v1beta1/csistoragecapacities'];

	it.each([
		['api/beta=true', [true, true, true]],
		['api/beta=false', [true, true, false]],
		['api/all=false,v1=true', [true, false, false]],
		['api/ga=false,apps/v1=true', [false, true, true]],
	])('with %s are served: %j', (switches, expected) => {
		expect([core, apps, beta].map((one) => isServed(one, '1.25', '--runtime-config', switches))).toEqual(expected);
	});
});

describe('a version that is served on request alone', () => {
	const config = ['--runtime-config', 'storage.orch.io/v1beta1=true'];
	const gate = ['--feature-gates', 'VolumeAttributesClass=true'];

	it.each([
		['1.33', [], 'v1beta1', false],
		['1.33', config, 'v1beta1', false],
		['1.33', gate, 'v1beta1', false],
		['1.33', [...config, ...gate], 'v1beta1', true],
		['1.34', [], 'v1', true],
		['1.34', [], 'v1beta1', false],
	] as const)('%s with %j: VolumeAttributesClass in %s is served: %s', (release, flags, version, expected) => {
		expect(isServed(`${version}/volumeattributesclasses`, release, ...flags)).toBe(expected);
	});
});
