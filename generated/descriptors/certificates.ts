// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'certificates/v1.CertificateSigningRequest': () => ({
		name: 'certificates/v1.CertificateSigningRequest',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'certificates/v1.CertificateSigningRequestSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'certificates/v1.CertificateSigningRequestStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1.CertificateSigningRequest`,
	}),
	'certificates/v1.CertificateSigningRequestCondition': () => ({
		name: 'certificates/v1.CertificateSigningRequestCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'reason', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'lastUpdateTime', schema: { kind: 'time' }, number: 4, presence: 'always' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1.CertificateSigningRequestCondition`,
	}),
	'certificates/v1.CertificateSigningRequestList': () => ({
		name: 'certificates/v1.CertificateSigningRequestList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1.CertificateSigningRequest' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1.CertificateSigningRequestList`,
	}),
	'certificates/v1.CertificateSigningRequestSpec': () => ({
		name: 'certificates/v1.CertificateSigningRequestSpec',
		fields: [
			{ name: 'request', schema: { kind: 'bytes' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'signerName', schema: { kind: 'string' }, number: 7, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'expirationSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 600, message: 'may not specify a duration less than 600 seconds (10 minutes)' }] }, number: 8, gate: 'CSRDuration', introduced: '1.22' },
			{ name: 'usages', schema: { kind: 'list', items: { kind: 'string', enum: ['any', 'cert sign', 'client auth', 'code signing', 'content commitment', 'crl sign', 'data encipherment', 'decipher only', 'digital signature', 'email protection', 'encipher only', 'ipsec end system', 'ipsec tunnel', 'ipsec user', 'key agreement', 'key encipherment', 'microsoft sgc', 'netscape sgc', 'ocsp signing', 's/mime', 'server auth', 'signing', 'timestamping'], enumOpen: true, markedSince: '1.26' }, listType: 'atomic' }, number: 5, presence: 'omitZero' },
			{ name: 'username', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'groups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'extra', schema: { kind: 'map', values: { kind: 'list', items: { kind: 'string' } } }, number: 6, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1.CertificateSigningRequestSpec`,
	}),
	'certificates/v1.CertificateSigningRequestStatus': () => ({
		name: 'certificates/v1.CertificateSigningRequestStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1.CertificateSigningRequestCondition' }, listType: 'map', mapKeys: ['type'], mayRepeat: 'silently' }, number: 1, presence: 'omitZero' },
			{ name: 'certificate', schema: { kind: 'bytes' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1.CertificateSigningRequestStatus`,
	}),
	'certificates/v1alpha1.ClusterTrustBundle': () => ({
		name: 'certificates/v1alpha1.ClusterTrustBundle',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'certificates/v1alpha1.ClusterTrustBundleSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1alpha1.ClusterTrustBundle`,
	}),
	'certificates/v1alpha1.ClusterTrustBundleList': () => ({
		name: 'certificates/v1alpha1.ClusterTrustBundleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1alpha1.ClusterTrustBundle' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1alpha1.ClusterTrustBundleList`,
	}),
	'certificates/v1alpha1.ClusterTrustBundleSpec': () => ({
		name: 'certificates/v1alpha1.ClusterTrustBundleSpec',
		fields: [
			{ name: 'signerName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'trustBundle', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1alpha1.ClusterTrustBundleSpec`,
	}),
	'certificates/v1beta1.CertificateSigningRequest': () => ({
		name: 'certificates/v1beta1.CertificateSigningRequest',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'certificates/v1beta1.CertificateSigningRequestSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'certificates/v1beta1.CertificateSigningRequestStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.CertificateSigningRequest`,
	}),
	'certificates/v1beta1.CertificateSigningRequestCondition': () => ({
		name: 'certificates/v1beta1.CertificateSigningRequestCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 6, default: 'True', mayBeEmpty: true },
			{ name: 'reason', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'lastUpdateTime', schema: { kind: 'time' }, number: 4, presence: 'always' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 5, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.CertificateSigningRequestCondition`,
	}),
	'certificates/v1beta1.CertificateSigningRequestList': () => ({
		name: 'certificates/v1beta1.CertificateSigningRequestList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1beta1.CertificateSigningRequest' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.CertificateSigningRequestList`,
	}),
	'certificates/v1beta1.CertificateSigningRequestSpec': () => ({
		name: 'certificates/v1beta1.CertificateSigningRequestSpec',
		fields: [
			{ name: 'request', schema: { kind: 'bytes' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'signerName', schema: { kind: 'string' }, number: 7 },
			{ name: 'expirationSeconds', schema: { kind: 'int32' }, number: 8, gate: 'CSRDuration', introduced: '1.22' },
			{ name: 'usages', schema: { kind: 'list', items: { kind: 'string', enum: ['any', 'cert sign', 'client auth', 'code signing', 'content commitment', 'crl sign', 'data encipherment', 'decipher only', 'digital signature', 'email protection', 'encipher only', 'ipsec end system', 'ipsec tunnel', 'ipsec user', 'key agreement', 'key encipherment', 'microsoft sgc', 'netscape sgc', 'ocsp signing', 's/mime', 'server auth', 'signing', 'timestamping'], enumOpen: true, markedSince: '1.26' }, listType: 'atomic' }, number: 5, presence: 'omitZero', default: ['digital signature', 'key encipherment'] },
			{ name: 'username', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'groups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
			{ name: 'extra', schema: { kind: 'map', values: { kind: 'list', items: { kind: 'string' } } }, number: 6, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.CertificateSigningRequestSpec`,
	}),
	'certificates/v1beta1.CertificateSigningRequestStatus': () => ({
		name: 'certificates/v1beta1.CertificateSigningRequestStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1beta1.CertificateSigningRequestCondition' }, listType: 'map', mapKeys: ['type'], mayRepeat: 'silently' }, number: 1, presence: 'omitZero' },
			{ name: 'certificate', schema: { kind: 'bytes' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.CertificateSigningRequestStatus`,
	}),
	'certificates/v1beta1.ClusterTrustBundle': () => ({
		name: 'certificates/v1beta1.ClusterTrustBundle',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'certificates/v1beta1.ClusterTrustBundleSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.ClusterTrustBundle`,
	}),
	'certificates/v1beta1.ClusterTrustBundleList': () => ({
		name: 'certificates/v1beta1.ClusterTrustBundleList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1beta1.ClusterTrustBundle' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.ClusterTrustBundleList`,
	}),
	'certificates/v1beta1.ClusterTrustBundleSpec': () => ({
		name: 'certificates/v1beta1.ClusterTrustBundleSpec',
		fields: [
			{ name: 'signerName', schema: { kind: 'string' }, number: 1, presence: 'omitZero', immutable: true },
			{ name: 'trustBundle', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.ClusterTrustBundleSpec`,
	}),
	'certificates/v1beta1.PodCertificateRequest': () => ({
		name: 'certificates/v1beta1.PodCertificateRequest',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'certificates/v1beta1.PodCertificateRequestSpec' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'certificates/v1beta1.PodCertificateRequestStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.PodCertificateRequest`,
	}),
	'certificates/v1beta1.PodCertificateRequestList': () => ({
		name: 'certificates/v1beta1.PodCertificateRequestList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'certificates/v1beta1.PodCertificateRequest' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.PodCertificateRequestList`,
	}),
	'certificates/v1beta1.PodCertificateRequestSpec': () => ({
		name: 'certificates/v1beta1.PodCertificateRequestSpec',
		fields: [
			{ name: 'signerName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'podName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'podUID', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'serviceAccountName', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'serviceAccountUID', schema: { kind: 'string' }, number: 5, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeName', schema: { kind: 'string' }, number: 6, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'nodeUID', schema: { kind: 'string' }, number: 7, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'maxExpirationSeconds', schema: { kind: 'int32' }, number: 8, default: 86400, defaultShown: '1.35' },
			{ name: 'pkixPublicKey', schema: { kind: 'bytes' }, number: 9, presence: 'nullable' },
			{ name: 'proofOfPossession', schema: { kind: 'bytes' }, number: 10, presence: 'nullable' },
			{ name: 'stubPKCS10Request', schema: { kind: 'bytes' }, number: 12, presence: 'nullable', required: true, mayBeEmpty: true, introduced: '1.36' },
			{ name: 'unverifiedUserAnnotations', schema: { kind: 'map', values: { kind: 'string' } }, number: 11, presence: 'omitZero', introduced: '1.35' },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.PodCertificateRequestSpec`,
	}),
	'certificates/v1beta1.PodCertificateRequestStatus': () => ({
		name: 'certificates/v1beta1.PodCertificateRequestStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
			{ name: 'certificateChain', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'notBefore', schema: { kind: 'time' }, number: 4 },
			{ name: 'beginRefreshAt', schema: { kind: 'time' }, number: 5 },
			{ name: 'notAfter', schema: { kind: 'time' }, number: 6 },
		],
		openapi: `${words.groupDomainReversed}.api.certificates.v1beta1.PodCertificateRequestStatus`,
	}),
};
