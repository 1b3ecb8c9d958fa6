// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'settings/v1alpha1.PodPreset': () => ({
		name: 'settings/v1alpha1.PodPreset',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'settings/v1alpha1.PodPresetSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.settings.v1alpha1.PodPreset`,
	}),
	'settings/v1alpha1.PodPresetList': () => ({
		name: 'settings/v1alpha1.PodPresetList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'settings/v1alpha1.PodPreset' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.settings.v1alpha1.PodPresetList`,
	}),
	'settings/v1alpha1.PodPresetSpec': () => ({
		name: 'settings/v1alpha1.PodPresetSpec',
		fields: [
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1, presence: 'always' },
			{ name: 'env', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.EnvVar' } }, number: 2, presence: 'omitZero' },
			{ name: 'envFrom', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.EnvFromSource' } }, number: 3, presence: 'omitZero' },
			{ name: 'volumes', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.Volume' } }, number: 4, presence: 'omitZero' },
			{ name: 'volumeMounts', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.VolumeMount' } }, number: 5, presence: 'omitZero' },
		],
		rules: [{ rule: 'anyOf', argument: [{ required: ['env'] }, { required: ['envFrom'] }, { required: ['volumes'] }, { required: ['volumeMounts'] }] }],
		openapi: `${words.groupDomainReversed}.api.settings.v1alpha1.PodPresetSpec`,
	}),
};
