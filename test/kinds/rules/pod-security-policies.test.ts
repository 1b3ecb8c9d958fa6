/** Tests the rules of PodSecurityPolicy, which Kubernetes checks across fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.24', gates: { ProcMountType: true } });
});
afterAll(() => server.close());

const path = '/apis/policy/v1beta1/podsecuritypolicies';
const anyRule = { rule: 'RunAsAny' };
const open: JsonObject = { seLinux: anyRule, runAsUser: anyRule, supplementalGroups: anyRule, fsGroup: anyRule };
const ranges = (...pairs: readonly (readonly [number, number])[]): JsonObject => ({ rule: 'MustRunAs', ranges: pairs.map(([min, max]) => ({ min, max })) });

async function make(spec: JsonObject, annotations: JsonObject = {}) {
	const { status, body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'x', annotations }, spec: { ...open, ...spec } } });
	return status === 201 ? { spec: body.spec, message: '' } : { spec: undefined, message: `${body.message}` };
}

describe('PodSecurityPolicy', () => {
	const groupRules = 'supported values: "MayRunAs", "MustRunAs", "RunAsAny"';
	test.each<[string, JsonObject, string]>([
		['open', {}, ''],
		['with ranges', { runAsUser: ranges([0, 0], [5, 9]), runAsGroup: ranges([1, 2]) }, ''],
		['without a rule of users', { runAsUser: {} }, 'spec.runAsUser.rule: Unsupported value: "": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"'],
		['with another rule of labels', { seLinux: { rule: 'x' } }, 'spec.seLinux.rule: Unsupported value: "x": supported values: "MustRunAs", "RunAsAny"'],
		['without a rule of files', { fsGroup: {} }, `spec.fsGroup.rule: Unsupported value: "": ${groupRules}`],
		['with another rule of further groups', { supplementalGroups: { rule: 'x' } }, `spec.supplementalGroups.rule: Unsupported value: "x": ${groupRules}`],
		['with a group without ranges', { runAsGroup: { rule: 'MustRunAs' } }, 'spec.runAsGroup.ranges: Invalid value: null: must provide at least one range'],
		['with any group of ranges', { runAsGroup: { ...ranges([1, 2]), rule: 'RunAsAny' } }, 'Ranges must be empty'],
		['with a negative user', { runAsUser: ranges([-1, 3]) }, 'spec.runAsUser.ranges[0].min: Invalid value: -1: min cannot be negative'],
		['with an empty range', { fsGroup: ranges([2, 1]) }, 'spec.fsGroup.ranges[0].min: Invalid value: 2: min cannot be greater than max'],
		['with an unknown volume', { volumes: ['x'] }, 'spec.volumes: Unsupported value: "x": supported values: "*", "awsElasticBlockStore"'],
		['with all volumes', { volumes: ['*', 'secret'] }, ''],
		[
			'that drops what it adds',
			{ requiredDropCapabilities: ['A'], defaultAddCapabilities: ['A'] },
			'capability is listed in defaultAddCapabilities and requiredDropCapabilities',
		],
		[
			'that drops what it allows',
			{ requiredDropCapabilities: ['A'], allowedCapabilities: ['*'] },
			'must be empty when all capabilities are allowed by a wildcard',
		],
		[
			'that escalates by default',
			{ allowPrivilegeEscalation: false, defaultAllowPrivilegeEscalation: true },
			'Cannot set DefaultAllowPrivilegeEscalation to true',
		],
		['with a path without a prefix', { allowedHostPaths: [{}] }, 'spec.allowedHostPaths[0]: Required value: is required'],
		['with a path upwards', { allowedHostPaths: [{ pathPrefix: '/a/../b' }] }, "must not contain '..'"],
		[
			'with a driver without a name',
			{ allowedFlexVolumes: [{ driver: '' }] },
			'spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver',
		],
		['with a driver of no name', { allowedCSIDrivers: [{ name: 'a_b' }] }, 'spec.allowedCSIDrivers.allowedCSIDriver[0].name: Invalid value: "a_b"'],
		['with an empty sysctl', { allowedUnsafeSysctls: [''] }, 'spec.allowedUnsafeSysctls[0]: Invalid value: "": empty sysctl not allowed'],
		['with a sysctl of no name', { forbiddenSysctls: ['a/b'] }, 'spec.forbiddenSysctls[0]: Invalid value: "a/b": must have at most 253 characters'],
		['with all sysctls and one', { forbiddenSysctls: ['*', 'a'] }, "spec.forbiddenSysctls.items: Forbidden: if '*' is present"],
		[
			'with sysctls of both',
			{ allowedUnsafeSysctls: ['a.b'], forbiddenSysctls: ['a.*'] },
			'spec.allowedUnsafeSysctls[0]: Invalid value: "a.b": sysctl overlaps with a.*',
		],
		['with another /proc', { allowedProcMountTypes: ['x'] }, 'spec.allowedProcMountTypes[0]: Unsupported value: "x"'],
		['with a class that is not allowed', { runtimeClass: { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'b' } }, 'default "b" must be allowed'],
		['with a class twice', { runtimeClass: { allowedRuntimeClassNames: ['a', 'a'] } }, 'allowedRuntimeClassNames[1]: Duplicate value: "a"'],
		['with all classes and one', { runtimeClass: { allowedRuntimeClassNames: ['a', '*'] } }, "if '*' is present, must not specify other RuntimeClass names"],
	])('%s', async (_, spec, wanted) => {
		const { message } = await make(spec);
		if (wanted === '') expect(message).toBe('');
		else expect(message).toContain(wanted);
	});

	test.each([
		['apparmor.security.beta', 'defaultProfileName', 'x', 'invalid AppArmor profile name: "x"'],
		['apparmor.security.beta', 'allowedProfileNames', 'unconfined,x', 'invalid AppArmor profile name: "x"'],
		['seccomp.security.alpha', 'defaultProfileName', 'x', 'must be a valid seccomp profile'],
		['seccomp.security.alpha', 'allowedProfileNames', '*,localhost/../a', "must not contain '..'"],
	])('names profiles in annotations: %s %s %s', async (what, key, value, wanted) => {
		expect((await make({}, { [`${what}.orch.io/${key}`]: value })).message).toContain(wanted);
	});

	test('allows escalation by default', async () => expect((await make({})).spec).toEqual({ ...open, allowPrivilegeEscalation: true }));
});
