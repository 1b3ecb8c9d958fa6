// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'authentication/v1.BoundObjectReference': () => ({
		name: 'authentication/v1.BoundObjectReference',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.BoundObjectReference`,
	}),
	'authentication/v1.SelfSubjectReview': () => ({
		name: 'authentication/v1.SelfSubjectReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'authentication/v1.SelfSubjectReviewStatus' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.SelfSubjectReview`,
	}),
	'authentication/v1.SelfSubjectReviewStatus': () => ({
		name: 'authentication/v1.SelfSubjectReviewStatus',
		fields: [
			{ name: 'userInfo', schema: { kind: 'struct', type: 'authentication/v1.UserInfo' }, number: 1, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.SelfSubjectReviewStatus`,
	}),
	'authentication/v1.TokenRequest': () => ({
		name: 'authentication/v1.TokenRequest',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authentication/v1.TokenRequestSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'status', schema: { kind: 'struct', type: 'authentication/v1.TokenRequestStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenRequest`,
	}),
	'authentication/v1.TokenRequestSpec': () => ({
		name: 'authentication/v1.TokenRequestSpec',
		fields: [
			{ name: 'audiences', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'expirationSeconds', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 600, message: 'may not specify a duration less than 10 minutes' }, { rule: 'maximum', argument: 4294967296, message: 'may not specify a duration larger than 2^32 seconds' }] }, number: 4, presence: 'nullable', default: 3600 },
			{ name: 'boundObjectRef', schema: { kind: 'struct', type: 'authentication/v1.BoundObjectReference' }, number: 3, presence: 'nullable' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenRequestSpec`,
	}),
	'authentication/v1.TokenRequestStatus': () => ({
		name: 'authentication/v1.TokenRequestStatus',
		fields: [
			{ name: 'token', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
			{ name: 'expirationTimestamp', schema: { kind: 'time' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.36', set: { required: false } }] },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenRequestStatus`,
	}),
	'authentication/v1.TokenReview': () => ({
		name: 'authentication/v1.TokenReview',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'authentication/v1.TokenReviewSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'struct', type: 'authentication/v1.TokenReviewStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenReview`,
	}),
	'authentication/v1.TokenReviewSpec': () => ({
		name: 'authentication/v1.TokenReviewSpec',
		fields: [
			{ name: 'token', schema: { kind: 'string' }, number: 1, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
			{ name: 'audiences', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenReviewSpec`,
	}),
	'authentication/v1.TokenReviewStatus': () => ({
		name: 'authentication/v1.TokenReviewStatus',
		fields: [
			{ name: 'authenticated', schema: { kind: 'boolean' }, number: 1, presence: 'omitZero' },
			{ name: 'user', schema: { kind: 'struct', type: 'authentication/v1.UserInfo' }, number: 2, presence: 'always' },
			{ name: 'audiences', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 4, presence: 'omitZero' },
			{ name: 'error', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.TokenReviewStatus`,
	}),
	'authentication/v1.UserInfo': () => ({
		name: 'authentication/v1.UserInfo',
		fields: [
			{ name: 'username', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'uid', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'groups', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'extra', schema: { kind: 'map', values: { kind: 'list', items: { kind: 'string' } } }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.authentication.v1.UserInfo`,
	}),
};
