// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { vocabulary, words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'node/v1.Overhead': () => ({
		name: 'node/v1.Overhead',
		fields: [
			{ name: 'podFixed', schema: { kind: 'map', values: { kind: 'quantity' } }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1.Overhead`,
	}),
	'node/v1.RuntimeClass': () => ({
		name: 'node/v1.RuntimeClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'handler', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 2, presence: 'always', required: true, immutable: true },
			{ name: 'overhead', schema: { kind: 'struct', type: 'node/v1.Overhead' }, number: 3, gate: 'PodOverhead', introduced: '1.16' },
			{ name: 'scheduling', schema: { kind: 'struct', type: 'node/v1.Scheduling' }, number: 4, introduced: '1.16' },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1.RuntimeClass`,
	}),
	'node/v1.RuntimeClassList': () => ({
		name: 'node/v1.RuntimeClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'node/v1.RuntimeClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1.RuntimeClassList`,
	}),
	'node/v1.Scheduling': () => ({
		name: 'node/v1.Scheduling',
		fields: [
			{ name: 'nodeSelector', schema: { kind: 'map', values: { kind: 'string', rules: [{ rule: 'format', argument: 'label-value' }] }, keys: { rules: [{ rule: 'format', argument: 'label-key' }, { rule: 'deprecatedValues', argument: { texts: { [`beta.${vocabulary.labelDomain}/arch`]: `deprecated since v1.14; use "${vocabulary.labelDomain}/arch" instead`, [`beta.${vocabulary.labelDomain}/os`]: `deprecated since v1.14; use "${vocabulary.labelDomain}/os" instead`, [`failure-domain.beta.${vocabulary.labelDomain}/region`]: `deprecated since v1.17; use "topology.${vocabulary.labelDomain}/region" instead`, [`failure-domain.beta.${vocabulary.labelDomain}/zone`]: `deprecated since v1.17; use "topology.${vocabulary.labelDomain}/zone" instead`, [`beta.${vocabulary.labelDomain}/instance-type`]: `deprecated since v1.17; use "node.${vocabulary.labelDomain}/instance-type" instead` } } }] }, mapType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'tolerations', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.Toleration' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1.Scheduling`,
	}),
	'node/v1alpha1.RuntimeClass': () => ({
		name: 'node/v1alpha1.RuntimeClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'node/v1alpha1.RuntimeClassSpec' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1alpha1.RuntimeClass`,
	}),
	'node/v1alpha1.RuntimeClassList': () => ({
		name: 'node/v1alpha1.RuntimeClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'node/v1alpha1.RuntimeClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1alpha1.RuntimeClassList`,
	}),
	'node/v1alpha1.RuntimeClassSpec': () => ({
		name: 'node/v1alpha1.RuntimeClassSpec',
		fields: [
			{ name: 'runtimeHandler', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'overhead', schema: { kind: 'struct', type: 'node/v1.Overhead' }, number: 2, gate: 'PodOverhead', introduced: '1.16' },
			{ name: 'scheduling', schema: { kind: 'struct', type: 'node/v1.Scheduling' }, number: 3, introduced: '1.16' },
		],
		openapi: `${words.groupDomainReversed}.api.node.v1alpha1.RuntimeClassSpec`,
	}),
};
