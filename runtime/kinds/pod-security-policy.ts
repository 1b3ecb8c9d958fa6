/** PodSecurityPolicy: rules that Kubernetes checks across fields, with its paths and messages. */
import type { IDRange, PodSecurityPolicy, PodSecurityPolicySpec, RuntimeClassStrategyOptions } from '../../generated/types/policy/v1beta1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notSupported, required } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkDnsSubdomain } from '../scalars/formats.ts';
import { driverViolations as driverNameViolations } from './devices/device-names.ts';
import { isAppArmorProfile, seccompViolations } from './pod/annotations.ts';

export function podSecurityPolicyHooks(vocabulary: Vocabulary): KindHooks<PodSecurityPolicy> {
	const profiles = policyAnnotations(vocabulary);
	return {
		validate: ({ metadata, spec }) => [...annotationViolations(metadata?.annotations ?? {}, profiles), ...(spec === undefined ? [] : specViolations(spec))],
	};
}

/** Annotations of a policy that name profiles. */
export interface PolicyAnnotations {
	readonly appArmorDefault: string;
	readonly appArmorAllowed: string;
	readonly seccompDefault: string;
	readonly seccompAllowed: string;
}

export function policyAnnotations({ labelDomain }: Vocabulary): PolicyAnnotations {
	return {
		appArmorDefault: `apparmor.security.beta.${labelDomain}/defaultProfileName`,
		appArmorAllowed: `apparmor.security.beta.${labelDomain}/allowedProfileNames`,
		seccompDefault: `seccomp.security.alpha.${labelDomain}/defaultProfileName`,
		seccompAllowed: `seccomp.security.alpha.${labelDomain}/allowedProfileNames`,
	};
}

function annotationViolations(annotations: Readonly<Record<string, string>>, keys: PolicyAnnotations): Cause[] {
	const at = (key: string): string => `metadata.annotations[${key}]`;
	const listed = (key: string): readonly string[] => (annotations[key] ? annotations[key].split(',') : []);
	const appArmor = (key: string, profiles: readonly string[]): Cause[] =>
		profiles
			.filter((profile) => !isAppArmorProfile(profile))
			.map((profile) => invalidValue(at(key), annotations[key], `invalid AppArmor profile name: ${JSON.stringify(profile)}`));
	const seccompDefault = annotations[keys.seccompDefault];
	return [
		...appArmor(keys.appArmorDefault, annotations[keys.appArmorDefault] ? [annotations[keys.appArmorDefault] ?? ''] : []),
		...appArmor(keys.appArmorAllowed, listed(keys.appArmorAllowed)),
		...(seccompDefault ? seccompViolations(seccompDefault, at(keys.seccompDefault)) : []),
		...listed(keys.seccompAllowed).flatMap((profile) => (profile === '*' ? [] : seccompViolations(profile, at(keys.seccompAllowed)))),
	];
}

const all = '*';
const groupRules = ['MayRunAs', 'MustRunAs', 'RunAsAny'];

function specViolations(spec: PodSecurityPolicySpec): Cause[] {
	const { runAsUser, runAsGroup, seLinux, supplementalGroups, fsGroup } = spec;
	return [
		...ruleViolations('spec.runAsUser', runAsUser, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny']),
		...(runAsGroup === undefined ? [] : runAsGroupViolations(runAsGroup)),
		...ruleViolations('spec.seLinux', seLinux, ['MustRunAs', 'RunAsAny']),
		...ruleViolations('spec.supplementalGroups', supplementalGroups, groupRules),
		...ruleViolations('spec.fsGroup', fsGroup, groupRules),
		...(spec.volumes ?? [])
			.filter((type) => type !== all && !volumeTypes.includes(type))
			.map((type) => notSupported('spec.volumes', type, [all, ...volumeTypes])),
		...capabilityViolations(spec),
		...escalationViolations(spec),
		...pathViolations(spec),
		...driverViolations(spec),
		...sysctlViolations('spec.allowedUnsafeSysctls', spec.allowedUnsafeSysctls ?? []),
		...sysctlViolations('spec.forbiddenSysctls', spec.forbiddenSysctls ?? []),
		...overlaps(spec.allowedUnsafeSysctls ?? [], spec.forbiddenSysctls ?? []),
		...(spec.runtimeClass === undefined ? [] : runtimeClassViolations(spec.runtimeClass)),
	];
}

interface Strategy {
	readonly rule?: string;
	readonly ranges?: readonly IDRange[];
}

function ruleViolations(at: string, { rule = '', ranges = [] }: Strategy = {}, rules: readonly string[]): Cause[] {
	return [...(rules.includes(rule) ? [] : [notSupported(`${at}.rule`, rule, rules)]), ...rangeViolations(at, ranges)];
}

function rangeViolations(at: string, ranges: readonly IDRange[]): Cause[] {
	return ranges.flatMap(({ min = 0, max = 0 }, i) => [
		...(min < 0 ? [invalidValue(`${at}.ranges[${i}].min`, min, 'min cannot be negative')] : []),
		...(max < 0 ? [invalidValue(`${at}.ranges[${i}].max`, max, 'max cannot be negative')] : []),
		...(min > max ? [invalidValue(`${at}.ranges[${i}].min`, min, 'min cannot be greater than max')] : []),
	]);
}

function runAsGroupViolations({ rule = '', ranges = [] }: Strategy): Cause[] {
	const at = 'spec.runAsGroup';
	if (rule === 'RunAsAny') return ranges.length === 0 ? [] : [invalidValue(`${at}.ranges`, ranges, 'Ranges must be empty')];
	if (!groupRules.includes(rule)) return [notSupported(`${at}.rule`, rule, ['MustRunAs', 'RunAsAny', 'MayRunAs'])];
	return [...(ranges.length === 0 ? [invalidValue(`${at}.ranges`, null, 'must provide at least one range')] : []), ...rangeViolations(at, ranges)];
}

function capabilityViolations({ requiredDropCapabilities: drops = [], allowedCapabilities = [], defaultAddCapabilities = [] }: PodSecurityPolicySpec): Cause[] {
	const dropped = (field: string, names: readonly string[]): Cause[] =>
		names.filter((name) => drops.includes(name)).map((name) => invalidValue(field, name, `capability is listed in ${field} and requiredDropCapabilities`));
	return [
		...(drops.length > 0 && allowedCapabilities.includes(all)
			? [invalidValue('requiredDropCapabilities', drops, 'must be empty when all capabilities are allowed by a wildcard')]
			: []),
		...dropped('defaultAddCapabilities', defaultAddCapabilities),
		...dropped('allowedCapabilities', allowedCapabilities),
	];
}

function escalationViolations({ allowPrivilegeEscalation, defaultAllowPrivilegeEscalation }: PodSecurityPolicySpec): Cause[] {
	if (defaultAllowPrivilegeEscalation !== true || allowPrivilegeEscalation !== false) return [];
	const why = 'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true';
	return [invalidValue('spec.defaultAllowPrivilegeEscalation', true, why)];
}

function pathViolations({ allowedHostPaths = [] }: PodSecurityPolicySpec): Cause[] {
	return allowedHostPaths.flatMap(({ pathPrefix = '' }, i) => {
		const at = `spec.allowedHostPaths[${i}]`;
		if (pathPrefix === '') return [required(at, 'is required')];
		return pathPrefix.split('/').includes('..') ? [invalidValue(at, pathPrefix, "must not contain '..'")] : [];
	});
}

function driverViolations({ allowedFlexVolumes = [], allowedCSIDrivers = [] }: PodSecurityPolicySpec): Cause[] {
	return [
		...allowedFlexVolumes.flatMap(({ driver = '' }, i) =>
			driver === '' ? [required(`spec.allowedFlexVolumes.allowedFlexVolumes[${i}].driver`, 'must specify a driver')] : [],
		),
		...allowedCSIDrivers.flatMap(({ name = '' }, i) => driverNameViolations(name, `spec.allowedCSIDrivers.allowedCSIDriver[${i}].name`)),
	];
}

const sysctlPattern = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$/;
const sysctlForm = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]';
const longestSysctl = 253;

