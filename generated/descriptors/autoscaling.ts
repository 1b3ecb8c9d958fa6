// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'autoscaling/v1.Scale': () => ({
		name: 'autoscaling/v1.Scale',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v1.ScaleSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v1.ScaleStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.Scale`,
	}),
	'autoscaling/v1.ScaleSpec': () => ({
		name: 'autoscaling/v1.ScaleSpec',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1, presence: 'omitZero', defaultShown: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.ScaleSpec`,
	}),
	'autoscaling/v1.ScaleStatus': () => ({
		name: 'autoscaling/v1.ScaleStatus',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.ScaleStatus`,
	}),
};
