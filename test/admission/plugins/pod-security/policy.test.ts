/** Tests the policy of a namespace: its labels, the defaults, and what invalid labels mean. */
import { describe, expect, it } from 'vitest';
import { modes, policyLabels, policyOf, policyText, unrestrictedPolicy } from '../../../../runtime/admission/plugins/pod-security/policy.ts';
import { latest, standardText, versionNamed } from '../../../../runtime/admission/plugins/pod-security/standard.ts';

const prefix = 'pod-security.kubernetes.io/';
const baseline = { level: 'baseline', version: latest } as const;

function shown(labels: Readonly<Record<string, string>>, release = '1.36', defaults = unrestrictedPolicy): readonly string[] {
	const prefixed = Object.fromEntries(Object.entries(labels).map(([key, value]) => [prefix + key, value]));
	const { policy, causes } = policyOf(prefixed, defaults, policyLabels('kubernetes.io', release));
	return [...modes.map((mode) => standardText(policy[mode])), ...causes.map(({ field, message }) => `${field}: ${message}`)];
}

const none = 'privileged:latest';
const levels = 'must be one of privileged, baseline, restricted';

describe('labels', () => {
	it.each<[labels: Readonly<Record<string, string>>, expected: readonly string[]]>([
		[{}, [none, none, none]],
		[{ other: 'x' }, [none, none, none]],
		[{ enforce: 'restricted' }, ['restricted:latest', none, 'restricted:latest']],
		[{ enforce: 'restricted', 'enforce-version': 'v1.25' }, ['restricted:v1.25', none, 'restricted:v1.25']],
		[{ enforce: 'baseline', 'warn-version': 'v1.30' }, ['baseline:latest', none, 'baseline:v1.30']],
		[{ enforce: 'baseline', warn: 'privileged' }, ['baseline:latest', none, none]],
		[{ enforce: 'baseline', warn: 'restricted', audit: 'restricted', 'audit-version': 'v1.0' }, ['baseline:latest', 'restricted:v1.0', 'restricted:latest']],
		[{ audit: 'baseline' }, [none, 'baseline:latest', none]],
		[{ enforce: 'x' }, ['restricted:latest', none, none, `metadata.labels[${prefix}enforce]: Invalid value: "x": ${levels}`]],
		[
			{ audit: '', warn: 'Baseline' },
			[
				none,
				none,
				none,
				`metadata.labels[${prefix}audit]: Invalid value: "": ${levels}`,
				`metadata.labels[${prefix}warn]: Invalid value: "Baseline": ${levels}`,
			],
		],
		[
			{ enforce: 'baseline', 'enforce-version': '1.25' },
			['baseline:latest', none, 'baseline:latest', `metadata.labels[${prefix}enforce-version]: Invalid value: "1.25": must be "latest" or "v1.x"`],
		],
	])('%o', (labels, expected) => {
		expect(shown(labels)).toEqual(expected);
	});

	it('do not make a namespace warn as it enforces before release 1.26', () => {
		expect(shown({ enforce: 'restricted' }, '1.25')).toEqual(['restricted:latest', none, none]);
	});

	it('keep the defaults if absent', () => {
		const defaults = { enforce: baseline, audit: baseline, warn: baseline };
		expect(shown({ 'enforce-version': 'v1.20' }, '1.36', defaults)).toEqual(['baseline:v1.20', 'baseline:latest', 'baseline:latest']);
	});
});

describe('a version', () => {
	it.each(['latest', 'v1.0', 'v1.25', 'v1.9223372036854775807'])('may be %s', (text) => expect(versionNamed(text)?.text).toBe(text));
	it.each(['', 'v1', 'v2.0', 'v1.01', 'v1.25.1', 'V1.25', 'v1.-1', 'v1.9223372036854775808', 'v1.25\n', 'Latest'])('is not %j', (text) =>
		expect(versionNamed(text)).toBeUndefined(),
	);
});

describe('a policy', () => {
	it('is shown without its unrestricted modes', () => {
		expect(policyText({ enforce: baseline, audit: unrestrictedPolicy.audit, warn: baseline }, () => true)).toBe(
			'enforce=baseline:latest, warn=baseline:latest',
		);
		expect(policyText({ enforce: baseline, audit: baseline, warn: baseline }, (mode) => mode === 'audit')).toBe('audit=baseline:latest');
	});
});
