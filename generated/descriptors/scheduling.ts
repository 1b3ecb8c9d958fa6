// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'scheduling/v1.PriorityClass': () => ({
		name: 'scheduling/v1.PriorityClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'value', schema: { kind: 'int32' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'globalDefault', schema: { kind: 'boolean' }, number: 3, presence: 'omitZero' },
			{ name: 'description', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'preemptionPolicy', schema: { kind: 'string', enum: ['Never', 'PreemptLowerPriority'], markedSince: '1.26' }, number: 5, default: 'PreemptLowerPriority', immutable: true, mayBeEmpty: true, gate: 'NonPreemptingPriority' },
		],
		rules: [{ rule: 'frozenWhen', argument: { cel: 'true', fields: ['value'], message: 'may not be changed in an update.' } }],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1.PriorityClass`,
	}),
	'scheduling/v1.PriorityClassList': () => ({
		name: 'scheduling/v1.PriorityClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'scheduling/v1.PriorityClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.scheduling.v1.PriorityClassList`,
	}),
};
