// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'auditregistration/v1alpha1.AuditSink': () => ({
		name: 'auditregistration/v1alpha1.AuditSink',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.AuditSinkSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.AuditSink`,
	}),
	'auditregistration/v1alpha1.AuditSinkList': () => ({
		name: 'auditregistration/v1alpha1.AuditSinkList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'auditregistration/v1alpha1.AuditSink' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.AuditSinkList`,
	}),
	'auditregistration/v1alpha1.AuditSinkSpec': () => ({
		name: 'auditregistration/v1alpha1.AuditSinkSpec',
		fields: [
			{ name: 'policy', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.Policy' }, number: 1, presence: 'always', required: true },
			{ name: 'webhook', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.Webhook' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.AuditSinkSpec`,
	}),
	'auditregistration/v1alpha1.Policy': () => ({
		name: 'auditregistration/v1alpha1.Policy',
		fields: [
			{ name: 'level', schema: { kind: 'string', enum: ['Metadata', 'None', 'Request', 'RequestResponse'] }, number: 1, presence: 'always', required: true },
			{ name: 'stages', schema: { kind: 'list', items: { kind: 'string', enum: ['Panic', 'RequestReceived', 'ResponseComplete', 'ResponseStarted'] } }, number: 2, presence: 'always', mayBeEmpty: true },
		],
		rules: [{ rule: 'requiredWhen', argument: { cel: 'self.level != \'None\'', fields: ['stages'] } }],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.Policy`,
	}),
	'auditregistration/v1alpha1.ServiceReference': () => ({
		name: 'auditregistration/v1alpha1.ServiceReference',
		fields: [
			{ name: 'namespace', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true },
			{ name: 'path', schema: { kind: 'string' }, number: 3 },
			{ name: 'port', schema: { kind: 'int32' }, number: 4, default: 443 },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.ServiceReference`,
	}),
	'auditregistration/v1alpha1.Webhook': () => ({
		name: 'auditregistration/v1alpha1.Webhook',
		fields: [
			{ name: 'throttle', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.WebhookThrottleConfig' }, number: 1, default: {} },
			{ name: 'clientConfig', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.WebhookClientConfig' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.Webhook`,
	}),
	'auditregistration/v1alpha1.WebhookClientConfig': () => ({
		name: 'auditregistration/v1alpha1.WebhookClientConfig',
		fields: [
			{ name: 'url', schema: { kind: 'string' }, number: 1 },
			{ name: 'service', schema: { kind: 'struct', type: 'auditregistration/v1alpha1.ServiceReference' }, number: 2 },
			{ name: 'caBundle', schema: { kind: 'bytes' }, number: 3, presence: 'omitZero' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: 'has(self.url) != has(self.service)', message: 'exactly one of url or service is required' }] }],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.WebhookClientConfig`,
	}),
	'auditregistration/v1alpha1.WebhookThrottleConfig': () => ({
		name: 'auditregistration/v1alpha1.WebhookThrottleConfig',
		fields: [
			{ name: 'qps', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 1, message: 'qps must be a positive number' }] }, number: 1, default: 10 },
			{ name: 'burst', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 1, message: 'burst must be a positive number' }] }, number: 2, default: 15 },
		],
		openapi: `${words.groupDomainReversed}.api.auditregistration.v1alpha1.WebhookThrottleConfig`,
	}),
};
