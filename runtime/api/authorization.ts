/** Types of authorization questions and answers. The authorizers and their rules are in `auth/authz`. */
import type { RequestInfo, User } from './request.ts';

/**
 * Returns the namespace that authorizers, flows and the audit assume for a request. A request for a namespace itself, or for a subresource
 * of one, counts as inside it, so that a role binding there can allow it.
 */
export function namespaceMeant({ group, resource, namespace, name }: Extract<RequestInfo, { readonly isResource: true }>): string {
	return namespace === '' && resource === 'namespaces' && group === '' ? name : namespace;
}

/** The action to authorize. A request has these fields itself, so that asking allocates no object. */
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
	/** Empty where the operator only tests existence. */
	readonly values: readonly string[];
}

/** Requirements of the selectors, as far as they are understood; all of them must hold. */
export interface Selectors {
	readonly fields: readonly SelectorRequirement[];
	readonly labels: readonly SelectorRequirement[];
}

/** A decision. With `no opinion`, another authorizer may allow the request; without any that does, it is refused. */
export interface Decision {
	readonly verdict: 'allow' | 'deny' | 'no opinion';
	/** Reason for the audit and, in a refusal, for the client; may be empty. */
	readonly reason: string;
}

/** Decisions without a reason, shared so that the request path allocates none. */
export const allowed: Decision = Object.freeze({ verdict: 'allow', reason: '' });
export const noOpinion: Decision = Object.freeze({ verdict: 'no opinion', reason: '' });

/** A permission of a subject, as access reviews show it. `*` stands for all. */
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

/** Rules of subjects that may do everything. */
export const everything: readonly Rule[] = Object.freeze([
	{ verbs: ['*'], groups: ['*'], resources: ['*'] },
	{ verbs: ['*'], paths: ['*'] },
]);

export interface RulesOf {
	readonly rules: readonly Rule[];
	/** True when the list of rules may be incomplete. */
	readonly incomplete: boolean;
	/** Reason why it may be incomplete. */
	readonly failure?: string;
}

/** A permission that an authorizer lacks and that would make it allow the request. */
export interface Missing {
	/** Sentence for a review: `no role has the rule {...} in the cluster`. */
	readonly sentence: string;
	/** Rule that would allow the request, as the audit shows it; set by authorizers that decide by rules. */
	readonly rule?: string;
}

export interface Authorizer {
	/**
	 * Decides on a request. Without a promise, the request path stays synchronous. A failure counts as no opinion, unless no other
	 * authorizer has one.
	 */
	authorize(attributes: Attributes): Decision | Promise<Decision>;
	/** Returns the subject's rules in a namespace. Absent for an authorizer that does not decide by rules. */
	rulesFor?(user: User, namespace: string): RulesOf | Promise<RulesOf>;
	/**
	 * Returns the permissions that would make this authorizer allow a request on which it has no opinion. Absent where no permission could.
	 */
	missing?(attributes: Attributes): readonly Missing[];
}
