/** Fits a pod to one policy: fills in the defaults of the policy, then finds what the policy does not allow. */
import type { Container, Pod, PodSpec } from '../../../../generated/types/core/v1.ts';
import type { PodSecurityPolicy, PodSecurityPolicySpec } from '../../../../generated/types/policy/v1beta1.ts';
import { allContainers } from '../../../kinds/pod/annotations.ts';
import { type Cause, invalidValue } from '../../../model/cause.ts';
import { appArmorProblems, defaultAppArmor } from './app-armor.ts';
import { capabilityProblems, withCapabilities } from './capabilities.ts';
import { effective, setOnContainer } from './context.ts';
import { goPointer } from './go-values.ts';
import { defaultGroup, groupProblems } from './groups.ts';
import { hostPortProblems } from './host-ports.ts';
import type { PolicyParts } from './policy.ts';
import { defaultLabels, labelProblems } from './se-linux.ts';
import { containerSeccompProblems, defaultSeccomp, podSeccompProblems } from './seccomp.ts';
import { sysctlProblems } from './sysctls.ts';
import type { PolicyTerms } from './terms.ts';
import { defaultUser, userProblems } from './users.ts';
import { volumeProblems } from './volumes.ts';

export interface Fitted {
	/** Pod with the defaults of the policy. */
	readonly pod: Pod;
	/** Reasons against the pod, each with its path. */
	readonly problems: readonly string[];
}

/** Reports whether a policy can decide: rules of users and groups that must be met name some. */
export function isUsable({ spec }: PodSecurityPolicy): boolean {
	if (spec === undefined) return false;
	const { runAsUser, runAsGroup, fsGroup, supplementalGroups, seLinux } = spec;
	const needsRanges = [runAsGroup, fsGroup, supplementalGroups].some(
		(each) => each !== undefined && each.rule !== 'RunAsAny' && (each.ranges ?? []).length === 0,
	);
	if (needsRanges || (runAsUser.rule === 'MustRunAs' && (runAsUser.ranges ?? []).length === 0)) return false;
	return seLinux.rule !== 'MustRunAs' || seLinux.seLinuxOptions !== undefined;
}

export function fit({ metadata, spec }: PodSecurityPolicy, given: Pod, terms: PolicyTerms): Fitted {
	const policy: PolicyParts = { spec: spec as PodSecurityPolicySpec, annotations: metadata?.annotations ?? {}, terms };
	const pod = structuredClone(given);
	setDefaults(pod, policy);
	const problems = podProblems(pod, policy).map(({ field, message }) => `${field}: ${message}`);
	return { pod, problems };
}

function setDefaults(pod: Pod, policy: PolicyParts): void {
	const { spec } = pod;
	if (spec === undefined) return;
	const { fsGroup, supplementalGroups, seLinux, runtimeClass } = policy.spec;
	const given = spec.securityContext ?? {};
	const groups = defaultGroup(supplementalGroups);
	const [ofVolumes, labels] = [defaultGroup(fsGroup), defaultLabels(seLinux)];
	const added = {
		...(given.supplementalGroups === undefined && groups !== undefined && { supplementalGroups: [groups] }),
		...(given.fsGroup === undefined && ofVolumes !== undefined && { fsGroup: ofVolumes }),
		...(given.seLinuxOptions === undefined && labels !== undefined && { seLinuxOptions: labels }),
	};
	if (Object.keys(added).length > 0) spec.securityContext = { ...given, ...added };
	defaultSeccomp(pod, policy);
	if (runtimeClass?.defaultRuntimeClassName !== undefined) spec.runtimeClassName ??= runtimeClass.defaultRuntimeClassName;
	for (const { container } of allContainers(spec)) setContainerDefaults(pod, spec, container, policy);
}

function setContainerDefaults(pod: Pod, spec: PodSpec, container: Container, policy: PolicyParts): void {
	const { runAsUser, runAsGroup, seLinux, readOnlyRootFilesystem, defaultAllowPrivilegeEscalation, allowPrivilegeEscalation } = policy.spec;
	const context = effective(spec, container);
	const user = context.runAsUser ?? defaultUser(runAsUser);
	setOnContainer(spec, container, 'runAsUser', user);
	if (runAsGroup !== undefined) setOnContainer(spec, container, 'runAsGroup', context.runAsGroup ?? defaultGroup(runAsGroup));
	setOnContainer(spec, container, 'seLinuxOptions', context.seLinuxOptions ?? defaultLabels(seLinux));
	defaultAppArmor(pod, container.name, policy);
	// The agent of the node makes the final check, by the user of the image.
	if (context.runAsNonRoot === undefined && user === undefined && runAsUser.rule === 'MustRunAsNonRoot') setOnContainer(spec, container, 'runAsNonRoot', true);
	setOnContainer(spec, container, 'capabilities', withCapabilities(context.capabilities, policy.spec));
	if (readOnlyRootFilesystem === true) setOnContainer(spec, container, 'readOnlyRootFilesystem', context.readOnlyRootFilesystem ?? true);
	const escalation = context.allowPrivilegeEscalation ?? defaultAllowPrivilegeEscalation ?? (allowPrivilegeEscalation === false ? false : undefined);
	setOnContainer(spec, container, 'allowPrivilegeEscalation', escalation);
}

