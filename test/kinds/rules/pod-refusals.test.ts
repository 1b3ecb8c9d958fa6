/** Tests refusals of pods by Kubernetes, one row each: path, spec, and message; empty when accepted. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { container, expectRefusal, merge, podSpec, type Row, server, withServer } from './fixture.ts';

withServer();

describe('Pods, as Kubernetes refuses them', () => {
	const path = '/api/v1/namespaces/default/pods';
	const windows = { ...podSpec, os: { name: 'windows' } };
	const rows: Row[] = [
		[
			'namespaces shared twice',
			{ ...podSpec, hostPID: true, shareProcessNamespace: true },
			'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
		],
		['Windows with hostPID', { ...windows, hostPID: true }, 'spec.hostPID: Forbidden: cannot be set for a windows pod'],
		[
			'Windows with a group of files',
			{ ...windows, securityContext: { fsGroup: 1 } },
			'spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
		],
		[
			'Windows with groups, though none are in the list',
			{ ...windows, securityContext: { supplementalGroups: [] } },
			'spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod',
		],
		['Windows with groups that are null', { ...windows, securityContext: { supplementalGroups: null } }, ''],
		['Windows with a list without settings of the kernel', { ...windows, securityContext: { sysctls: [] } }, ''],
		[
			'Windows with a user in a container',
			{ ...windows, containers: [{ ...container, securityContext: { runAsUser: 1 } }] },
			'spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
		],
		['Windows with what it knows', { ...windows, securityContext: { windowsOptions: { runAsUserName: 'd\\u' } } }, ''],
		[
			'Linux with options of Windows',
			{ ...podSpec, os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
			'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
		],
		[
			'processes of the node without its network',
			{ ...podSpec, securityContext: { windowsOptions: { hostProcess: true } } },
			'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
		],
		[
			'some processes of the node',
			{
				containers: [
					{ ...container, securityContext: { windowsOptions: { hostProcess: true } } },
					{ name: 'd', image: 'i' },
				],
				hostNetwork: true,
			},
			'all containers must be HostProcess containers',
		],
		[
			'a user of Windows with two domains',
			{ ...podSpec, securityContext: { windowsOptions: { runAsUserName: 'a\\b\\c' } } },
			'runAsUserName cannot contain more than one backslash',
		],
		['a user of Windows without a name', { ...podSpec, securityContext: { windowsOptions: { runAsUserName: '' } } }, 'runAsUserName cannot be an empty string'],
		[
			'a negative group',
			{ ...podSpec, securityContext: { supplementalGroups: [-1] } },
			'spec.securityContext.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
		],
		['a runtime class without a name', { ...podSpec, runtimeClassName: '' }, 'spec.runtimeClassName: Invalid value: "": a lowercase RFC 1123 subdomain'],
		['an unknown procMount, while its gate is off', { containers: [{ ...container, securityContext: { procMount: 'X' } }] }, ''],
		['a projected source that is nothing', { ...podSpec, volumes: [{ name: 'v', projected: { sources: [{}] } }] }, ''],
		[
			'two projected sources in one',
			{ ...podSpec, volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'a' }, configMap: { name: 'b' } }] } }] },
			'may not specify more than 1 volume type',
		],
		['storageos without a volume', { ...podSpec, volumes: [{ name: 'v', storageos: {} }] }, 'spec.volumes[0].storageos.volumeName: Required value'],
		[
			'flocker with a slash',
			{ ...podSpec, volumes: [{ name: 'v', flocker: { datasetName: 'a/b' } }] },
			'spec.volumes[0].flocker.datasetName: Invalid value: "a/b": must not contain \'/\'',
		],
		[
			'a secret without a name',
			{ ...podSpec, volumes: [{ name: 'v', csi: { driver: 'a', nodePublishSecretRef: {} } }] },
			'spec.volumes[0].csi.nodePublishSecretRef.name: Required value',
		],
		[
			'an iSCSI name that is none',
			{ ...podSpec, volumes: [{ name: 'v', iscsi: { targetPortal: 'p', iqn: 'iqn.a', lun: 0 } }] },
			'spec.volumes[0].iscsi.iqn: Invalid value: "iqn.a"',
		],
		[
			'reserved driver options',
			{ ...podSpec, volumes: [{ name: 'v', flexVolume: { driver: 'd', options: { 'orch.io/x': 'y' } } }] },
			'orch.io and orch.io namespaces are reserved',
		],
		[
			'an iSCSI initiator whose target has too long a name',
			{
				...podSpec,
				volumes: [{ name: 'v', iscsi: { targetPortal: 'p'.repeat(63), iqn: 'iqn.2000-01.a:b', lun: 0, initiatorName: 'iqn.2000-01.a:c' } }],
			},
			'spec.volumes[0].name: Invalid value: "v": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters',
		],
		[
			'an iSCSI secret without a name',
			{ ...podSpec, volumes: [{ name: 'v', iscsi: { targetPortal: 'p', iqn: 'iqn.2000-01.a:b', lun: 0, chapAuthSession: true, secretRef: {} } }] },
			'',
		],
		[
			'a setting with too long a name',
			{ ...podSpec, securityContext: { sysctls: [{ name: 'a'.repeat(254), value: '' }] } },
			'must have at most 253 characters and match regex',
		],
		['an alias of no address', { ...podSpec, hostAliases: [{}] }, 'spec.hostAliases.ip: Invalid value: "": must be valid IP address'],
		[
			'a secret whose name is none',
			{ ...podSpec, volumes: [{ name: 'v', csi: { driver: 'a', nodePublishSecretRef: { name: 'A_' } } }] },
			'spec.volumes[0].csi.name: Invalid value: "A_"',
		],
		[
			'a setting twice',
			{
				...podSpec,
				securityContext: {
					sysctls: [
						{ name: 'a.b', value: '' },
						{ name: 'a.b', value: '' },
					],
				},
			},
			'spec.securityContext.sysctls[1].name: Duplicate value: "a.b"',
		],
		[
			'a part of a page',
			{ containers: [{ ...container, resources: { limits: { cpu: '1', 'hugepages-2Mi': '3Mi' } } }] },
			'3Mi is not positive integer multiple of hugepages-2Mi',
		],
		[
			'a unit that is none',
			{ containers: [{ ...container, env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '3' } } }] }] },
			"only divisor's values 1m and 1 are supported with the cpu resource",
		],
		[
			'a unit of bytes',
			{ containers: [{ ...container, env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } } }] }] },
			'',
		],
		[
			'a node whose name is none',
			{
				...podSpec,
				affinity: {
					nodeAffinity: {
						requiredDuringSchedulingIgnoredDuringExecution: {
							nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['A_'] }] }],
						},
					},
				},
			},
			'matchFields[0].values[0]: Invalid value',
		],
		['search domains beyond six', { ...podSpec, dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } }, 'must not have more than 6 search paths'],
		['a search domain with a dot at its end', { ...podSpec, dnsConfig: { searches: ['a.b.'] } }, ''],
		['a resolver option without a name', { ...podSpec, dnsConfig: { options: [{}] } }, 'spec.dnsConfig.options[0]: Required value: must not be empty'],
	];
	test.each(rows)('%s', (_what, spec, expected) => expectRefusal(path, { spec }, expected));
	test.each<[what: string, annotations: JsonObject, expected: string]>([
		[
			'a mirror without a node',
			{ 'orch.io/config.mirror': 'x' },
			'metadata.annotations[orch.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
		],
		[
			'a cost that is no number',
			{ 'controller.orch.io/pod-deletion-cost': '1.5' },
			'metadata.annotations[controller.orch.io/pod-deletion-cost]: Invalid value: "1.5": must be a 32bit integer',
		],
		['a profile of no container', { 'container.apparmor.security.beta.orch.io/z': 'unconfined' }, 'container not found'],
		['a profile that is none', { 'container.apparmor.security.beta.orch.io/c': 'x' }, 'invalid AppArmor profile name: "x"'],
		['a seccomp profile that is none', { 'seccomp.security.alpha.orch.io/pod': 'x' }, 'must be a valid seccomp profile'],
	])('%s', (_what, annotations, expected) => expectRefusal(path, { metadata: { annotations }, spec: podSpec }, expected));
	test.each<[what: string, addresses: string[], expected: string]>([
		['one of each family', ['10.0.0.1', 'fd00::1'], ''],
		[
			'two of one family',
			['10.0.0.1', '10.0.0.2'],
			'status.podIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family',
		],
		['none', ['x'], 'status.podIPs[0]: Invalid value: "x": must be a valid IP address'],
	])('addresses: %s', async (what, addresses, expected) => {
		const name = what.replaceAll(' ', '-');
		await server.call('POST', path, { body: { metadata: { name }, spec: podSpec } });
		const { body } = await server.call('PATCH', `${path}/${name}/status`, { type: merge, body: { status: { podIPs: addresses.map((ip) => ({ ip })) } } });
		expect(body.message ?? '').toContain(expected);
	});
	test('a seccomp profile of an annotation becomes a field', async () => {
		const annotations = { 'seccomp.security.alpha.orch.io/pod': 'runtime/default', 'container.seccomp.security.alpha.orch.io/c': 'localhost/p' };
		const { body } = await server.call('POST', `${path}?dryRun=All`, { body: { metadata: { name: 's', annotations }, spec: podSpec } });
		expect(body.spec.securityContext).toEqual({ seccompProfile: { type: 'RuntimeDefault' } });
		expect(body.spec.containers[0].securityContext).toEqual({ seccompProfile: { type: 'Localhost', localhostProfile: 'p' } });
	});
	test('annotations that cannot come later', async () => {
		await server.call('POST', path, { body: { metadata: { name: 'late' }, spec: podSpec } });
		const body = { metadata: { annotations: { 'container.apparmor.security.beta.orch.io/c': 'unconfined' } } };
		const { body: answer } = await server.call('PATCH', `${path}/late`, { type: merge, body });
		expect(answer.message).toContain('metadata.annotations[container.apparmor.security.beta.orch.io/c]: Forbidden: may not add AppArmor annotations');
	});
});