function sysctlViolations(at: string, names: readonly string[]): Cause[] {
	const wrong = names.flatMap((name, i) => {
		if (name === '') return [invalidValue(`${at}[${i}]`, name, 'empty sysctl not allowed')];
		if (name.length <= longestSysctl && sysctlPattern.test(name)) return [];
		return [invalidValue(`${at}[${i}]`, name, `must have at most ${longestSysctl} characters and match regex ${sysctlForm}`)];
	});
	const coversAll = names.some((name) => name.startsWith(all));
	return coversAll && names.length > 1 ? [...wrong, forbiddenField(`${at}.items`, "if '*' is present, must not specify other sysctls")] : wrong;
}

/** Reports names that are both allowed and forbidden. */
function overlaps(allowed: readonly string[], forbidden: readonly string[]): Cause[] {
	return allowed.flatMap((one, i) =>
		forbidden.flatMap((other, j) => {
			if (covers(other, one)) return [invalidValue(`spec.allowedUnsafeSysctls[${i}]`, one, `sysctl overlaps with ${other}`)];
			return covers(one, other) ? [invalidValue(`spec.forbiddenSysctls[${j}]`, other, `sysctl overlaps with ${one}`)] : [];
		}),
	);
}

/** Reports whether a name, or all names of a pattern that ends with `*`, fall under a pattern. */
export function covers(pattern: string, name: string): boolean {
	return pattern.endsWith(all) ? name.replace(/\*$/, '').startsWith(pattern.slice(0, -1)) : pattern === name;
}

function runtimeClassViolations({ allowedRuntimeClassNames, defaultRuntimeClassName: usual }: RuntimeClassStrategyOptions): Cause[] {
	const at = 'spec.runtimeClass.allowedRuntimeClassNames';
	const names = allowedRuntimeClassNames ?? [];
	const wrong = (field: string, name: string): Cause[] => checkDnsSubdomain(name).map((why) => invalidValue(field, name, why));
	const isAllowed = usual === undefined || names.includes(usual) || names.includes(all);
	return [
		...names.flatMap((name, i) => [...(name === all ? [] : wrong(`${at}[${i}]`, name)), ...(names.indexOf(name) < i ? [duplicate(`${at}[${i}]`, name)] : [])]),
		...(usual === undefined ? [] : wrong('spec.runtimeClass.defaultRuntimeClassName', usual)),
		...(isAllowed ? [] : [required(at, `default ${JSON.stringify(usual)} must be allowed`)]),
		...(names.includes(all) && names.length > 1 ? [invalidValue(at, names, "if '*' is present, must not specify other RuntimeClass names")] : []),
	];
}

/** Types of volumes by the names that policies use, sorted. */
export const volumeTypes: readonly string[] = [
	...['awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephFS', 'cinder', 'configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'fc'],
	...['flexVolume', 'flocker', 'gcePersistentDisk', 'gitRepo', 'glusterfs', 'hostPath', 'iscsi', 'nfs', 'persistentVolumeClaim'],
	...['photonPersistentDisk', 'portworxVolume', 'projected', 'quobyte', 'rbd', 'scaleIO', 'secret', 'storageos', 'vsphereVolume'],
];