function podProblems(pod: Pod, policy: PolicyParts): readonly Cause[] {
	const { spec } = pod;
	if (spec === undefined) return [];
	const { fsGroup, supplementalGroups, seLinux, hostNetwork, hostPID, hostIPC, runtimeClass } = policy.spec;
	const context = spec.securityContext ?? {};
	const at = 'spec.securityContext';
	const host = (field: string, isUsed: boolean | undefined, isAllowed: boolean | undefined, what: string): readonly Cause[] =>
		isUsed === true && isAllowed !== true ? [invalidValue(`${at}.${field}`, true, `${what} is not allowed to be used`)] : [];
	return [
		...groupProblems(`${at}.fsGroup`, fsGroup, context.fsGroup === undefined ? [] : [context.fsGroup]),
		...groupProblems(`${at}.supplementalGroups`, supplementalGroups, context.supplementalGroups ?? []),
		...podSeccompProblems(pod, policy),
		...labelProblems(`${at}.seLinuxOptions`, seLinux, context.seLinuxOptions),
		...host('hostNetwork', spec.hostNetwork, hostNetwork, 'Host network'),
		...host('hostPID', spec.hostPID, hostPID, 'Host PID'),
		...host('hostIPC', spec.hostIPC, hostIPC, 'Host IPC'),
		...sysctlProblems(context.sysctls ?? [], policy.spec),
		...volumeProblems(spec, policy),
		...classProblems(spec.runtimeClassName, runtimeClass?.allowedRuntimeClassNames),
		...allContainers(spec).flatMap(({ path, container }) => containerProblems(pod, spec, container, `spec.${path}`, policy)),
	];
}

function classProblems(name: string | undefined, allowed: readonly string[] | null | undefined): readonly Cause[] {
	if (name === undefined || allowed === undefined || allowed?.some((each) => each === '*' || each === name) === true) return [];
	return [invalidValue('spec.runtimeClassName', name, '')];
}

function containerProblems(pod: Pod, spec: PodSpec, container: Container, path: string, policy: PolicyParts): readonly Cause[] {
	const { runAsUser, runAsGroup, seLinux, privileged, allowedProcMountTypes = [], readOnlyRootFilesystem, allowPrivilegeEscalation } = policy.spec;
	const context = effective(spec, container);
	const at = `${path}.securityContext`;
	const procMount = context.procMount ?? 'Default';
	const procMounts = allowedProcMountTypes.length === 0 ? ['Default'] : allowedProcMountTypes;
	const readOnly = context.readOnlyRootFilesystem;
	const escalation = context.allowPrivilegeEscalation;
	return [
		...userProblems(at, runAsUser, context),
		...(runAsGroup === undefined ? [] : groupProblems(at, runAsGroup, context.runAsGroup === undefined ? [] : [context.runAsGroup])),
		...labelProblems(`${at}.seLinuxOptions`, seLinux, context.seLinuxOptions),
		...appArmorProblems(pod, container.name, policy),
		...containerSeccompProblems(pod, container, policy),
		...(privileged !== true && context.privileged === true ? [invalidValue(`${at}.privileged`, true, 'Privileged containers are not allowed')] : []),
		...(procMounts.includes(procMount) ? [] : [invalidValue(`${at}.procMount`, procMount, 'ProcMountType is not allowed')]),
		...capabilityProblems(`${at}.capabilities`, context.capabilities, policy.spec),
		...hostPortProblems(container, path, policy.spec.hostPorts ?? []),
		...(readOnlyRootFilesystem === true && readOnly === undefined
			? [invalidValue(`${at}.readOnlyRootFilesystem`, goPointer(readOnly), 'ReadOnlyRootFilesystem may not be nil and must be set to true')]
			: []),
		...(readOnlyRootFilesystem === true && readOnly === false
			? [invalidValue(`${at}.readOnlyRootFilesystem`, false, 'ReadOnlyRootFilesystem must be set to true')]
			: []),
		...(allowPrivilegeEscalation === false && escalation !== false
			? [invalidValue(`${at}.allowPrivilegeEscalation`, goPointer(escalation), 'Allowing privilege escalation for containers is not allowed')]
			: []),
	];
}
