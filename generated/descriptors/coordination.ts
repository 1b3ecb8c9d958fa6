// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'coordination/v1.Lease': () => ({
		name: 'coordination/v1.Lease',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'coordination/v1.LeaseSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1.Lease`,
	}),
	'coordination/v1.LeaseList': () => ({
		name: 'coordination/v1.LeaseList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'coordination/v1.Lease' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1.LeaseList`,
	}),
	'coordination/v1.LeaseSpec': () => ({
		name: 'coordination/v1.LeaseSpec',
		fields: [
			{ name: 'holderIdentity', schema: { kind: 'string' }, number: 1 },
			{ name: 'leaseDurationSeconds', schema: { kind: 'int32', rules: [{ rule: 'exclusiveMinimum', argument: 0, message: 'must be greater than 0' }] }, number: 2 },
			{ name: 'acquireTime', schema: { kind: 'microTime' }, number: 3 },
			{ name: 'renewTime', schema: { kind: 'microTime' }, number: 4 },
			{ name: 'leaseTransitions', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 5 },
			{ name: 'strategy', schema: { kind: 'string' }, number: 6, gate: 'CoordinatedLeaderElection', introduced: '1.31' },
			{ name: 'preferredHolder', schema: { kind: 'string' }, number: 7, gate: 'CoordinatedLeaderElection', introduced: '1.31' },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1.LeaseSpec`,
	}),
	'coordination/v1alpha2.LeaseCandidate': () => ({
		name: 'coordination/v1alpha2.LeaseCandidate',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'coordination/v1alpha2.LeaseCandidateSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1alpha2.LeaseCandidate`,
	}),
	'coordination/v1alpha2.LeaseCandidateList': () => ({
		name: 'coordination/v1alpha2.LeaseCandidateList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'coordination/v1alpha2.LeaseCandidate' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1alpha2.LeaseCandidateList`,
	}),
	'coordination/v1alpha2.LeaseCandidateSpec': () => ({
		name: 'coordination/v1alpha2.LeaseCandidateSpec',
		fields: [
			{ name: 'leaseName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'pingTime', schema: { kind: 'microTime' }, number: 2 },
			{ name: 'renewTime', schema: { kind: 'microTime' }, number: 3 },
			{ name: 'binaryVersion', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'emulationVersion', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
			{ name: 'strategy', schema: { kind: 'string' }, number: 6, presence: 'omitZero', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1alpha2.LeaseCandidateSpec`,
	}),
	'coordination/v1beta1.LeaseCandidate': () => ({
		name: 'coordination/v1beta1.LeaseCandidate',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'coordination/v1beta1.LeaseCandidateSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1beta1.LeaseCandidate`,
	}),
	'coordination/v1beta1.LeaseCandidateList': () => ({
		name: 'coordination/v1beta1.LeaseCandidateList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'coordination/v1beta1.LeaseCandidate' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1beta1.LeaseCandidateList`,
	}),
	'coordination/v1beta1.LeaseCandidateSpec': () => ({
		name: 'coordination/v1beta1.LeaseCandidateSpec',
		fields: [
			{ name: 'leaseName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, immutable: true },
			{ name: 'pingTime', schema: { kind: 'microTime' }, number: 2 },
			{ name: 'renewTime', schema: { kind: 'microTime' }, number: 3 },
			{ name: 'binaryVersion', schema: { kind: 'string' }, number: 4, presence: 'always', required: true },
			{ name: 'emulationVersion', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
			{ name: 'strategy', schema: { kind: 'string' }, number: 6, presence: 'omitZero', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.coordination.v1beta1.LeaseCandidateSpec`,
	}),
};
