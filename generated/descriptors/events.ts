// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'events/v1.Event': () => ({
		name: 'events/v1.Event',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'eventTime', schema: { kind: 'microTime' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'series', schema: { kind: 'struct', type: 'events/v1.EventSeries' }, number: 3 },
			{ name: 'reportingController', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'reportingInstance', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
			{ name: 'action', schema: { kind: 'string' }, number: 6, presence: 'omitZero' },
			{ name: 'reason', schema: { kind: 'string' }, number: 7, presence: 'omitZero' },
			{ name: 'regarding', schema: { kind: 'struct', type: 'core/v1.ObjectReference' }, number: 8, presence: 'always' },
			{ name: 'related', schema: { kind: 'struct', type: 'core/v1.ObjectReference' }, number: 9 },
			{ name: 'note', schema: { kind: 'string' }, number: 10, presence: 'omitZero' },
			{ name: 'type', schema: { kind: 'string' }, number: 11, presence: 'omitZero' },
			{ name: 'deprecatedSource', schema: { kind: 'struct', type: 'core/v1.EventSource' }, number: 12, presence: 'always' },
			{ name: 'deprecatedFirstTimestamp', schema: { kind: 'time' }, number: 13, presence: 'always' },
			{ name: 'deprecatedLastTimestamp', schema: { kind: 'time' }, number: 14, presence: 'always' },
			{ name: 'deprecatedCount', schema: { kind: 'int32' }, number: 15, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.events.v1.Event`,
	}),
	'events/v1.EventList': () => ({
		name: 'events/v1.EventList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'events/v1.Event' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.events.v1.EventList`,
	}),
	'events/v1.EventSeries': () => ({
		name: 'events/v1.EventSeries',
		fields: [
			{ name: 'count', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastObservedTime', schema: { kind: 'microTime' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.events.v1.EventSeries`,
	}),
};
