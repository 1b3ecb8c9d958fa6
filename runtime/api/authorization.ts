/** Types of authorization questions and answers. The authorizers and their rules are in `auth/authz`. */
import type { RequestInfo, User } from './request.ts';

/**
 * Returns the namespace of a request for authorization, flow control and audit. A request for a Namespace or its subresources counts as
 * inside that namespace, so that a role binding there can allow it.
 */
export function namespaceMeant({ group, resource, namespace, name }: Extract<RequestInfo, { readonly isResource: true }>): string {
	return namespace === '' && resource === 'namespaces' && group === '' ? name : namespace;
}

/** Attributes of an action to authorize. An ApiRequest has all of these fields, so authorizing it allocates no object. */
export interface Attributes {
	readonly user: User;
	/** Verb, and for a resource request the group, version, resource, subresource, namespace (see `namespaceMeant`) and name. */
	readonly info: RequestInfo;
	/** Decoded path, the target of a non-resource request. */
	readonly path: string;
	/** Returns the selectors of a list, watch or deletecollection. Absent where they are unrestricted or hidden from authorizers. */
	selectors?(): Selectors;
}

export interface SelectorRequirement {
	readonly key: string;
	readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
	/** Empty for `Exists` and `DoesNotExist`. */
	readonly values: readonly string[];
}

/** Requirements of the label and field selectors; all must hold. Requirements that the server cannot parse are left out. */
export interface Selectors {
	readonly fields: readonly SelectorRequirement[];
	readonly labels: readonly SelectorRequirement[];
}

/** Result of an authorizer. After `no opinion`, the next authorizer decides; a request without any opinion is refused. */
export interface Decision {
	readonly verdict: 'allow' | 'deny' | 'no opinion';
	/** Reason for the audit and, in a refusal, for the client; may be empty. */
	readonly reason: string;
}

/** Decisions without a reason, shared so that the request path allocates none. */
export const allowed: Decision = Object.freeze({ verdict: 'allow', reason: '' });
export const noOpinion: Decision = Object.freeze({ verdict: 'no opinion', reason: '' });

/** A permission of a subject, as SelfSubjectRulesReview lists it. `*` stands for all. */
export interface Rule {
	readonly verbs: readonly string[];
	/** API groups. A rule has `groups` and `resources`, or `paths`. */
	readonly groups?: readonly string[];
	/** Plural names, with a subresource behind a slash: `pods`, `pods/log`, `*` for all resources and subresources. */
	readonly resources?: readonly string[];
	/** Object names; absent for any name. */
	readonly names?: readonly string[];
	readonly paths?: readonly string[];
}

/** Rules of a superuser. */
export const everything: readonly Rule[] = Object.freeze([
	{ verbs: ['*'], groups: ['*'], resources: ['*'] },
	{ verbs: ['*'], paths: ['*'] },
]);

export interface RulesOf {
	readonly rules: readonly Rule[];
	/** True when the list of rules may be incomplete. */
	readonly incomplete: boolean;
	/** Error because of which the list is incomplete. */
	readonly failure?: string;
}

/** A missing permission: with it, the authorizer would allow the request. */
export interface Missing {
	/** Sentence for access reviews: `no role has the rule {...} in the cluster`. */
	readonly sentence: string;
	/** Rule that would allow the request, as the audit shows it; set by authorizers that decide by rules. */
	readonly rule?: string;
}

export interface Authorizer {
	/**
	 * Decides on a request. The answer is synchronous where possible, because every request waits for it. A thrown error counts as no
	 * opinion, and is reported if no other authorizer has an opinion.
	 */
	authorize(attributes: Attributes): Decision | Promise<Decision>;
	/** Returns the subject's rules in a namespace. Absent for an authorizer that does not decide by rules. */
	rulesFor?(user: User, namespace: string): RulesOf | Promise<RulesOf>;
	/**
	 * Returns the permissions that would make this authorizer allow a request on which it has no opinion. Absent where no permission could.
	 */
	missing?(attributes: Attributes): readonly Missing[];
}
