/** Rules across the containers of a pod, and between containers and volumes. Rules for single fields are in the specs. */
import type { Container, ContainerPort, EphemeralContainer, PodSpec, Volume } from '../../../../generated/types/core/v1.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notFoundValue, required, tooMany } from '../../../model/cause.ts';
import { claimNameViolations } from './claim-names.ts';
import { fileKeyViolations } from './file-keys.ts';
import { resourceViolations } from './requests-and-limits.ts';
import { resizePolicyViolations } from './resize-policy.ts';

export function containerViolations(spec: PodSpec, path: string, labelDomain: string): Cause[] {
	const { initContainers = [], ephemeralContainers = [] } = spec;
	// A required list that is absent is null.
	const containers = spec.containers ?? [];
	const claims = (spec.resourceClaims ?? []).map(({ name }) => name ?? '');
	const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume]));
	const each = (list: readonly Container[], at: string): Cause[] =>
		list.flatMap((container, index) => [
			...oneViolations(container, volumes, `${path}.${at}[${index}]`, labelDomain),
			...(at === 'ephemeralContainers' ? [] : resizePolicyViolations(container, spec, `${path}.${at}[${index}]`)),
			...claimNameViolations(container.resources?.claims ?? [], claims, `${path}.${at}[${index}].resources.claims`),
		]);
	return [
		...each(containers, 'containers'),
		...hostPortViolations(containers, `${path}.containers`),
		...each(initContainers, 'initContainers'),
		...initViolations(initContainers, containers, `${path}.initContainers`),
		...each(ephemeralContainers, 'ephemeralContainers'),
		...ephemeralViolations(ephemeralContainers, [...containers, ...initContainers], `${path}.ephemeralContainers`),
	];
}

function oneViolations(container: Container, volumes: ReadonlyMap<string, Volume>, path: string, labelDomain: string): Cause[] {
	return [
		...portNameViolations(container.ports ?? [], `${path}.ports`),
		...mountViolations(container, volumes, `${path}.volumeMounts`),
		...deviceViolations(container, volumes, `${path}.volumeDevices`),
		...resourceViolations(container.resources ?? {}, `${path}.resources`, labelDomain),
		...restartViolations(container, path),
		...fileKeyViolations(container, volumes, path),
	];
}

/** Limits of Kubernetes; the kubelet evaluates the rules when a container ends. */
const mostRules = 20;
const mostExitCodes = 255;

