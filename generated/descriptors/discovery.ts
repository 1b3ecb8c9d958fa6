// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'discovery/v1.Endpoint': () => ({
		name: 'discovery/v1.Endpoint',
		fields: [
			{ name: 'addresses', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'conditions', schema: { kind: 'struct', type: 'discovery/v1.EndpointConditions' }, number: 2, presence: 'always' },
			{ name: 'hostname', schema: { kind: 'string' }, number: 3 },
			{ name: 'targetRef', schema: { kind: 'struct', type: 'core/v1.ObjectReference' }, number: 4 },
			{ name: 'deprecatedTopology', schema: { kind: 'map', values: { kind: 'string' } }, number: 5, presence: 'omitZero' },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 6 },
			{ name: 'zone', schema: { kind: 'string' }, number: 7 },
			{ name: 'hints', schema: { kind: 'struct', type: 'discovery/v1.EndpointHints' }, number: 8 },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.Endpoint`,
	}),
	'discovery/v1.EndpointConditions': () => ({
		name: 'discovery/v1.EndpointConditions',
		fields: [
			{ name: 'ready', schema: { kind: 'boolean' }, number: 1 },
			{ name: 'serving', schema: { kind: 'boolean' }, number: 2 },
			{ name: 'terminating', schema: { kind: 'boolean' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.EndpointConditions`,
	}),
	'discovery/v1.EndpointHints': () => ({
		name: 'discovery/v1.EndpointHints',
		fields: [
			{ name: 'forZones', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1.ForZone' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'forNodes', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1.ForNode' }, listType: 'atomic' }, number: 2, presence: 'omitZero', gate: 'PreferSameTrafficDistribution', introduced: '1.33' },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.EndpointHints`,
	}),
	'discovery/v1.EndpointPort': () => ({
		name: 'discovery/v1.EndpointPort',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, default: '' },
			{ name: 'protocol', schema: { kind: 'string', enum: ['SCTP', 'TCP', 'UDP'], markedSince: '1.26' }, number: 2, default: 'TCP' },
			{ name: 'port', schema: { kind: 'int32' }, number: 3 },
			{ name: 'appProtocol', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'qualified-name' }] }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.EndpointPort`,
		mapType: 'atomic',
	}),
	'discovery/v1.EndpointSlice': () => ({
		name: 'discovery/v1.EndpointSlice',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'addressType', schema: { kind: 'string', enum: ['FQDN', 'IPv4', 'IPv6'] }, number: 4, presence: 'always', required: true, immutable: true },
			{ name: 'endpoints', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1.Endpoint' }, listType: 'atomic' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1.EndpointPort' }, listType: 'atomic' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.EndpointSlice`,
	}),
	'discovery/v1.EndpointSliceList': () => ({
		name: 'discovery/v1.EndpointSliceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1.EndpointSlice' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.EndpointSliceList`,
	}),
	'discovery/v1.ForNode': () => ({
		name: 'discovery/v1.ForNode',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.ForNode`,
	}),
	'discovery/v1.ForZone': () => ({
		name: 'discovery/v1.ForZone',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1.ForZone`,
	}),
	'discovery/v1beta1.Endpoint': () => ({
		name: 'discovery/v1beta1.Endpoint',
		fields: [
			{ name: 'addresses', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'conditions', schema: { kind: 'struct', type: 'discovery/v1.EndpointConditions' }, number: 2, presence: 'always' },
			{ name: 'hostname', schema: { kind: 'string' }, number: 3 },
			{ name: 'targetRef', schema: { kind: 'struct', type: 'core/v1.ObjectReference' }, number: 4 },
			{ name: 'topology', schema: { kind: 'map', values: { kind: 'string' } }, number: 5, presence: 'omitZero' },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 6 },
			{ name: 'hints', schema: { kind: 'struct', type: 'discovery/v1.EndpointHints' }, number: 7 },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1beta1.Endpoint`,
	}),
	'discovery/v1beta1.EndpointPort': () => ({
		name: 'discovery/v1beta1.EndpointPort',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1 },
			{ name: 'protocol', schema: { kind: 'string' }, number: 2 },
			{ name: 'port', schema: { kind: 'int32' }, number: 3 },
			{ name: 'appProtocol', schema: { kind: 'string' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1beta1.EndpointPort`,
	}),
	'discovery/v1beta1.EndpointSlice': () => ({
		name: 'discovery/v1beta1.EndpointSlice',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'addressType', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'endpoints', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1beta1.Endpoint' }, listType: 'atomic' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1beta1.EndpointPort' }, listType: 'atomic' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1beta1.EndpointSlice`,
	}),
	'discovery/v1beta1.EndpointSliceList': () => ({
		name: 'discovery/v1beta1.EndpointSliceList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'discovery/v1beta1.EndpointSlice' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.discovery.v1beta1.EndpointSliceList`,
	}),
};
