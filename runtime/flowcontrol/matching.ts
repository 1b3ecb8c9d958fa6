/**
 * Finds the flow schema of a request (KEP-1040, "Assigning requests to flows"): the first, by precedence, that matches user and request. It
 * runs for every request, so schemas are compiled once, and the schemas that can match a user are cached.
 */

import type { NonResourcePolicyRule, PolicyRulesWithSubjects, ResourcePolicyRule, Subject } from '../../generated/types/flowcontrol/v1.ts';
import { namespaceMeant } from '../api/authorization.ts';
import type { RequestInfo, User } from '../api/request.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import type { SchemaSettings } from './settings.ts';

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

/** Part of a `User` that is matched. */
type Asker = Pick<User, 'name' | 'groups'>;

interface CompiledRule {
	readonly subjects: readonly ((user: Asker) => boolean)[];
	readonly ofResources: readonly CompiledResourceRule[];
	readonly ofPaths: readonly CompiledPathRule[];
}

interface CompiledResourceRule {
	readonly verbs: ReadonlySet<string> | undefined;
	readonly groups: ReadonlySet<string> | undefined;
	readonly resources: ReadonlySet<string> | undefined;
	readonly namespaces: ReadonlySet<string> | undefined;
	readonly ofCluster: boolean;
}

interface CompiledPathRule {
	readonly verbs: ReadonlySet<string> | undefined;
	readonly matches: (path: string) => boolean;
}

interface Candidate<T> {
	readonly schema: T;
	readonly rules: readonly CompiledRule[];
}

/**
 * Bound on the users whose schemas are cached. Certificates and cached tokens give the same object with
 * every request.
 */
const mostUsers = 1_024;

export class Matching<T extends { readonly settings: SchemaSettings }> {
	readonly #all: readonly Candidate<T>[];
	readonly #ofUsers = new BoundedMap<User, readonly Candidate<T>[]>(mostUsers);

	/** `schemas`: in order of precedence. */
	constructor(schemas: readonly T[]) {
		this.#all = schemas.map((schema) => ({ schema, rules: schema.settings.rules.map(compiled) }));
	}

	find(user: User, info: RequestInfo, path: string): T | undefined {
		for (const { schema, rules } of this.#ofUser(user)) {
			for (const rule of rules) if (info.isResource ? coversResource(rule, info) : coversPath(rule, info.verb, path)) return schema;
		}
		return undefined;
	}

	#ofUser(user: User): readonly Candidate<T>[] {
		const known = this.#ofUsers.get(user);
		if (known !== undefined) return known;
		const found: Candidate<T>[] = [];
		for (const { schema, rules } of this.#all) {
			const named = rules.filter(({ subjects }) => subjects.some((isOne) => isOne(user)));
			if (named.length > 0) found.push({ schema, rules: named });
		}
		this.#ofUsers.set(user, found);
		return found;
	}
}

function compiled({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects): CompiledRule {
	return { subjects: subjects.map(isSubject), ofResources: resourceRules.map(compiledResource), ofPaths: nonResourceRules.flatMap(compiledPaths) };
}

function isSubject({ kind, user, group, serviceAccount }: Subject): (user: Asker) => boolean {
	if (kind === 'User') return ({ name }) => user !== undefined && (user.name === '*' || user.name === name);
	if (kind === 'Group') return ({ groups }) => group !== undefined && (group.name === '*' || groups.includes(group.name));
	if (serviceAccount === undefined) return () => false;
	const prefix = `system:serviceaccount:${serviceAccount.namespace}:`;
	if (serviceAccount.name === '*') return ({ name }) => name.startsWith(prefix);
	return ({ name }) => name === prefix + serviceAccount.name;
}

/** Returns the texts as a set, or undefined when they match everything. */
function setOf(texts: readonly string[] | undefined): ReadonlySet<string> | undefined {
	return texts?.includes('*') ? undefined : new Set(texts);
}

function compiledResource({ verbs, apiGroups, resources, namespaces, clusterScope }: ResourcePolicyRule): CompiledResourceRule {
	return {
		verbs: setOf(verbs),
		groups: setOf(apiGroups),
		resources: setOf(resources),
		namespaces: setOf(namespaces ?? []),
		ofCluster: clusterScope === true,
	};
}

function compiledPaths({ verbs, nonResourceURLs }: NonResourcePolicyRule): CompiledPathRule[] {
	return nonResourceURLs.map((url) => ({ verbs: setOf(verbs), matches: pathMatcher(url) }));
}

/** Compiles a path rule. A path also matches everything below it, with or without a trailing `*`. */
function pathMatcher(url: string): (path: string) => boolean {
	if (url === '*') return () => true;
	const start = url.replace(/\*$/, '');
	const prefix = start.endsWith('/') ? start : `${start}/`;
	return (path) => path === url || path.startsWith(prefix);
}

function coversResource({ ofResources }: CompiledRule, info: ResourceInfo): boolean {
	for (const { verbs, groups, resources, namespaces, ofCluster } of ofResources) {
		if (verbs?.has(info.verb) === false || groups?.has(info.group) === false) continue;
		if (resources?.has(info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`) === false) continue;
		const namespace = namespaceMeant(info);
		if (namespace === '' ? ofCluster : namespaces === undefined || namespaces.has(namespace)) return true;
	}
	return false;
}

function coversPath({ ofPaths }: CompiledRule, verb: string, path: string): boolean {
	for (const { verbs, matches } of ofPaths) if (verbs?.has(verb) !== false && matches(path)) return true;
	return false;
}