/** Validates restart rules: exceptions from the container's restart policy. */
function restartViolations({ restartPolicy, restartPolicyRules = [] }: Container, path: string): Cause[] {
	if (restartPolicyRules.length === 0 || /ephemeralContainers\[\d+\]$/.test(path)) return [];
	const at = `${path}.restartPolicyRules`;
	return [
		...(restartPolicy === undefined ? [required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used')] : []),
		...(restartPolicyRules.length > mostRules ? [tooMany(at, restartPolicyRules.length, mostRules)] : []),
		...restartPolicyRules.flatMap(({ exitCodes: { values = [] } = {} }, index) =>
			values.length > mostExitCodes ? [tooMany(`${at}[${index}].exitCodes.values`, values.length, mostExitCodes)] : [],
		),
	];
}

function portNameViolations(ports: readonly ContainerPort[], path: string): Cause[] {
	const seen = new Set<string>();
	return ports.flatMap(({ name }, index) => {
		if (!name) return [];
		const repeated = seen.has(name);
		seen.add(name);
		return repeated ? [duplicate(`${path}[${index}].name`, name)] : [];
	});
}

/** Checks that each mount names a volume of the pod that the container does not use as a device. */
function mountViolations({ volumeMounts = [], volumeDevices = [] }: Container, volumes: ReadonlyMap<string, Volume>, path: string): Cause[] {
	const devices = { names: new Set(volumeDevices.map(({ name }) => name)), paths: new Set(volumeDevices.map(({ devicePath }) => devicePath)) };
	return volumeMounts.flatMap(({ name = '', mountPath = '' }, index) => [
		...(volumes.has(name) ? [] : [notFoundValue(`${path}[${index}].name`, name)]),
		...(devices.names.has(name) ? [invalidValue(`${path}[${index}].name`, name, 'must not already exist in volumeDevices')] : []),
		...(devices.paths.has(mountPath) ? [invalidValue(`${path}[${index}].mountPath`, mountPath, 'must not already exist as a path in volumeDevices')] : []),
	]);
}

function deviceViolations({ volumeMounts = [], volumeDevices = [] }: Container, volumes: ReadonlyMap<string, Volume>, path: string): Cause[] {
	const mounts = { names: new Set(volumeMounts.map(({ name }) => name)), paths: new Set(volumeMounts.map(({ mountPath }) => mountPath)) };
	const seen = new Set<string>();
	return volumeDevices.flatMap(({ name = '', devicePath = '' }, index) => {
		const at = `${path}[${index}]`;
		const volume = volumes.get(name);
		const causes: Cause[] = [];
		if (seen.has(name)) causes.push(invalidValue(`${at}.name`, name, 'must be unique'));
		seen.add(name);
		if (volume === undefined) causes.push(notFoundValue(`${at}.name`, name));
		else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
			causes.push(invalidValue(`${at}.name`, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'));
		}
		if (devicePath.split('/').includes('..')) causes.push(invalidValue(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')"));
		if (mounts.names.has(name)) causes.push(invalidValue(`${at}.name`, name, 'must not already exist in volumeMounts'));
		if (mounts.paths.has(devicePath)) causes.push(invalidValue(`${at}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts'));
		return causes;
	});
}

/** Reports host ports of several containers that run concurrently. */
function hostPortViolations(containers: readonly Container[], path: string): Cause[] {
	const seen = new Set<string>();
	return containers.flatMap(({ ports = [] }, index) =>
		ports.flatMap(({ protocol = '', hostIP = '', hostPort = 0 }, at) => {
			const key = `${protocol}/${hostIP}/${hostPort}`;
			const repeated = hostPort !== 0 && seen.has(key);
			seen.add(key);
			return repeated ? [duplicate(`${path}[${index}].ports[${at}].hostPort`, key)] : [];
		}),
	);
}

const notOfInit = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/**
 * Validates init containers: their names differ from those of regular containers, and only restartable ones have probes and lifecycle
 * hooks.
 */
function initViolations(initContainers: readonly Container[], containers: readonly Container[], path: string): Cause[] {
	const names = new Set(containers.map(({ name }) => name));
	return initContainers.flatMap((container, index) => [
		...(names.has(container.name) ? [duplicate(`${path}[${index}].name`, container.name)] : []),
		...hostPortViolations([container], path),
		...notOfInit.flatMap((field) =>
			container.restartPolicy === 'Always' || container[field] === undefined
				? []
				: [forbiddenField(`${path}[${index}].${field}`, 'may not be set for init containers without restartPolicy=Always')],
		),
	]);
}

const notOfEphemeral = [
	'ports',
	'livenessProbe',
	'readinessProbe',
	'startupProbe',
	'lifecycle',
	'resources',
	'resizePolicy',
	'restartPolicy',
	'restartPolicyRules',
] as const;

function ephemeralViolations(ephemeral: readonly EphemeralContainer[], others: readonly Container[], path: string): Cause[] {
	const names = new Set(others.map(({ name }) => name));
	const why = 'cannot be set for an Ephemeral Container';
	return ephemeral.flatMap((container, index) => {
		const at = `${path}[${index}]`;
		const target = container.targetContainerName ?? '';
		return [
			...(names.has(container.name) ? [duplicate(`${at}.name`, container.name)] : []),
			...(target === '' || names.has(target) ? [] : [notFoundValue(`${at}.targetContainerName`, target)]),
			...notOfEphemeral.flatMap((field) => (isGiven(field, container[field]) ? [forbiddenField(`${at}.${field}`, why)] : [])),
			...(container.volumeMounts ?? []).flatMap(({ subPath, subPathExpr }, mount) => [
				...(subPath ? [forbiddenField(`${at}.volumeMounts[${mount}].subPath`, why)] : []),
				...(subPathExpr ? [forbiddenField(`${at}.volumeMounts[${mount}].subPathExpr`, why)] : []),
			]),
		];
	});
}

/** Reports whether the field is set. `resources` is always present, and empty when unset. */
function isGiven(field: (typeof notOfEphemeral)[number], value: object | string | undefined): boolean {
	return value !== undefined && (field !== 'resources' || Object.keys(value).length > 0);
}
