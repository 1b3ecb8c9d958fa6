// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'resource/v1.AllocatedDeviceStatus': () => ({
		name: 'resource/v1.AllocatedDeviceStatus',
		fields: [
			{ name: 'driver', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 1, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'shareID', schema: { kind: 'string' }, number: 7, gate: 'DRAConsumableCapacity' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'], rules: [{ rule: 'maxItems', argument: 8 }] }, number: 4, presence: 'always' },
			{ name: 'data', schema: { kind: 'rawExtension' }, number: 5 },
			{ name: 'networkData', schema: { kind: 'struct', type: 'resource/v1.NetworkDeviceData' }, number: 6 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.AllocatedDeviceStatus`,
	}),
	'resource/v1.AllocationResult': () => ({
		name: 'resource/v1.AllocationResult',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1.DeviceAllocationResult' }, number: 1, presence: 'always' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 3 },
			{ name: 'allocationTimestamp', schema: { kind: 'time' }, number: 5, gate: 'DRADeviceBindingConditions' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.AllocationResult`,
	}),
	'resource/v1.CELDeviceSelector': () => ({
		name: 'resource/v1.CELDeviceSelector',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.CELDeviceSelector`,
	}),
	'resource/v1.CapacityRequestPolicy': () => ({
		name: 'resource/v1.CapacityRequestPolicy',
		fields: [
			{ name: 'default', schema: { kind: 'quantity' }, number: 1, presence: 'nullable' },
			{ name: 'validValues', schema: { kind: 'list', items: { kind: 'quantity' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'validRange', schema: { kind: 'struct', type: 'resource/v1.CapacityRequestPolicyRange' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.CapacityRequestPolicy`,
	}),
	'resource/v1.CapacityRequestPolicyRange': () => ({
		name: 'resource/v1.CapacityRequestPolicyRange',
		fields: [
			{ name: 'min', schema: { kind: 'quantity' }, number: 1, required: true, mayBeEmpty: true },
			{ name: 'max', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'step', schema: { kind: 'quantity' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.CapacityRequestPolicyRange`,
	}),
	'resource/v1.CapacityRequirements': () => ({
		name: 'resource/v1.CapacityRequirements',
		fields: [
			{ name: 'requests', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.CapacityRequirements`,
	}),
	'resource/v1.Counter': () => ({
		name: 'resource/v1.Counter',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.Counter`,
	}),
	'resource/v1.CounterSet': () => ({
		name: 'resource/v1.CounterSet',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.CounterSet`,
	}),
	'resource/v1.Device': () => ({
		name: 'resource/v1.Device',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'attributes', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1.DeviceAttribute' } }, number: 2, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1.DeviceCapacity' } }, number: 3, presence: 'omitZero' },
			{ name: 'consumesCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceCounterConsumption' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 2 }] }, number: 4, presence: 'omitZero', gate: 'DRAPartitionableDevices' },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 5, gate: 'DRAPartitionableDevices' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 6, gate: 'DRAPartitionableDevices' },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 7, gate: 'DRAPartitionableDevices' },
			{ name: 'taints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceTaint' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 16 }] }, number: 8, presence: 'omitZero', gate: 'DRADeviceTaints' },
			{ name: 'bindsToNode', schema: { kind: 'boolean' }, number: 9, gate: 'DRADeviceBindingConditions' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 10, presence: 'omitZero', gate: 'DRADeviceBindingConditions' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 11, presence: 'omitZero', gate: 'DRADeviceBindingConditions' },
			{ name: 'allowMultipleAllocations', schema: { kind: 'boolean' }, number: 12, gate: 'DRAConsumableCapacity' },
			{ name: 'nodeAllocatableResourceMappings', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1.NodeAllocatableResourceMapping' } }, number: 13, presence: 'omitZero', gate: 'DRANodeAllocatableResources', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.Device`,
	}),
	'resource/v1.DeviceAllocationConfiguration': () => ({
		name: 'resource/v1.DeviceAllocationConfiguration',
		fields: [
			{ name: 'source', schema: { kind: 'string', enum: ['FromClaim', 'FromClass'], markedSince: '1.35' }, number: 1, presence: 'always', required: true },
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 2, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1.DeviceConfiguration' }, number: 3, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceAllocationConfiguration`,
	}),
	'resource/v1.DeviceAllocationResult': () => ({
		name: 'resource/v1.DeviceAllocationResult',
		fields: [
			{ name: 'results', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceRequestAllocationResult' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceAllocationConfiguration' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 64 }] }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceAllocationResult`,
	}),
	'resource/v1.DeviceAttribute': () => ({
		name: 'resource/v1.DeviceAttribute',
		fields: [
			{ name: 'int', schema: { kind: 'int64' }, number: 2 },
			{ name: 'bool', schema: { kind: 'boolean' }, number: 3 },
			{ name: 'string', schema: { kind: 'string' }, number: 4 },
			{ name: 'version', schema: { kind: 'string' }, number: 5 },
			{ name: 'ints', schema: { kind: 'list', items: { kind: 'int64' }, listType: 'atomic' }, number: 6, presence: 'omitZero', gate: 'DRAListTypeAttributes', introduced: '1.36' },
			{ name: 'bools', schema: { kind: 'list', items: { kind: 'boolean' }, listType: 'atomic' }, number: 7, presence: 'omitZero', gate: 'DRAListTypeAttributes', introduced: '1.36' },
			{ name: 'strings', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 8, presence: 'omitZero', gate: 'DRAListTypeAttributes', introduced: '1.36' },
			{ name: 'versions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 9, presence: 'omitZero', gate: 'DRAListTypeAttributes', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceAttribute`,
	}),
	'resource/v1.DeviceCapacity': () => ({
		name: 'resource/v1.DeviceCapacity',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'requestPolicy', schema: { kind: 'struct', type: 'resource/v1.CapacityRequestPolicy' }, number: 2, gate: 'DRAConsumableCapacity' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceCapacity`,
	}),
	'resource/v1.DeviceClaim': () => ({
		name: 'resource/v1.DeviceClaim',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceRequest' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 1, presence: 'always' },
			{ name: 'constraints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceConstraint' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 2, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceClaimConfiguration' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClaim`,
	}),
	'resource/v1.DeviceClaimConfiguration': () => ({
		name: 'resource/v1.DeviceClaimConfiguration',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 1, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1.DeviceConfiguration' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClaimConfiguration`,
	}),
	'resource/v1.DeviceClass': () => ({
		name: 'resource/v1.DeviceClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1.DeviceClassSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClass`,
	}),
	'resource/v1.DeviceClassConfiguration': () => ({
		name: 'resource/v1.DeviceClassConfiguration',
		fields: [
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1.DeviceConfiguration' }, number: 1, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClassConfiguration`,
	}),
	'resource/v1.DeviceClassList': () => ({
		name: 'resource/v1.DeviceClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClassList`,
	}),
	'resource/v1.DeviceClassSpec': () => ({
		name: 'resource/v1.DeviceClassSpec',
		fields: [
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceSelector' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceClassConfiguration' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 2, presence: 'omitZero' },
			{ name: 'extendedResourceName', schema: { kind: 'string' }, number: 4, gate: 'DRAExtendedResource' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceClassSpec`,
	}),
	'resource/v1.DeviceConfiguration': () => ({
		name: 'resource/v1.DeviceConfiguration',
		fields: [
			{ name: 'opaque', schema: { kind: 'struct', type: 'resource/v1.OpaqueDeviceConfiguration' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceConfiguration`,
	}),
	'resource/v1.DeviceConstraint': () => ({
		name: 'resource/v1.DeviceConstraint',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 1, presence: 'omitZero' },
			{ name: 'matchAttribute', schema: { kind: 'string' }, number: 2 },
			{ name: 'distinctAttribute', schema: { kind: 'string' }, number: 3, gate: 'DRAConsumableCapacity' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceConstraint`,
	}),
	'resource/v1.DeviceCounterConsumption': () => ({
		name: 'resource/v1.DeviceCounterConsumption',
		fields: [
			{ name: 'counterSet', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceCounterConsumption`,
	}),
	'resource/v1.DeviceRequest': () => ({
		name: 'resource/v1.DeviceRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'exactly', schema: { kind: 'struct', type: 'resource/v1.ExactDeviceRequest' }, number: 2 },
			{ name: 'firstAvailable', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceSubRequest' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 8 }] }, number: 3, presence: 'omitZero', gate: 'DRAPrioritizedList' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceRequest`,
	}),
	'resource/v1.DeviceRequestAllocationResult': () => ({
		name: 'resource/v1.DeviceRequestAllocationResult',
		fields: [
			{ name: 'request', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'driver', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 2, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 5, gate: 'DRAAdminAccess' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero', gate: 'DRADeviceTaints' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 7, presence: 'omitZero', gate: 'DRADeviceBindingConditions' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 4 }] }, number: 8, presence: 'omitZero', gate: 'DRADeviceBindingConditions' },
			{ name: 'shareID', schema: { kind: 'string' }, number: 9, gate: 'DRAConsumableCapacity' },
			{ name: 'consumedCapacity', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 10, presence: 'omitZero', gate: 'DRAConsumableCapacity' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceRequestAllocationResult`,
	}),
	'resource/v1.DeviceSelector': () => ({
		name: 'resource/v1.DeviceSelector',
		fields: [
			{ name: 'cel', schema: { kind: 'struct', type: 'resource/v1.CELDeviceSelector' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceSelector`,
	}),
	'resource/v1.DeviceSubRequest': () => ({
		name: 'resource/v1.DeviceSubRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'deviceClassName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 2, presence: 'always', required: true },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceSelector' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 3, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 4, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 5, presence: 'omitZero' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero', gate: 'DRADeviceTaints' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1.CapacityRequirements' }, number: 7, gate: 'DRAConsumableCapacity' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'allocationMode', value: 'ExactCount' }, { field: 'count', when: 'self.allocationMode == \'ExactCount\'', value: 1 }] }],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceSubRequest`,
	}),
	'resource/v1.DeviceTaint': () => ({
		name: 'resource/v1.DeviceTaint',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'label-value' }] }, number: 2, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 3, presence: 'always', required: true },
			{ name: 'timeAdded', schema: { kind: 'time' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceTaint`,
	}),
	'resource/v1.DeviceToleration': () => ({
		name: 'resource/v1.DeviceToleration',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'operator', schema: { kind: 'string', enum: ['Equal', 'Exists'] }, number: 2, presence: 'omitZero', default: 'Equal', defaultShown: '1.34' },
			{ name: 'value', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 4, presence: 'omitZero' },
			{ name: 'tolerationSeconds', schema: { kind: 'int64' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.DeviceToleration`,
	}),
	'resource/v1.ExactDeviceRequest': () => ({
		name: 'resource/v1.ExactDeviceRequest',
		fields: [
			{ name: 'deviceClassName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1, presence: 'always', required: true },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceSelector' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 32 }] }, number: 2, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 3, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 4, presence: 'omitZero' },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 5, gate: 'DRAAdminAccess' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero', gate: 'DRADeviceTaints' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1.CapacityRequirements' }, number: 7, gate: 'DRAConsumableCapacity' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'allocationMode', value: 'ExactCount' }, { field: 'count', when: 'self.allocationMode == \'ExactCount\'', value: 1 }] }],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ExactDeviceRequest`,
	}),
	'resource/v1.NetworkDeviceData': () => ({
		name: 'resource/v1.NetworkDeviceData',
		fields: [
			{ name: 'interfaceName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ips', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 16 }] }, number: 2, presence: 'omitZero' },
			{ name: 'hardwareAddress', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.NetworkDeviceData`,
	}),
	'resource/v1.NodeAllocatableResourceMapping': () => ({
		name: 'resource/v1.NodeAllocatableResourceMapping',
		fields: [
			{ name: 'capacityKey', schema: { kind: 'string' }, number: 1 },
			{ name: 'allocationMultiplier', schema: { kind: 'quantity' }, number: 2 },
		],
		rules: [{ rule: 'derive', argument: { field: 'allocationMultiplier', value: '1' } }],
		openapi: `${words.groupDomainReversed}.api.resource.v1.NodeAllocatableResourceMapping`,
	}),
	'resource/v1.OpaqueDeviceConfiguration': () => ({
		name: 'resource/v1.OpaqueDeviceConfiguration',
		fields: [
			{ name: 'driver', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 1, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'rawExtension' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.OpaqueDeviceConfiguration`,
	}),
	'resource/v1.ResourceClaim': () => ({
		name: 'resource/v1.ResourceClaim',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1.ResourceClaimStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaim`,
	}),
	'resource/v1.ResourceClaimConsumerReference': () => ({
		name: 'resource/v1.ResourceClaimConsumerReference',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'resource', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'uid', schema: { kind: 'string' }, number: 5, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimConsumerReference`,
	}),
	'resource/v1.ResourceClaimList': () => ({
		name: 'resource/v1.ResourceClaimList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.ResourceClaim' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimList`,
	}),
	'resource/v1.ResourceClaimSpec': () => ({
		name: 'resource/v1.ResourceClaimSpec',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1.DeviceClaim' }, number: 1, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimSpec`,
	}),
	'resource/v1.ResourceClaimStatus': () => ({
		name: 'resource/v1.ResourceClaimStatus',
		fields: [
			{ name: 'allocation', schema: { kind: 'struct', type: 'resource/v1.AllocationResult' }, number: 1 },
			{ name: 'reservedFor', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.ResourceClaimConsumerReference' }, listType: 'map', mapKeys: ['uid'], rules: [{ rule: 'maxItems', argument: 256 }] }, number: 2, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'uid' },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.AllocatedDeviceStatus' }, listType: 'map', mapKeys: ['driver', 'device', 'pool', 'shareID'] }, number: 4, presence: 'omitZero', gate: 'DRAResourceClaimDeviceStatus' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimStatus`,
	}),
	'resource/v1.ResourceClaimTemplate': () => ({
		name: 'resource/v1.ResourceClaimTemplate',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1.ResourceClaimTemplateSpec' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimTemplate`,
	}),
	'resource/v1.ResourceClaimTemplateList': () => ({
		name: 'resource/v1.ResourceClaimTemplateList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.ResourceClaimTemplate' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimTemplateList`,
	}),
	'resource/v1.ResourceClaimTemplateSpec': () => ({
		name: 'resource/v1.ResourceClaimTemplateSpec',
		fields: [
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceClaimTemplateSpec`,
	}),
	'resource/v1.ResourcePool': () => ({
		name: 'resource/v1.ResourcePool',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'generation', schema: { kind: 'int64' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceSliceCount', schema: { kind: 'int64' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourcePool`,
	}),
	'resource/v1.ResourceSlice': () => ({
		name: 'resource/v1.ResourceSlice',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1.ResourceSliceSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceSlice`,
	}),
	'resource/v1.ResourceSliceList': () => ({
		name: 'resource/v1.ResourceSliceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.ResourceSlice' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceSliceList`,
	}),
	'resource/v1.ResourceSliceSpec': () => ({
		name: 'resource/v1.ResourceSliceSpec',
		fields: [
			{ name: 'driver', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'csi-driver-name' }] }, number: 1, presence: 'always', required: true, immutable: true },
			{ name: 'pool', schema: { kind: 'struct', type: 'resource/v1.ResourcePool' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 3, immutable: true },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 4 },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.Device' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'perDeviceNodeSelection', schema: { kind: 'boolean' }, number: 7, gate: 'DRAPartitionableDevices' },
			{ name: 'sharedCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1.CounterSet' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 8 }] }, number: 8, presence: 'omitZero', gate: 'DRAPartitionableDevices' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1.ResourceSliceSpec`,
	}),
	'resource/v1alpha3.DeviceTaint': () => ({
		name: 'resource/v1alpha3.DeviceTaint',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'label-value' }] }, number: 2, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 3, presence: 'always', required: true },
			{ name: 'timeAdded', schema: { kind: 'time' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaint`,
	}),
	'resource/v1alpha3.DeviceTaintRule': () => ({
		name: 'resource/v1alpha3.DeviceTaintRule',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1alpha3.DeviceTaintRuleSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1alpha3.DeviceTaintRuleStatus' }, number: 3, presence: 'always', introduced: '1.35' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaintRule`,
	}),
	'resource/v1alpha3.DeviceTaintRuleList': () => ({
		name: 'resource/v1alpha3.DeviceTaintRuleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1alpha3.DeviceTaintRule' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaintRuleList`,
	}),
	'resource/v1alpha3.DeviceTaintRuleSpec': () => ({
		name: 'resource/v1alpha3.DeviceTaintRuleSpec',
		fields: [
			{ name: 'deviceSelector', schema: { kind: 'struct', type: 'resource/v1alpha3.DeviceTaintSelector' }, number: 1 },
			{ name: 'taint', schema: { kind: 'struct', type: 'resource/v1alpha3.DeviceTaint' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaintRuleSpec`,
	}),
	'resource/v1alpha3.DeviceTaintRuleStatus': () => ({
		name: 'resource/v1alpha3.DeviceTaintRuleStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'], rules: [{ rule: 'maxItems', argument: 8 }] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaintRuleStatus`,
	}),
	'resource/v1alpha3.DeviceTaintSelector': () => ({
		name: 'resource/v1alpha3.DeviceTaintSelector',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 2 },
			{ name: 'pool', schema: { kind: 'string' }, number: 3 },
			{ name: 'device', schema: { kind: 'string' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.DeviceTaintSelector`,
	}),
	'resource/v1alpha3.PoolStatus': () => ({
		name: 'resource/v1alpha3.PoolStatus',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'omitZero', required: true },
			{ name: 'poolName', schema: { kind: 'string' }, number: 2, presence: 'omitZero', required: true },
			{ name: 'generation', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 0 }] }, number: 9, presence: 'always', required: true },
			{ name: 'resourceSliceCount', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1 }] }, number: 8 },
			{ name: 'totalDevices', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 4 },
			{ name: 'allocatedDevices', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 5 },
			{ name: 'availableDevices', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 6 },
			{ name: 'unavailableDevices', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 7 },
			{ name: 'nodeName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 3 },
			{ name: 'validationError', schema: { kind: 'string' }, number: 10 },
		],
		rules: [{ rule: 'totalSize', argument: { of: ['validationError'], max: 256 } }],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.PoolStatus`,
	}),
	'resource/v1alpha3.ResourcePoolStatusRequest': () => ({
		name: 'resource/v1alpha3.ResourcePoolStatusRequest',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always', required: true },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1alpha3.ResourcePoolStatusRequestSpec' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1alpha3.ResourcePoolStatusRequestStatus' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.ResourcePoolStatusRequest`,
	}),
	'resource/v1alpha3.ResourcePoolStatusRequestList': () => ({
		name: 'resource/v1alpha3.ResourcePoolStatusRequestList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1alpha3.ResourcePoolStatusRequest' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.ResourcePoolStatusRequestList`,
	}),
	'resource/v1alpha3.ResourcePoolStatusRequestSpec': () => ({
		name: 'resource/v1alpha3.ResourcePoolStatusRequestSpec',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'poolName', schema: { kind: 'string' }, number: 2 },
			{ name: 'limit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1 }, { rule: 'maximum', argument: 1000 }] }, number: 3, default: 100, defaultShown: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.ResourcePoolStatusRequestSpec`,
	}),
	'resource/v1alpha3.ResourcePoolStatusRequestStatus': () => ({
		name: 'resource/v1alpha3.ResourcePoolStatusRequestStatus',
		fields: [
			{ name: 'poolCount', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0 }] }, number: 6, required: true },
			{ name: 'pools', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1alpha3.PoolStatus' }, listType: 'atomic', rules: [{ rule: 'maxItems', argument: 1000 }] }, number: 2, presence: 'omitZero' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'], rules: [{ rule: 'maxItems', argument: 10 }] }, number: 3, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1alpha3.ResourcePoolStatusRequestStatus`,
	}),
	'resource/v1beta1.AllocatedDeviceStatus': () => ({
		name: 'resource/v1beta1.AllocatedDeviceStatus',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'shareID', schema: { kind: 'string' }, number: 7, introduced: '1.34' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 4, presence: 'always' },
			{ name: 'data', schema: { kind: 'rawExtension' }, number: 5 },
			{ name: 'networkData', schema: { kind: 'struct', type: 'resource/v1beta1.NetworkDeviceData' }, number: 6 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.AllocatedDeviceStatus`,
	}),
	'resource/v1beta1.AllocationResult': () => ({
		name: 'resource/v1beta1.AllocationResult',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceAllocationResult' }, number: 1, presence: 'always' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 3 },
			{ name: 'allocationTimestamp', schema: { kind: 'time' }, number: 5, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.AllocationResult`,
	}),
	'resource/v1beta1.BasicDevice': () => ({
		name: 'resource/v1beta1.BasicDevice',
		fields: [
			{ name: 'attributes', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta1.DeviceAttribute' } }, number: 1, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta1.DeviceCapacity' } }, number: 2, presence: 'omitZero' },
			{ name: 'consumesCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceCounterConsumption' }, listType: 'atomic' }, number: 3, presence: 'omitZero', introduced: '1.33' },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 4, introduced: '1.33' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 5, introduced: '1.33' },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 6, introduced: '1.33' },
			{ name: 'taints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceTaint' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.33' },
			{ name: 'bindsToNode', schema: { kind: 'boolean' }, number: 8, introduced: '1.34' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 9, presence: 'omitZero', introduced: '1.34' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 10, presence: 'omitZero', introduced: '1.34' },
			{ name: 'allowMultipleAllocations', schema: { kind: 'boolean' }, number: 11, introduced: '1.34' },
			{ name: 'nodeAllocatableResourceMappings', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta1.NodeAllocatableResourceMapping' } }, number: 12, presence: 'omitZero', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.BasicDevice`,
	}),
	'resource/v1beta1.CELDeviceSelector': () => ({
		name: 'resource/v1beta1.CELDeviceSelector',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.CELDeviceSelector`,
	}),
	'resource/v1beta1.CapacityRequestPolicy': () => ({
		name: 'resource/v1beta1.CapacityRequestPolicy',
		fields: [
			{ name: 'default', schema: { kind: 'quantity' }, number: 1, presence: 'nullable' },
			{ name: 'validValues', schema: { kind: 'list', items: { kind: 'quantity' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'validRange', schema: { kind: 'struct', type: 'resource/v1beta1.CapacityRequestPolicyRange' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.CapacityRequestPolicy`,
	}),
	'resource/v1beta1.CapacityRequestPolicyRange': () => ({
		name: 'resource/v1beta1.CapacityRequestPolicyRange',
		fields: [
			{ name: 'min', schema: { kind: 'quantity' }, number: 1, required: true, mayBeEmpty: true },
			{ name: 'max', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'step', schema: { kind: 'quantity' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.CapacityRequestPolicyRange`,
	}),
	'resource/v1beta1.CapacityRequirements': () => ({
		name: 'resource/v1beta1.CapacityRequirements',
		fields: [
			{ name: 'requests', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.CapacityRequirements`,
	}),
	'resource/v1beta1.Counter': () => ({
		name: 'resource/v1beta1.Counter',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.Counter`,
	}),
	'resource/v1beta1.CounterSet': () => ({
		name: 'resource/v1beta1.CounterSet',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta1.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.CounterSet`,
	}),
	'resource/v1beta1.Device': () => ({
		name: 'resource/v1beta1.Device',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'basic', schema: { kind: 'struct', type: 'resource/v1beta1.BasicDevice' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.Device`,
	}),
	'resource/v1beta1.DeviceAllocationConfiguration': () => ({
		name: 'resource/v1beta1.DeviceAllocationConfiguration',
		fields: [
			{ name: 'source', schema: { kind: 'string', enum: ['FromClaim', 'FromClass'], markedSince: '1.35' }, number: 1, presence: 'always', required: true },
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceConfiguration' }, number: 3, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceAllocationConfiguration`,
	}),
	'resource/v1beta1.DeviceAllocationResult': () => ({
		name: 'resource/v1beta1.DeviceAllocationResult',
		fields: [
			{ name: 'results', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceRequestAllocationResult' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceAllocationConfiguration' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceAllocationResult`,
	}),
	'resource/v1beta1.DeviceAttribute': () => ({
		name: 'resource/v1beta1.DeviceAttribute',
		fields: [
			{ name: 'int', schema: { kind: 'int64' }, number: 2 },
			{ name: 'bool', schema: { kind: 'boolean' }, number: 3 },
			{ name: 'string', schema: { kind: 'string' }, number: 4 },
			{ name: 'version', schema: { kind: 'string' }, number: 5 },
			{ name: 'ints', schema: { kind: 'list', items: { kind: 'int64' }, listType: 'atomic' }, number: 6, presence: 'omitZero', introduced: '1.36' },
			{ name: 'bools', schema: { kind: 'list', items: { kind: 'boolean' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.36' },
			{ name: 'strings', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.36' },
			{ name: 'versions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 9, presence: 'omitZero', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceAttribute`,
	}),
	'resource/v1beta1.DeviceCapacity': () => ({
		name: 'resource/v1beta1.DeviceCapacity',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'requestPolicy', schema: { kind: 'struct', type: 'resource/v1beta1.CapacityRequestPolicy' }, number: 2, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceCapacity`,
	}),
	'resource/v1beta1.DeviceClaim': () => ({
		name: 'resource/v1beta1.DeviceClaim',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceRequest' }, listType: 'atomic' }, number: 1, presence: 'always' },
			{ name: 'constraints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceConstraint' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceClaimConfiguration' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClaim`,
	}),
	'resource/v1beta1.DeviceClaimConfiguration': () => ({
		name: 'resource/v1beta1.DeviceClaimConfiguration',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceConfiguration' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClaimConfiguration`,
	}),
	'resource/v1beta1.DeviceClass': () => ({
		name: 'resource/v1beta1.DeviceClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceClassSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClass`,
	}),
	'resource/v1beta1.DeviceClassConfiguration': () => ({
		name: 'resource/v1beta1.DeviceClassConfiguration',
		fields: [
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceConfiguration' }, number: 1, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClassConfiguration`,
	}),
	'resource/v1beta1.DeviceClassList': () => ({
		name: 'resource/v1beta1.DeviceClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClassList`,
	}),
	'resource/v1beta1.DeviceClassSpec': () => ({
		name: 'resource/v1beta1.DeviceClassSpec',
		fields: [
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceSelector' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceClassConfiguration' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'extendedResourceName', schema: { kind: 'string' }, number: 4, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceClassSpec`,
	}),
	'resource/v1beta1.DeviceConfiguration': () => ({
		name: 'resource/v1beta1.DeviceConfiguration',
		fields: [
			{ name: 'opaque', schema: { kind: 'struct', type: 'resource/v1beta1.OpaqueDeviceConfiguration' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceConfiguration`,
	}),
	'resource/v1beta1.DeviceConstraint': () => ({
		name: 'resource/v1beta1.DeviceConstraint',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'matchAttribute', schema: { kind: 'string' }, number: 2 },
			{ name: 'distinctAttribute', schema: { kind: 'string' }, number: 3, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceConstraint`,
	}),
	'resource/v1beta1.DeviceCounterConsumption': () => ({
		name: 'resource/v1beta1.DeviceCounterConsumption',
		fields: [
			{ name: 'counterSet', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta1.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceCounterConsumption`,
	}),
	'resource/v1beta1.DeviceRequest': () => ({
		name: 'resource/v1beta1.DeviceRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'deviceClassName', schema: { kind: 'string' }, number: 2, presence: 'omitZero', defaultShown: '1.32' },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceSelector' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 4, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 5, presence: 'omitZero' },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 6 },
			{ name: 'firstAvailable', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceSubRequest' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.33' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceToleration' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.33' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1beta1.CapacityRequirements' }, number: 9, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceRequest`,
	}),
	'resource/v1beta1.DeviceRequestAllocationResult': () => ({
		name: 'resource/v1beta1.DeviceRequestAllocationResult',
		fields: [
			{ name: 'request', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'driver', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero', introduced: '1.33' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.34' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.34' },
			{ name: 'shareID', schema: { kind: 'string' }, number: 9, introduced: '1.34' },
			{ name: 'consumedCapacity', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 10, presence: 'omitZero', introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceRequestAllocationResult`,
	}),
	'resource/v1beta1.DeviceSelector': () => ({
		name: 'resource/v1beta1.DeviceSelector',
		fields: [
			{ name: 'cel', schema: { kind: 'struct', type: 'resource/v1beta1.CELDeviceSelector' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceSelector`,
	}),
	'resource/v1beta1.DeviceSubRequest': () => ({
		name: 'resource/v1beta1.DeviceSubRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'deviceClassName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceSelector' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 4, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 5, presence: 'omitZero' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.DeviceToleration' }, listType: 'atomic' }, number: 7, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1beta1.CapacityRequirements' }, number: 8, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceSubRequest`,
	}),
	'resource/v1beta1.DeviceTaint': () => ({
		name: 'resource/v1beta1.DeviceTaint',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 3, presence: 'always', required: true },
			{ name: 'timeAdded', schema: { kind: 'time' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceTaint`,
	}),
	'resource/v1beta1.DeviceToleration': () => ({
		name: 'resource/v1beta1.DeviceToleration',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'operator', schema: { kind: 'string', enum: ['Equal', 'Exists'] }, number: 2, presence: 'omitZero', default: 'Equal', defaultShown: '1.34' },
			{ name: 'value', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 4, presence: 'omitZero' },
			{ name: 'tolerationSeconds', schema: { kind: 'int64' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.DeviceToleration`,
	}),
	'resource/v1beta1.NetworkDeviceData': () => ({
		name: 'resource/v1beta1.NetworkDeviceData',
		fields: [
			{ name: 'interfaceName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ips', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'hardwareAddress', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.NetworkDeviceData`,
	}),
	'resource/v1beta1.NodeAllocatableResourceMapping': () => ({
		name: 'resource/v1beta1.NodeAllocatableResourceMapping',
		fields: [
			{ name: 'capacityKey', schema: { kind: 'string' }, number: 1 },
			{ name: 'allocationMultiplier', schema: { kind: 'quantity' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.NodeAllocatableResourceMapping`,
	}),
	'resource/v1beta1.OpaqueDeviceConfiguration': () => ({
		name: 'resource/v1beta1.OpaqueDeviceConfiguration',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'rawExtension' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.OpaqueDeviceConfiguration`,
	}),
	'resource/v1beta1.ResourceClaim': () => ({
		name: 'resource/v1beta1.ResourceClaim',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaim`,
	}),
	'resource/v1beta1.ResourceClaimConsumerReference': () => ({
		name: 'resource/v1beta1.ResourceClaimConsumerReference',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'resource', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'uid', schema: { kind: 'string' }, number: 5, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimConsumerReference`,
	}),
	'resource/v1beta1.ResourceClaimList': () => ({
		name: 'resource/v1beta1.ResourceClaimList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.ResourceClaim' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimList`,
	}),
	'resource/v1beta1.ResourceClaimSpec': () => ({
		name: 'resource/v1beta1.ResourceClaimSpec',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1beta1.DeviceClaim' }, number: 1, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimSpec`,
	}),
	'resource/v1beta1.ResourceClaimStatus': () => ({
		name: 'resource/v1beta1.ResourceClaimStatus',
		fields: [
			{ name: 'allocation', schema: { kind: 'struct', type: 'resource/v1beta1.AllocationResult' }, number: 1 },
			{ name: 'reservedFor', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimConsumerReference' }, listType: 'map', mapKeys: ['uid'] }, number: 2, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'uid' },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.AllocatedDeviceStatus' }, listType: 'map', mapKeys: ['driver', 'device', 'pool', 'shareID'] }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimStatus`,
	}),
	'resource/v1beta1.ResourceClaimTemplate': () => ({
		name: 'resource/v1beta1.ResourceClaimTemplate',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimTemplateSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimTemplate`,
	}),
	'resource/v1beta1.ResourceClaimTemplateList': () => ({
		name: 'resource/v1beta1.ResourceClaimTemplateList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimTemplate' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimTemplateList`,
	}),
	'resource/v1beta1.ResourceClaimTemplateSpec': () => ({
		name: 'resource/v1beta1.ResourceClaimTemplateSpec',
		fields: [
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta1.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceClaimTemplateSpec`,
	}),
	'resource/v1beta1.ResourcePool': () => ({
		name: 'resource/v1beta1.ResourcePool',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'generation', schema: { kind: 'int64' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceSliceCount', schema: { kind: 'int64' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourcePool`,
	}),
	'resource/v1beta1.ResourceSlice': () => ({
		name: 'resource/v1beta1.ResourceSlice',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta1.ResourceSliceSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceSlice`,
	}),
	'resource/v1beta1.ResourceSliceList': () => ({
		name: 'resource/v1beta1.ResourceSliceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.ResourceSlice' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceSliceList`,
	}),
	'resource/v1beta1.ResourceSliceSpec': () => ({
		name: 'resource/v1beta1.ResourceSliceSpec',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'struct', type: 'resource/v1beta1.ResourcePool' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 4 },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 5, presence: 'omitZero' },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.Device' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'perDeviceNodeSelection', schema: { kind: 'boolean' }, number: 7, introduced: '1.33' },
			{ name: 'sharedCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta1.CounterSet' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.33' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta1.ResourceSliceSpec`,
	}),
	'resource/v1beta2.AllocatedDeviceStatus': () => ({
		name: 'resource/v1beta2.AllocatedDeviceStatus',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'shareID', schema: { kind: 'string' }, number: 7, introduced: '1.34' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 4, presence: 'always' },
			{ name: 'data', schema: { kind: 'rawExtension' }, number: 5 },
			{ name: 'networkData', schema: { kind: 'struct', type: 'resource/v1beta2.NetworkDeviceData' }, number: 6 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.AllocatedDeviceStatus`,
	}),
	'resource/v1beta2.AllocationResult': () => ({
		name: 'resource/v1beta2.AllocationResult',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceAllocationResult' }, number: 1, presence: 'always' },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 3 },
			{ name: 'allocationTimestamp', schema: { kind: 'time' }, number: 5, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.AllocationResult`,
	}),
	'resource/v1beta2.CELDeviceSelector': () => ({
		name: 'resource/v1beta2.CELDeviceSelector',
		fields: [
			{ name: 'expression', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.CELDeviceSelector`,
	}),
	'resource/v1beta2.CapacityRequestPolicy': () => ({
		name: 'resource/v1beta2.CapacityRequestPolicy',
		fields: [
			{ name: 'default', schema: { kind: 'quantity' }, number: 1, presence: 'nullable' },
			{ name: 'validValues', schema: { kind: 'list', items: { kind: 'quantity' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'validRange', schema: { kind: 'struct', type: 'resource/v1beta2.CapacityRequestPolicyRange' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.CapacityRequestPolicy`,
	}),
	'resource/v1beta2.CapacityRequestPolicyRange': () => ({
		name: 'resource/v1beta2.CapacityRequestPolicyRange',
		fields: [
			{ name: 'min', schema: { kind: 'quantity' }, number: 1, required: true, mayBeEmpty: true },
			{ name: 'max', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'step', schema: { kind: 'quantity' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.CapacityRequestPolicyRange`,
	}),
	'resource/v1beta2.CapacityRequirements': () => ({
		name: 'resource/v1beta2.CapacityRequirements',
		fields: [
			{ name: 'requests', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.CapacityRequirements`,
	}),
	'resource/v1beta2.Counter': () => ({
		name: 'resource/v1beta2.Counter',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.Counter`,
	}),
	'resource/v1beta2.CounterSet': () => ({
		name: 'resource/v1beta2.CounterSet',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta2.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.CounterSet`,
	}),
	'resource/v1beta2.Device': () => ({
		name: 'resource/v1beta2.Device',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'attributes', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta2.DeviceAttribute' } }, number: 2, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta2.DeviceCapacity' } }, number: 3, presence: 'omitZero' },
			{ name: 'consumesCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceCounterConsumption' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 5 },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 6 },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 7 },
			{ name: 'taints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceTaint' }, listType: 'atomic' }, number: 8, presence: 'omitZero' },
			{ name: 'bindsToNode', schema: { kind: 'boolean' }, number: 9, introduced: '1.34' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 10, presence: 'omitZero', introduced: '1.34' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 11, presence: 'omitZero', introduced: '1.34' },
			{ name: 'allowMultipleAllocations', schema: { kind: 'boolean' }, number: 12, introduced: '1.34' },
			{ name: 'nodeAllocatableResourceMappings', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta2.NodeAllocatableResourceMapping' } }, number: 13, presence: 'omitZero', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.Device`,
	}),
	'resource/v1beta2.DeviceAllocationConfiguration': () => ({
		name: 'resource/v1beta2.DeviceAllocationConfiguration',
		fields: [
			{ name: 'source', schema: { kind: 'string', enum: ['FromClaim', 'FromClass'], markedSince: '1.35' }, number: 1, presence: 'always', required: true },
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceConfiguration' }, number: 3, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceAllocationConfiguration`,
	}),
	'resource/v1beta2.DeviceAllocationResult': () => ({
		name: 'resource/v1beta2.DeviceAllocationResult',
		fields: [
			{ name: 'results', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceRequestAllocationResult' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceAllocationConfiguration' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceAllocationResult`,
	}),
	'resource/v1beta2.DeviceAttribute': () => ({
		name: 'resource/v1beta2.DeviceAttribute',
		fields: [
			{ name: 'int', schema: { kind: 'int64' }, number: 2 },
			{ name: 'bool', schema: { kind: 'boolean' }, number: 3 },
			{ name: 'string', schema: { kind: 'string' }, number: 4 },
			{ name: 'version', schema: { kind: 'string' }, number: 5 },
			{ name: 'ints', schema: { kind: 'list', items: { kind: 'int64' }, listType: 'atomic' }, number: 6, presence: 'omitZero', introduced: '1.36' },
			{ name: 'bools', schema: { kind: 'list', items: { kind: 'boolean' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.36' },
			{ name: 'strings', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.36' },
			{ name: 'versions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 9, presence: 'omitZero', introduced: '1.36' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceAttribute`,
	}),
	'resource/v1beta2.DeviceCapacity': () => ({
		name: 'resource/v1beta2.DeviceCapacity',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'requestPolicy', schema: { kind: 'struct', type: 'resource/v1beta2.CapacityRequestPolicy' }, number: 2, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceCapacity`,
	}),
	'resource/v1beta2.DeviceClaim': () => ({
		name: 'resource/v1beta2.DeviceClaim',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceRequest' }, listType: 'atomic' }, number: 1, presence: 'always' },
			{ name: 'constraints', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceConstraint' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceClaimConfiguration' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClaim`,
	}),
	'resource/v1beta2.DeviceClaimConfiguration': () => ({
		name: 'resource/v1beta2.DeviceClaimConfiguration',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceConfiguration' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClaimConfiguration`,
	}),
	'resource/v1beta2.DeviceClass': () => ({
		name: 'resource/v1beta2.DeviceClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceClassSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClass`,
	}),
	'resource/v1beta2.DeviceClassConfiguration': () => ({
		name: 'resource/v1beta2.DeviceClassConfiguration',
		fields: [
			{ name: 'deviceConfiguration', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceConfiguration' }, number: 1, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClassConfiguration`,
	}),
	'resource/v1beta2.DeviceClassList': () => ({
		name: 'resource/v1beta2.DeviceClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClassList`,
	}),
	'resource/v1beta2.DeviceClassSpec': () => ({
		name: 'resource/v1beta2.DeviceClassSpec',
		fields: [
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceSelector' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'config', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceClassConfiguration' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'extendedResourceName', schema: { kind: 'string' }, number: 4, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceClassSpec`,
	}),
	'resource/v1beta2.DeviceConfiguration': () => ({
		name: 'resource/v1beta2.DeviceConfiguration',
		fields: [
			{ name: 'opaque', schema: { kind: 'struct', type: 'resource/v1beta2.OpaqueDeviceConfiguration' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceConfiguration`,
	}),
	'resource/v1beta2.DeviceConstraint': () => ({
		name: 'resource/v1beta2.DeviceConstraint',
		fields: [
			{ name: 'requests', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'matchAttribute', schema: { kind: 'string' }, number: 2 },
			{ name: 'distinctAttribute', schema: { kind: 'string' }, number: 3, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceConstraint`,
	}),
	'resource/v1beta2.DeviceCounterConsumption': () => ({
		name: 'resource/v1beta2.DeviceCounterConsumption',
		fields: [
			{ name: 'counterSet', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'counters', schema: { kind: 'map', values: { kind: 'struct', type: 'resource/v1beta2.Counter' } }, number: 2, presence: 'omitZero', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceCounterConsumption`,
	}),
	'resource/v1beta2.DeviceRequest': () => ({
		name: 'resource/v1beta2.DeviceRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'exactly', schema: { kind: 'struct', type: 'resource/v1beta2.ExactDeviceRequest' }, number: 2 },
			{ name: 'firstAvailable', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceSubRequest' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceRequest`,
	}),
	'resource/v1beta2.DeviceRequestAllocationResult': () => ({
		name: 'resource/v1beta2.DeviceRequestAllocationResult',
		fields: [
			{ name: 'request', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'driver', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'device', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'bindingConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 7, presence: 'omitZero', introduced: '1.34' },
			{ name: 'bindingFailureConditions', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 8, presence: 'omitZero', introduced: '1.34' },
			{ name: 'shareID', schema: { kind: 'string' }, number: 9, introduced: '1.34' },
			{ name: 'consumedCapacity', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 10, presence: 'omitZero', introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceRequestAllocationResult`,
	}),
	'resource/v1beta2.DeviceSelector': () => ({
		name: 'resource/v1beta2.DeviceSelector',
		fields: [
			{ name: 'cel', schema: { kind: 'struct', type: 'resource/v1beta2.CELDeviceSelector' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceSelector`,
	}),
	'resource/v1beta2.DeviceSubRequest': () => ({
		name: 'resource/v1beta2.DeviceSubRequest',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'deviceClassName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceSelector' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 4, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 5, presence: 'omitZero' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1beta2.CapacityRequirements' }, number: 7, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceSubRequest`,
	}),
	'resource/v1beta2.DeviceTaint': () => ({
		name: 'resource/v1beta2.DeviceTaint',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 3, presence: 'always', required: true },
			{ name: 'timeAdded', schema: { kind: 'time' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaint`,
	}),
	'resource/v1beta2.DeviceTaintRule': () => ({
		name: 'resource/v1beta2.DeviceTaintRule',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceTaintRuleSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceTaintRuleStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaintRule`,
	}),
	'resource/v1beta2.DeviceTaintRuleList': () => ({
		name: 'resource/v1beta2.DeviceTaintRuleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceTaintRule' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaintRuleList`,
	}),
	'resource/v1beta2.DeviceTaintRuleSpec': () => ({
		name: 'resource/v1beta2.DeviceTaintRuleSpec',
		fields: [
			{ name: 'deviceSelector', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceTaintSelector' }, number: 1 },
			{ name: 'taint', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceTaint' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaintRuleSpec`,
	}),
	'resource/v1beta2.DeviceTaintRuleStatus': () => ({
		name: 'resource/v1beta2.DeviceTaintRuleStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaintRuleStatus`,
	}),
	'resource/v1beta2.DeviceTaintSelector': () => ({
		name: 'resource/v1beta2.DeviceTaintSelector',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 2 },
			{ name: 'pool', schema: { kind: 'string' }, number: 3 },
			{ name: 'device', schema: { kind: 'string' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceTaintSelector`,
	}),
	'resource/v1beta2.DeviceToleration': () => ({
		name: 'resource/v1beta2.DeviceToleration',
		fields: [
			{ name: 'key', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'operator', schema: { kind: 'string', enum: ['Equal', 'Exists'] }, number: 2, presence: 'omitZero', default: 'Equal', defaultShown: '1.34' },
			{ name: 'value', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'effect', schema: { kind: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] }, number: 4, presence: 'omitZero' },
			{ name: 'tolerationSeconds', schema: { kind: 'int64' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.DeviceToleration`,
	}),
	'resource/v1beta2.ExactDeviceRequest': () => ({
		name: 'resource/v1beta2.ExactDeviceRequest',
		fields: [
			{ name: 'deviceClassName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'selectors', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceSelector' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'allocationMode', schema: { kind: 'string', enum: ['All', 'ExactCount'], markedSince: '1.35' }, number: 3, presence: 'omitZero' },
			{ name: 'count', schema: { kind: 'int64' }, number: 4, presence: 'omitZero' },
			{ name: 'adminAccess', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.DeviceToleration' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'capacity', schema: { kind: 'struct', type: 'resource/v1beta2.CapacityRequirements' }, number: 7, introduced: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ExactDeviceRequest`,
	}),
	'resource/v1beta2.NetworkDeviceData': () => ({
		name: 'resource/v1beta2.NetworkDeviceData',
		fields: [
			{ name: 'interfaceName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ips', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'hardwareAddress', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.NetworkDeviceData`,
	}),
	'resource/v1beta2.NodeAllocatableResourceMapping': () => ({
		name: 'resource/v1beta2.NodeAllocatableResourceMapping',
		fields: [
			{ name: 'capacityKey', schema: { kind: 'string' }, number: 1 },
			{ name: 'allocationMultiplier', schema: { kind: 'quantity' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.NodeAllocatableResourceMapping`,
	}),
	'resource/v1beta2.OpaqueDeviceConfiguration': () => ({
		name: 'resource/v1beta2.OpaqueDeviceConfiguration',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'parameters', schema: { kind: 'rawExtension' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.OpaqueDeviceConfiguration`,
	}),
	'resource/v1beta2.ResourceClaim': () => ({
		name: 'resource/v1beta2.ResourceClaim',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaim`,
	}),
	'resource/v1beta2.ResourceClaimConsumerReference': () => ({
		name: 'resource/v1beta2.ResourceClaimConsumerReference',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'resource', schema: { kind: 'string' }, number: 3, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'uid', schema: { kind: 'string' }, number: 5, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimConsumerReference`,
	}),
	'resource/v1beta2.ResourceClaimList': () => ({
		name: 'resource/v1beta2.ResourceClaimList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.ResourceClaim' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimList`,
	}),
	'resource/v1beta2.ResourceClaimSpec': () => ({
		name: 'resource/v1beta2.ResourceClaimSpec',
		fields: [
			{ name: 'devices', schema: { kind: 'struct', type: 'resource/v1beta2.DeviceClaim' }, number: 1, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimSpec`,
	}),
	'resource/v1beta2.ResourceClaimStatus': () => ({
		name: 'resource/v1beta2.ResourceClaimStatus',
		fields: [
			{ name: 'allocation', schema: { kind: 'struct', type: 'resource/v1beta2.AllocationResult' }, number: 1 },
			{ name: 'reservedFor', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimConsumerReference' }, listType: 'map', mapKeys: ['uid'] }, number: 2, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'uid' },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.AllocatedDeviceStatus' }, listType: 'map', mapKeys: ['driver', 'device', 'pool', 'shareID'] }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimStatus`,
	}),
	'resource/v1beta2.ResourceClaimTemplate': () => ({
		name: 'resource/v1beta2.ResourceClaimTemplate',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimTemplateSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimTemplate`,
	}),
	'resource/v1beta2.ResourceClaimTemplateList': () => ({
		name: 'resource/v1beta2.ResourceClaimTemplateList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimTemplate' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimTemplateList`,
	}),
	'resource/v1beta2.ResourceClaimTemplateSpec': () => ({
		name: 'resource/v1beta2.ResourceClaimTemplateSpec',
		fields: [
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.ResourceClaimSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceClaimTemplateSpec`,
	}),
	'resource/v1beta2.ResourcePool': () => ({
		name: 'resource/v1beta2.ResourcePool',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'generation', schema: { kind: 'int64' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'resourceSliceCount', schema: { kind: 'int64' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourcePool`,
	}),
	'resource/v1beta2.ResourceSlice': () => ({
		name: 'resource/v1beta2.ResourceSlice',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'resource/v1beta2.ResourceSliceSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceSlice`,
	}),
	'resource/v1beta2.ResourceSliceList': () => ({
		name: 'resource/v1beta2.ResourceSliceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.ResourceSlice' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceSliceList`,
	}),
	'resource/v1beta2.ResourceSliceSpec': () => ({
		name: 'resource/v1beta2.ResourceSliceSpec',
		fields: [
			{ name: 'driver', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'pool', schema: { kind: 'struct', type: 'resource/v1beta2.ResourcePool' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 3 },
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 4 },
			{ name: 'allNodes', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'devices', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.Device' }, listType: 'atomic' }, number: 6, presence: 'omitZero' },
			{ name: 'perDeviceNodeSelection', schema: { kind: 'boolean' }, number: 7 },
			{ name: 'sharedCounters', schema: { kind: 'list', items: { kind: 'struct', type: 'resource/v1beta2.CounterSet' }, listType: 'atomic' }, number: 8, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.resource.v1beta2.ResourceSliceSpec`,
	}),
};
