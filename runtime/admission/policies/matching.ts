/** Decides whether a policy, or one of its bindings, applies to a request, and to which resource. */
import type { MatchResources, NamedRuleWithOperations } from '../../../generated/types/admissionregistration/v1.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import { endpointsOf } from '../../model/endpoint.ts';
import type { Predicate } from '../../select/selectable.ts';
import { selectorOfObject } from '../../select/selector-object.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AdmissionRequest, WriteTarget } from '../contract.ts';
import { namespaceFits, objectFits } from '../webhooks/matching.ts';
import { ruleCovers, ruleCoversAnyVersion, ruleFits } from '../webhooks/rules.ts';
import type { Seen } from './activation.ts';

export interface Constraints {
	readonly rules: readonly NamedRuleWithOperations[];
	readonly excluded: readonly NamedRuleWithOperations[];
	readonly isEquivalent: boolean;
	/** Undefined: all namespaces. */
	readonly namespaces: Predicate | undefined;
	readonly objects: Predicate | undefined;
}

export function constraintsOf({ resourceRules = [], excludeResourceRules = [], matchPolicy, namespaceSelector, objectSelector }: MatchResources): Constraints {
	return {
		rules: resourceRules,
		excluded: excludeResourceRules,
		isEquivalent: matchPolicy !== 'Exact',
		namespaces: predicateOf(namespaceSelector),
		objects: predicateOf(objectSelector),
	};
}

function predicateOf(selector: MatchResources['namespaceSelector']): Predicate | undefined {
	const { conditions, matches } = selectorOfObject((selector ?? {}) as Parameters<typeof selectorOfObject>[0]);
	return conditions === 0 ? undefined : matches;
}

/** Reports whether a policy may match. Called for every write, before the object is inspected. */
export function mayMatch({ rules, isEquivalent }: Constraints, about: WriteTarget): boolean {
	return rules.length === 0 || rules.some((rule) => (isEquivalent ? ruleCoversAnyVersion(rule, about) : ruleCovers(rule, about)));
}

/**
 * Returns the resource under which a request is reviewed, or undefined when the constraints exclude it. Throws ApiError NotFound for the
 * namespace.
 */
export function seenBy(constraints: Constraints, request: AdmissionRequest, cache: WatchCache): Seen | undefined {
	const { rules, excluded, namespaces, objects } = constraints;
	const missing = namespaceFault(namespaces, request, cache);
	if (missing === 'no match' || !objectFits(objects, request)) return undefined;
	if (excluded.length > 0 && ruled(excluded, constraints, request) !== undefined) return undefined;
	const { group, version, requestKind } = request;
	const seen = rules.length === 0 ? { group, version, kind: requestKind } : ruled(rules, constraints, request);
	if (seen !== undefined && missing !== undefined) throw missing;
	return seen;
}

/** Returns the mismatch of the namespace. A missing namespace counts only if everything else matches. */
function namespaceFault(selected: Predicate | undefined, request: AdmissionRequest, cache: WatchCache): 'no match' | ApiError | undefined {
	try {
		return namespaceFits(selected, request, cache) ? undefined : 'no match';
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
}

function ruled(rules: readonly NamedRuleWithOperations[], { isEquivalent }: Constraints, request: AdmissionRequest): Seen | undefined {
	const { group, version, requestKind } = request;
	if (rules.some((rule) => ruleFits(rule, request) && isNamed(rule, request))) return { group, version, kind: requestKind };
	return isEquivalent ? equivalent(rules, request) : undefined;
}

function isNamed({ resourceNames = [] }: NamedRuleWithOperations, { name }: AdmissionRequest): boolean {
	return resourceNames.length === 0 || resourceNames.includes(name);
}

/** Finds the first rule that matches another group and version of the kind. */
function equivalent(rules: readonly NamedRuleWithOperations[], request: AdmissionRequest): Seen | undefined {
	const { subresource, kind } = request;
	for (const rule of rules) {
		if (!isNamed(rule, request)) continue;
		for (const other of kind.versions) {
			const { group, version } = other;
			if (group === request.group && version === request.version) continue;
			if (!ruleFits(rule, { ...targetOf(request), group, version })) continue;
			const endpoint = endpointsOf(kind, other).find((each) => each.subresource === subresource);
			if (endpoint !== undefined) return { group, version, kind: endpoint.takes };
		}
	}
	return undefined;
}

function targetOf({ operation, group, version, resource, subresource, namespace }: AdmissionRequest): WriteTarget {
	return { operation, group, version, resource, subresource, namespace };
}

/** Returns the name of the namespace that expressions can read. Empty for cluster-scoped objects and for namespaces themselves. */
export function namespaceSeen({ namespace, resource, group }: AdmissionRequest): string {
	return resource === 'namespaces' && group === '' ? '' : namespace;
}

export function missingNamespace(name: string): ApiError {
	return notFound('namespaces', '', name);
}
