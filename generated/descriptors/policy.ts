// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'policy/v1.Eviction': () => ({
		name: 'policy/v1.Eviction',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'deleteOptions', schema: { kind: 'struct', type: 'meta/v1.DeleteOptions' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.Eviction`,
	}),
	'policy/v1.PodDisruptionBudget': () => ({
		name: 'policy/v1.PodDisruptionBudget',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudget`,
	}),
	'policy/v1.PodDisruptionBudgetList': () => ({
		name: 'policy/v1.PodDisruptionBudgetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1.PodDisruptionBudget' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetList`,
	}),
	'policy/v1.PodDisruptionBudgetSpec': () => ({
		name: 'policy/v1.PodDisruptionBudgetSpec',
		fields: [
			{ name: 'minAvailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 1 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2, patchStrategy: ['replace'] },
			{ name: 'maxUnavailable', schema: { kind: 'intOrString', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }, { rule: 'pattern', argument: '^[0-9]+%$', message: 'a valid percent string must be a numeric string followed by an ending \'%\' (e.g. \'1%\',  or \'93%\', regex used for validation is \'[0-9]+%\')' }] }, number: 3 },
			{ name: 'unhealthyPodEvictionPolicy', schema: { kind: 'string', enum: ['AlwaysAllow', 'IfHealthyBudget'] }, number: 4, gate: 'PDBUnhealthyPodEvictionPolicy', introduced: '1.26' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(has(self.minAvailable) && has(self.maxUnavailable))', message: 'minAvailable and maxUnavailable cannot be both set' }, { rule: '!string(self.?minAvailable.orValue(\'\')).matches(\'^0*([2-9][0-9]{2}|1[1-9][0-9]|10[1-9]|[1-9][0-9]{3,})%$\')', message: 'must not be greater than 100%', fieldPath: '.minAvailable' }, { rule: '!string(self.?maxUnavailable.orValue(\'\')).matches(\'^0*([2-9][0-9]{2}|1[1-9][0-9]|10[1-9]|[1-9][0-9]{3,})%$\')', message: 'must not be greater than 100%', fieldPath: '.maxUnavailable' }] }],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetSpec`,
	}),
	'policy/v1.PodDisruptionBudgetStatus': () => ({
		name: 'policy/v1.PodDisruptionBudgetStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1, presence: 'omitZero' },
			{ name: 'disruptedPods', schema: { kind: 'map', values: { kind: 'time' } }, number: 2, presence: 'omitZero' },
			{ name: 'disruptionsAllowed', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'currentHealthy', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'desiredHealthy', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 5, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'expectedPods', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 7, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1.PodDisruptionBudgetStatus`,
	}),
	'policy/v1beta1.AllowedCSIDriver': () => ({
		name: 'policy/v1beta1.AllowedCSIDriver',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.AllowedCSIDriver`,
	}),
	'policy/v1beta1.AllowedFlexVolume': () => ({
		name: 'policy/v1beta1.AllowedFlexVolume',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.AllowedFlexVolume`,
	}),
	'policy/v1beta1.AllowedHostPath': () => ({
		name: 'policy/v1beta1.AllowedHostPath',
		fields: [
			{ name: 'pathPrefix', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'readOnly', schema: { kind: 'boolean' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.AllowedHostPath`,
	}),
	'policy/v1beta1.FSGroupStrategyOptions': () => ({
		name: 'policy/v1beta1.FSGroupStrategyOptions',
		fields: [
			{ name: 'rule', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ranges', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.IDRange' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.FSGroupStrategyOptions`,
	}),
	'policy/v1beta1.HostPortRange': () => ({
		name: 'policy/v1beta1.HostPortRange',
		fields: [
			{ name: 'min', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'max', schema: { kind: 'int32' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.HostPortRange`,
	}),
	'policy/v1beta1.IDRange': () => ({
		name: 'policy/v1beta1.IDRange',
		fields: [
			{ name: 'min', schema: { kind: 'int64' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'max', schema: { kind: 'int64' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.IDRange`,
	}),
	'policy/v1beta1.PodDisruptionBudget': () => ({
		name: 'policy/v1beta1.PodDisruptionBudget',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'policy/v1beta1.PodDisruptionBudgetSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'policy/v1.PodDisruptionBudgetStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudget`,
	}),
	'policy/v1beta1.PodDisruptionBudgetList': () => ({
		name: 'policy/v1beta1.PodDisruptionBudgetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.PodDisruptionBudget' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudgetList`,
	}),
	'policy/v1beta1.PodDisruptionBudgetSpec': () => ({
		name: 'policy/v1beta1.PodDisruptionBudgetSpec',
		fields: [
			{ name: 'minAvailable', schema: { kind: 'intOrString' }, number: 1 },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'maxUnavailable', schema: { kind: 'intOrString' }, number: 3 },
			{ name: 'unhealthyPodEvictionPolicy', schema: { kind: 'string' }, number: 4, gate: 'PDBUnhealthyPodEvictionPolicy', introduced: '1.26' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodDisruptionBudgetSpec`,
	}),
	'policy/v1beta1.PodSecurityPolicy': () => ({
		name: 'policy/v1beta1.PodSecurityPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'policy/v1beta1.PodSecurityPolicySpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodSecurityPolicy`,
	}),
	'policy/v1beta1.PodSecurityPolicyList': () => ({
		name: 'policy/v1beta1.PodSecurityPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.PodSecurityPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodSecurityPolicyList`,
	}),
	'policy/v1beta1.PodSecurityPolicySpec': () => ({
		name: 'policy/v1beta1.PodSecurityPolicySpec',
		fields: [
			{ name: 'privileged', schema: { kind: 'boolean' }, number: 1, presence: 'omitZero' },
			{ name: 'defaultAddCapabilities', schema: { kind: 'list', items: { kind: 'string' } }, number: 2, presence: 'omitZero' },
			{ name: 'requiredDropCapabilities', schema: { kind: 'list', items: { kind: 'string' } }, number: 3, presence: 'omitZero' },
			{ name: 'allowedCapabilities', schema: { kind: 'list', items: { kind: 'string' } }, number: 4, presence: 'omitZero' },
			{ name: 'volumes', schema: { kind: 'list', items: { kind: 'string' } }, number: 5, presence: 'omitZero' },
			{ name: 'hostNetwork', schema: { kind: 'boolean' }, number: 6, presence: 'omitZero' },
			{ name: 'hostPorts', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.HostPortRange' } }, number: 7, presence: 'omitZero' },
			{ name: 'hostPID', schema: { kind: 'boolean' }, number: 8, presence: 'omitZero' },
			{ name: 'hostIPC', schema: { kind: 'boolean' }, number: 9, presence: 'omitZero' },
			{ name: 'seLinux', schema: { kind: 'struct', type: 'policy/v1beta1.SELinuxStrategyOptions' }, number: 10, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'runAsUser', schema: { kind: 'struct', type: 'policy/v1beta1.RunAsUserStrategyOptions' }, number: 11, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'runAsGroup', schema: { kind: 'struct', type: 'policy/v1beta1.RunAsGroupStrategyOptions' }, number: 22 },
			{ name: 'supplementalGroups', schema: { kind: 'struct', type: 'policy/v1beta1.SupplementalGroupsStrategyOptions' }, number: 12, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'fsGroup', schema: { kind: 'struct', type: 'policy/v1beta1.FSGroupStrategyOptions' }, number: 13, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'readOnlyRootFilesystem', schema: { kind: 'boolean' }, number: 14, presence: 'omitZero' },
			{ name: 'defaultAllowPrivilegeEscalation', schema: { kind: 'boolean' }, number: 15 },
			{ name: 'allowPrivilegeEscalation', schema: { kind: 'boolean' }, number: 16, default: true },
			{ name: 'allowedHostPaths', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.AllowedHostPath' } }, number: 17, presence: 'omitZero' },
			{ name: 'allowedFlexVolumes', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.AllowedFlexVolume' } }, number: 18, presence: 'omitZero' },
			{ name: 'allowedCSIDrivers', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.AllowedCSIDriver' } }, number: 23, presence: 'omitZero', gate: 'CSIInlineVolume' },
			{ name: 'allowedUnsafeSysctls', schema: { kind: 'list', items: { kind: 'string' } }, number: 19, presence: 'omitZero' },
			{ name: 'forbiddenSysctls', schema: { kind: 'list', items: { kind: 'string' } }, number: 20, presence: 'omitZero' },
			{ name: 'allowedProcMountTypes', schema: { kind: 'list', items: { kind: 'string', enum: ['Default', 'Unmasked'], enumHidden: true } }, number: 21, presence: 'omitZero', gate: 'ProcMountType' },
			{ name: 'runtimeClass', schema: { kind: 'struct', type: 'policy/v1beta1.RuntimeClassStrategyOptions' }, number: 24 },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.PodSecurityPolicySpec`,
	}),
	'policy/v1beta1.RunAsGroupStrategyOptions': () => ({
		name: 'policy/v1beta1.RunAsGroupStrategyOptions',
		fields: [
			{ name: 'rule', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'ranges', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.IDRange' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.RunAsGroupStrategyOptions`,
	}),
	'policy/v1beta1.RunAsUserStrategyOptions': () => ({
		name: 'policy/v1beta1.RunAsUserStrategyOptions',
		fields: [
			{ name: 'rule', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'ranges', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.IDRange' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.RunAsUserStrategyOptions`,
	}),
	'policy/v1beta1.RuntimeClassStrategyOptions': () => ({
		name: 'policy/v1beta1.RuntimeClassStrategyOptions',
		fields: [
			{ name: 'allowedRuntimeClassNames', schema: { kind: 'list', items: { kind: 'string' } }, number: 1, presence: 'nullable', required: true, mayBeEmpty: true },
			{ name: 'defaultRuntimeClassName', schema: { kind: 'string' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.RuntimeClassStrategyOptions`,
	}),
	'policy/v1beta1.SELinuxStrategyOptions': () => ({
		name: 'policy/v1beta1.SELinuxStrategyOptions',
		fields: [
			{ name: 'rule', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'seLinuxOptions', schema: { kind: 'struct', type: 'core/v1.SELinuxOptions' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.SELinuxStrategyOptions`,
	}),
	'policy/v1beta1.SupplementalGroupsStrategyOptions': () => ({
		name: 'policy/v1beta1.SupplementalGroupsStrategyOptions',
		fields: [
			{ name: 'rule', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ranges', schema: { kind: 'list', items: { kind: 'struct', type: 'policy/v1beta1.IDRange' } }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.policy.v1beta1.SupplementalGroupsStrategyOptions`,
	}),
};
