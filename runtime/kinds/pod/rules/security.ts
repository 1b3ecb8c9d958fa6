/** Rules across a pod's security contexts, its host namespaces, and its operating system. */
import type { Container, PodSecurityContext, PodSpec, SecurityContext } from '../../../../generated/types/core/v1.ts';
import type { Release } from '../../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../../model/cause.ts';
import { compareReleases } from '../../../model/release.ts';

export function podSecurityViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	const containers = placed(spec, path);
	return [
		...sharingViolations(spec, path, release),
		...openProcessViolations(spec, containers, release),
		...hostProcessViolations(spec, containers, path),
		...systemViolations(spec, containers, path),
	];
}

interface ContainerAt {
	readonly container: Pick<Container, 'securityContext' | 'volumeDevices'>;
	readonly path: string;
}

function placed(spec: PodSpec, path: string): readonly ContainerAt[] {
	return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
		(spec[list] ?? []).map((container, index) => ({ container, path: `${path}.${list}[${index}]` })),
	);
}

/** Volume types private to the pod. Up to 1.27, pods with their own user namespace had no others. */
const ofThePod = ['emptyDir', 'secret', 'downwardAPI', 'configMap', 'projected'] as const;

function sharingViolations(spec: PodSpec, path: string, release: Release): Cause[] {
	const causes: Cause[] = [];
	if (spec.shareProcessNamespace === true && spec.hostPID === true) {
		causes.push(invalidValue(`${path}.securityContext.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'));
	}
	if (spec.hostUsers !== false) return causes;
	const before = (later: Release): boolean => compareReleases(release, later) < 0;
	const why = 'when `hostUsers` is false';
	for (const [index, volume] of before('1.28') ? (spec.volumes ?? []).entries() : []) {
		if (!ofThePod.some((source) => volume[source] !== undefined)) causes.push(forbiddenField(`${path}.volumes[${index}]`, `volume type not supported ${why}`));
	}
	if (spec.hostNetwork === true) causes.push(forbiddenField(`${path}.hostNetwork`, why));
	if (spec.hostPID === true) causes.push(forbiddenField(`${path}.HostPID`, why));
	if (spec.hostIPC === true) causes.push(forbiddenField(`${path}.HostIPC`, why));
	for (const { container, path: at } of before('1.34') ? [] : placed(spec, path)) {
		if ((container.volumeDevices ?? []).length > 0) causes.push(forbiddenField(`${at}.volumeDevices`, why));
	}
	return causes;
}

/** Refuses an unmasked `/proc` in pods with the node's user namespace (KEP 4265, from its second release on). */
function openProcessViolations({ hostUsers }: PodSpec, containers: readonly ContainerAt[], release: Release): Cause[] {
	if (compareReleases(release, '1.30') < 0) return [];
	return containers
		.filter(({ container }) => hostUsers !== false && container.securityContext?.procMount === 'Unmasked')
		.map(({ path }) => invalidValue(`${path}.securityContext.procMount`, 'Unmasked', '`hostUsers` must be false to use `Unmasked`'));
}

/** Checks that all containers or none are Windows host processes, which also need the host network. */
function hostProcessViolations(spec: PodSpec, containers: readonly ContainerAt[], path: string): Cause[] {
	const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
	const causes: Cause[] = [];
	let count = 0;
	for (const { container, path: at } of containers) {
		const own = container.securityContext?.windowsOptions?.hostProcess;
		if (own !== undefined && ofPod !== undefined && own !== ofPod) {
			const why = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
			causes.push(invalidValue(`${at}.securityContext.windowsOptions.hostProcess`, own, why));
		}
		if (own ?? ofPod) count++;
	}
	if (count === 0) return causes;
	if (count !== containers.length) {
		causes.push(invalidValue(path, '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers'));
	}
	if (spec.hostNetwork !== true) {
		causes.push(invalidValue(`${path}.hostNetwork`, false, 'hostNetwork must be true if pod contains any hostProcess containers'));
	}
	return causes;
}

const notOnWindows: {
	readonly spec: readonly (keyof PodSpec)[];
	readonly pod: readonly (keyof PodSecurityContext)[];
	readonly container: readonly (keyof SecurityContext)[];
} = {
	spec: ['hostUsers', 'hostPID', 'hostIPC', 'shareProcessNamespace'],
	pod: [
		'appArmorProfile',
		'seLinuxOptions',
		'seccompProfile',
		'fsGroup',
		'fsGroupChangePolicy',
		'sysctls',
		'runAsUser',
		'runAsGroup',
		'supplementalGroups',
		'supplementalGroupsPolicy',
		'seLinuxChangePolicy',
	],
	container: [
		'appArmorProfile',
		'seLinuxOptions',
		'seccompProfile',
		'capabilities',
		'readOnlyRootFilesystem',
		'privileged',
		'allowPrivilegeEscalation',
		'procMount',
		'runAsUser',
		'runAsGroup',
	],
};

/** Refuses fields of another operating system than the pod's. */
function systemViolations(spec: PodSpec, containers: readonly ContainerAt[], path: string): Cause[] {
	const contexts = [{ context: spec.securityContext, at: `${path}.securityContext` }].concat(
		containers.map(({ container, path: at }) => ({ context: container.securityContext, at: `${at}.securityContext` })),
	);
	if (spec.os?.name === 'linux') {
		const why = 'windows options cannot be set for a linux pod';
		return contexts.flatMap(({ context, at }) => (context?.windowsOptions === undefined ? [] : [forbiddenField(`${at}.windowsOptions`, why)]));
	}
	if (spec.os?.name !== 'windows') return [];
	return [
		...unsuited(spec, notOnWindows.spec, path),
		...unsuited(spec.securityContext ?? {}, notOnWindows.pod, `${path}.securityContext`),
		...containers.flatMap(({ container, path: at }) => unsuited(container.securityContext ?? {}, notOnWindows.container, `${at}.securityContext`)),
	];
}

function unsuited<T extends object>(holder: T, fields: readonly (keyof T & string)[], path: string): Cause[] {
	return fields.filter((field) => holder[field] !== undefined).map((field) => forbiddenField(`${path}.${field}`, 'cannot be set for a windows pod'));
}

/** Deletes an empty list of supplemental groups, which has no effect, in place. Windows pods keep it, so that validation refuses it. */
export function dropEmptyGroups(spec: PodSpec | undefined): void {
	const context = spec?.securityContext;
	if (context?.supplementalGroups?.length === 0 && spec?.os?.name !== 'windows') delete context.supplementalGroups;
}
