/** ResourceSlice: devices of a driver, their nodes, and shared counters. */
import type { Device, DeviceTaint, ResourceSlice, ResourceSliceSpec } from '../../../generated/types/resource/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { type Cause, invalidValue, required, tooMany } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { formatTime } from '../../scalars/time.ts';
import { counterViolations, deviceViolations, hasLists, nodeNameViolations } from './device.ts';
import { poolViolations, repeated } from './device-names.ts';

const mostDevices = 128;
const mostElaborateDevices = 64;

export function resourceSliceHooks({ labelDomain }: Vocabulary): KindHooks<ResourceSlice> {
	const stamp = ({ spec }: ResourceSlice): void => stampTaints((spec?.devices ?? []).flatMap(({ taints = [] }) => taints));
	return {
		prepareForCreate: stamp,
		prepareForUpdate: stamp,
		validate: ({ spec }) => sliceViolations(spec, labelDomain),
	};
}

/** Sets a missing `timeAdded` of taints to now, in place. */
export function stampTaints(taints: readonly DeviceTaint[]): void {
	for (const taint of taints) taint.timeAdded ??= now();
}

export function now(): string {
	return formatTime({ seconds: Math.floor(Date.now() / 1000), nanos: 0 });
}

function sliceViolations(spec: ResourceSliceSpec, labelDomain: string): Cause[] {
	const { pool, devices = [], sharedCounters = [] } = spec;
	const most = devices.some(isElaborate) ? mostElaborateDevices : mostDevices;
	const { name = '', generation = 0, resourceSliceCount: count = 0 } = pool ?? {};
	return [
		...poolViolations(name, 'spec.pool.name'),
		...(count <= 0 ? [invalidValue('spec.pool.resourceSliceCount', count, 'must be greater than zero')] : []),
		...(generation < 0 ? [invalidValue('spec.pool.generation', generation, 'must be greater than or equal to zero')] : []),
		...placeViolations(spec),
		...(sharedCounters.length > 0 && devices.length > 0 ? [invalidValue('spec', '', 'only one of `sharedCounters` or `devices` is allowed')] : []),
		...(devices.length > most
			? [tooMany('spec.devices', devices.length, most)]
			: [
					...devices.flatMap((device, index) => deviceViolations(device, `spec.devices[${index}]`, spec.perDeviceNodeSelection === true, labelDomain)),
					...repeated(devices, 'spec.devices', (device) => device.name ?? ''),
				]),
		...sharedCounters.flatMap(({ counters }, index) => counterViolations(counters, `spec.sharedCounters[${index}].counters`)),
		...repeated(sharedCounters, 'spec.sharedCounters', (set) => set.name ?? ''),
	];
}

function isElaborate(device: Device): boolean {
	return (device.taints ?? []).length + (device.consumesCounters ?? []).length > 0 || hasLists(device);
}

/** Checks that exactly one of four fields selects the nodes. */
function placeViolations({ nodeName, nodeSelector, allNodes, perDeviceNodeSelection: apart }: ResourceSliceSpec): Cause[] {
	const why = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
	const given = { nodeName: Boolean(nodeName), nodeSelector: nodeSelector !== undefined, allNodes: allNodes === true, perDeviceNodeSelection: apart === true };
	const set = Object.entries(given).flatMap(([name, is]) => (is ? [`\`${name}\``] : []));
	const terms = nodeSelector?.nodeSelectorTerms ?? [];
	const onlyTrue = 'must be either unset or set to true';
	return [
		...(nodeName ? nodeNameViolations(nodeName, 'spec.nodeName') : []),
		...(nodeName === '' ? [invalidValue('spec.nodeName', '', 'must be either unset or set to a non-empty string')] : []),
		...(nodeSelector !== undefined && terms.length !== 1
			? [invalidValue('spec.nodeSelector.nodeSelectorTerms', terms, 'must have exactly one node selector term')]
			: []),
		...(allNodes === false ? [invalidValue('spec.allNodes', false, onlyTrue)] : []),
		...(apart === false ? [invalidValue('spec.perDeviceNodeSelection', false, onlyTrue)] : []),
		...(set.length === 0 ? [required('spec', why)] : []),
		...(set.length > 1 ? [invalidValue('spec', `{${set.join(', ')}}`, `${why}, but multiple fields are set`)] : []),
	];
}
