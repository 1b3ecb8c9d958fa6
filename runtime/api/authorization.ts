/** How anybody asks who may do what. Who answers, and by which rules, is in `auth/authz`. */
import type { RequestInfo, User } from './request.ts';

/**
 * The namespace in which authorizers, flows and the audit take a request to be: one for a namespace itself, or for a part of it, is in
 * it, so that who is let do something by a binding there may ask for it.
 */
export function namespaceMeant({ group, resource, namespace, name }: Extract<RequestInfo, { readonly isResource: true }>): string {
	return namespace === '' && resource === 'namespaces' && group === '' ? name : namespace;
}

/** What somebody wants to do. A request carries these itself, so that asking costs no object. */
export interface Attributes {
	readonly user: User;
	/** Verb, and of a resource request group, version, resource, subresource, namespace (the one that is meant) and name. */
	readonly info: RequestInfo;
	/** Decoded; what a non-resource request is about. */
	readonly path: string;
	/** To what a list, a watch or a deletion of many is limited; absent: nothing, or authorizers are not told. */
	selectors?(): Selectors;
}

export interface SelectorRequirement {
	readonly key: string;
	readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
	/** None where it is only asked whether there is one. */
	readonly values: readonly string[];
}

/** What selectors ask for, as far as they are understood: all of it must hold. */
export interface Selectors {
	readonly fields: readonly SelectorRequirement[];
	readonly labels: readonly SelectorRequirement[];
}

/** `no opinion`: somebody else may allow it; when nobody does, it is refused. */
export interface Decision {
	readonly verdict: 'allow' | 'deny' | 'no opinion';
	/** For audit and, of a refusal, for the client; empty when there is nothing to say. */
	readonly reason: string;
}

/** Decisions that have nothing to say: shared, so that the path of a request makes none. */
export const allowed: Decision = Object.freeze({ verdict: 'allow', reason: '' });
export const noOpinion: Decision = Object.freeze({ verdict: 'no opinion', reason: '' });

/** What a subject may do, as access reviews show it. `*` stands for all. */
export interface Rule {
	readonly verbs: readonly string[];
	/** With `groups` and `resources`, or with `paths`. */
	readonly groups?: readonly string[];
	/** Plural, with the subresource behind a slash: `pods`, `pods/log`, `*` for all resources and subresources. */
	readonly resources?: readonly string[];
	/** Absent: whatever the name. */
	readonly names?: readonly string[];
	readonly paths?: readonly string[];
}

/** Of those who may do all. */
export const everything: readonly Rule[] = Object.freeze([
	{ verbs: ['*'], groups: ['*'], resources: ['*'] },
	{ verbs: ['*'], paths: ['*'] },
]);

export interface RulesOf {
	readonly rules: readonly Rule[];
	/** Whether there may be more than is told. */
	readonly incomplete: boolean;
	/** Why there may be more. */
	readonly failure?: string;
}

/** What an authorizer has not, and would allow it by. */
export interface Missing {
	/** As a review says it: `no role has the rule {...} in the cluster`. */
	readonly sentence: string;
	/** Of an authorizer that decides by rules, the one that would allow it, as the audit says it. */
	readonly rule?: string;
}

export interface Authorizer {
	/** Answering without a promise keeps the path of a request synchronous. A failure is no opinion, unless nobody else has one. */
	authorize(attributes: Attributes): Decision | Promise<Decision>;
	/** All that a subject may do in a namespace, as far as this authorizer decides by rules; absent: it does not. */
	rulesFor?(user: User, namespace: string): RulesOf | Promise<RulesOf>;
	/** Of what it has no opinion about: what would make it allow that. Absent: nothing that anybody could add. */
	missing?(attributes: Attributes): readonly Missing[];
}
