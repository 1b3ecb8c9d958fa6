/** Access reviews: report whether the authorizers would allow a request (seed 3, "Authorization"). */
import type { Hooks } from '../../../generated/hooks.ts';
import type { ResourceAttributes, ResourceRule, SubjectAccessReviewSpec, SubjectAccessReviewStatus } from '../../../generated/types/authorization/v1.ts';
import { type Authorizer, type Decision, noOpinion, type Rule } from '../../api/authorization.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import type { RequestInfo, RequestVerb, User } from '../../api/request.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { reviewedSelectors, selectorCauses } from './selectors.ts';

type Access = Pick<SubjectAccessReviewSpec, 'resourceAttributes' | 'nonResourceAttributes'>;

export function accessReviewHooks({ groupDomain }: Vocabulary) {
	/** Permission to list roles: users who have it learn which role is missing. */
	const readRoles = {
		isResource: true,
		verb: 'list',
		group: `rbac.authorization.${groupDomain}`,
		version: 'v1',
		resource: 'clusterroles',
		...anyObject,
	} as const;
	const knowing =
		(authorizer: Authorizer, user: User): (() => Promise<boolean>) =>
		async () =>
			(await authorizer.authorize({ user, info: readRoles, path: '' })).verdict === 'allow';
	const refuse = (kind: string, causes: readonly Cause[]): void => {
		if (causes.length > 0) throw invalid(kind, `authorization.${groupDomain}`, '', causes);
	};
	const subject: NonNullable<Hooks['authorization/subjectaccessreviews']> = {
		computes: {
			async ''({ object, authorizer, user }) {
				refuse('SubjectAccessReview', [...selectorCauses(object.spec.resourceAttributes ?? {}), ...emptyMetadata(object.metadata, [])]);
				return { ...object, status: await decided(authorizer, subjectOf(object.spec), object.spec, knowing(authorizer, user)) };
			},
		},
	};
	const local: NonNullable<Hooks['authorization/localsubjectaccessreviews']> = {
		computes: {
			async ''({ object, authorizer, user, namespace }) {
				refuse('LocalSubjectAccessReview', [
					...selectorCauses(object.spec.resourceAttributes ?? {}),
					...emptyMetadata(object.metadata, ['namespace']),
					...elsewhere(object.spec, namespace),
				]);
				return {
					...object,
					metadata: { ...object.metadata, namespace },
					status: await decided(authorizer, subjectOf(object.spec), object.spec, knowing(authorizer, user)),
				};
			},
		},
	};
	const self: NonNullable<Hooks['authorization/selfsubjectaccessreviews']> = {
		computes: {
			async ''({ object, authorizer, user }) {
				refuse('SelfSubjectAccessReview', [...selectorCauses(object.spec.resourceAttributes ?? {}), ...emptyMetadata(object.metadata, [])]);
				return { ...object, status: await decided(authorizer, user, object.spec, knowing(authorizer, user)) };
			},
		},
	};
	const rules: NonNullable<Hooks['authorization/selfsubjectrulesreviews']> = {
		computes: {
			async ''({ object, authorizer, user }) {
				const { namespace = '' } = object.spec;
				if (namespace === '') throw new ApiError('BadRequest', 'no namespace on request');
				const of = (await authorizer.rulesFor?.(user, namespace)) ?? { rules: [], incomplete: true };
				// The response omits the sent spec, as in Kubernetes.
				return {
					spec: {},
					status: {
						resourceRules: of.rules.filter(({ paths }) => paths === undefined).map(resourceRule),
						nonResourceRules: of.rules.flatMap(({ verbs, paths }) => (paths === undefined ? [] : [{ verbs: [...verbs], nonResourceURLs: [...paths] }])),
						incomplete: of.incomplete,
						...(of.failure !== undefined && { evaluationError: of.failure }),
					},
				};
			},
		},
	};
	return { subject, local, self, rules };
}

/** Reports metadata in a review, which is not stored: only the fields in `but` are allowed. */
function emptyMetadata(metadata: object | undefined, but: readonly string[]): Cause[] {
	const said = Object.entries(metadata ?? {}).filter(([name, value]) => name !== 'managedFields' && value !== null && !but.includes(name));
	const problem = but.length === 0 ? 'must be empty' : `must be empty except for ${but.join()}`;
	return said.length === 0 ? [] : [invalidValue('metadata', Object.fromEntries(said), problem)];
}

function elsewhere({ resourceAttributes, nonResourceAttributes }: Access, namespace: string): Cause[] {
	const asked = resourceAttributes?.namespace ?? '';
	return [
		...(resourceAttributes === undefined || asked === namespace
			? []
			: [invalidValue('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]),
		...(nonResourceAttributes === undefined ? [] : [invalidValue('spec.nonResourceAttributes', nonResourceAttributes, 'disallowed on this kind of request')]),
	];
}

function subjectOf({ user = '', uid = '', groups = [], extra = {} }: SubjectAccessReviewSpec): User {
	return { name: user, uid, groups, extra };
}

const anyObject = { subresource: '', namespace: '', name: '' } as const;

/** Answers a review. `mayKnow`: whether the caller may learn which permissions are missing. */
async function decided(authorizer: Authorizer, user: User, asked: Access, mayKnow: () => Promise<boolean>): Promise<SubjectAccessReviewStatus> {
	const selectors = reviewedSelectors(asked.resourceAttributes ?? {});
	const problems = selectors?.problems ?? [];
	try {
		const attributes = { user, info: infoOf(asked), path: asked.nonResourceAttributes?.path ?? '' };
		const decision = await authorizer.authorize({ ...attributes, ...(selectors !== undefined && { selectors: () => selectors }) });
		if (decision.verdict !== 'no opinion' || !(await mayKnow())) return reviewStatus(decision, problems);
		const missing = (authorizer.missing?.(attributes) ?? []).map(({ sentence }) => sentence);
		return reviewStatus({ ...decision, reason: [decision.reason, ...missing].filter((part) => part !== '').join('; ') }, problems);
	} catch (error) {
		// An authorizer's error becomes `evaluationError`, and counts as no opinion.
		return reviewStatus(noOpinion, [error instanceof Error ? error.message : String(error), ...problems]);
	}
}

function reviewStatus({ verdict, reason }: Decision, problems: readonly string[]): SubjectAccessReviewStatus {
	return {
		allowed: verdict === 'allow',
		...(verdict === 'deny' && { denied: true }),
		...(reason !== '' && { reason }),
		...(problems.length > 0 && { evaluationError: problems.join('; ') }),
	};
}

/** Returns the request info of such a request. The verb comes from the review and may be unknown. */
function infoOf({ resourceAttributes, nonResourceAttributes }: Access): RequestInfo {
	if (resourceAttributes === undefined) return { isResource: false, verb: nonResourceAttributes?.verb ?? '' };
	const { verb = '', group = '', version: asked = '', resource = '', subresource = '', namespace = '', name = '' }: ResourceAttributes = resourceAttributes;
	const version = asked === '' ? '*' : asked;
	return { isResource: true, verb: verb as RequestVerb, group, version, resource, subresource, namespace, name };
}

function resourceRule({ verbs, groups = [], resources = [], names = [] }: Rule): ResourceRule {
	return {
		verbs: [...verbs],
		...(groups.length > 0 && { apiGroups: [...groups] }),
		...(resources.length > 0 && { resources: [...resources] }),
		...(names.length > 0 && { resourceNames: [...names] }),
	};
}
