/** Paths in causes of built-in kinds as kube-apiserver 1.25 and 1.36 spell them; `npm run peers -- --spoiled` compares every one. */
import { expect, it } from 'vitest';
import { withKubernetesPaths } from '../../runtime/api/field-paths.ts';

const invalid = 'Invalid value: "": it is wrong';
const several = 'Forbidden: may not specify more than 1 volume type';
const immutable = 'Invalid value: {}: field is immutable';
const unsupported = 'Unsupported value: "x": supported values: "a"';

it.each([
	['metadata.ownerReferences[1].uid', invalid, 'metadata.ownerReferences.uid'],
	['spec.selector.matchLabels[a b]', invalid, 'spec.selector.matchLabels'],
	['spec.nodeSelector[]', invalid, 'spec.nodeSelector'],
	['parameters[]', invalid, 'parameters'],
	['data[]', invalid, 'data[]'],
	['status.capacity[cpu]', 'Invalid value: "-1": must be greater than or equal to 0', 'status.capacity.cpu'],
	['spec.capacity[cpu]', invalid, 'spec.capacity[cpu]'],
	['spec.accessModes[0]', unsupported, 'spec.accessModes'],
	['spec.volumeLifecycleModes[1]', unsupported, 'spec.volumeLifecycleModes'],
	['spec.volumeLifecycleModes[1]', 'Duplicate value: "x"', 'spec.volumeLifecycleModes[1]'],
	['spec.containers[0].envFrom[1]', invalid, 'spec.containers[0].envFrom'],
	['spec.containers[0].envFrom[1].prefix', invalid, 'spec.containers[0].envFrom[1].prefix'],
	['spec.volumes[0].downwardAPI.items[1].path', invalid, 'spec.volumes[0].downwardAPI.path'],
	['spec.volumes[0].gcePersistentDisk.pdName', 'Required value', 'spec.volumes[0].persistentDisk.pdName'],
	['spec.volumes[0].gcePersistentDisk', several, 'spec.volumes[0].gcePersistentDisk'],
	['spec.cephfs', several, 'spec.cephFS'],
	['spec.cephfs.monitors', 'Required value', 'spec.cephfs.monitors'],
	['spec.drivers[0].topologyKeys[1]', invalid, 'spec.drivers[0]'],
	['spec.drivers[0]', immutable, 'spec.drivers'],
	['spec.attachRequired', invalid, 'spec.attachedRequired'],
	['spec.taints[0].key', invalid, 'metadata.taints[0].key'],
	['spec.volumeMode', immutable, 'volumeMode'],
	['spec.volumeMode', unsupported, 'spec.volumeMode'],
	['spec.schedulingGates[0].name', invalid, 'spec.schedulingGates[0]'],
	['spec.schedulingGates[0].name', 'Forbidden: no', 'spec.schedulingGates[0].name'],
	['spec.rules[0].http.paths[0].backend.service', 'Required value: port name or number is required', 'spec.rules[0].http.paths[0].backend'],
	['regarding.namespace', invalid, 'involvedObject.namespace'],
	['deprecatedFirstTimestamp', invalid, 'firstTimestamp'],
])('%s: %s', (field, message, expected) => {
	expect(withKubernetesPaths([{ reason: 'FieldValueInvalid', field, message }], false, '1.36')).toEqual([
		{ reason: 'FieldValueInvalid', field: expected, message },
	]);
});

it('kinds of users have their own paths but for metadata, and earlier releases some others', () => {
	const told = (field: string, isCustom: boolean, release: string): string | undefined =>
		withKubernetesPaths([{ reason: 'FieldValueInvalid', field, message: immutable }], isCustom, release)[0]?.field;
	expect(told('spec.taints[0]', true, '1.36')).toBe('spec.taints[0]');
	expect(told('metadata.ownerReferences[0].kind', true, '1.36')).toBe('metadata.ownerReferences.kind');
	expect(told('spec.drivers[0]', false, '1.25')).toBe('CSINodeDriver');
	expect(told('scheduling.tolerations[0].key', false, '1.25')).toBe('scheduling.tolerations.tolerations[0].key');
});
