/** Decides whether a webhook is called for a request, and as which resource. */
import { ApiError, notFound } from '../../api/errors.ts';
import type { GroupVersionKind, JsonObject } from '../../model/catalog.ts';
import { endpointsOf } from '../../model/endpoint.ts';
import type { Predicate } from '../../select/selectable.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AdmissionRequest, WriteTarget } from '../contract.ts';
import type { Hook } from './hook.ts';
import { ruleCovers, ruleCoversAnyVersion, ruleFits } from './rules.ts';

export interface Invocation {
	readonly hook: Hook;
	/** Resource that matched the rules: the request's, or an equivalent one. */
	readonly group: string;
	readonly version: string;
	/** Kind of the request body in that version. */
	readonly kind: GroupVersionKind;
}

const namespaces = 'namespaces';

/** Reports whether a webhook may match. Called for every write, before the object is inspected. */
export function mayMatch({ rules, isEquivalent }: Hook, about: WriteTarget): boolean {
	return rules.some((rule) => (isEquivalent ? ruleCoversAnyVersion(rule, about) : ruleCovers(rule, about)));
}

/**
 * Returns the invocation, or undefined if the webhook is not called. The caller checks the CEL conditions. Throws ApiError NotFound for the
 * namespace.
 */
export function invocationOf(hook: Hook, request: AdmissionRequest, cache: WatchCache): Invocation | undefined {
	// A mismatch of the object takes precedence over a missing namespace.
	if (!objectFits(hook.objects, request)) return undefined;
	const invocation = ruled(hook, request);
	return invocation !== undefined && namespaceFits(hook.namespaces, request, cache) ? invocation : undefined;
}

function ruled(hook: Hook, request: AdmissionRequest): Invocation | undefined {
	const { group, version, requestKind: sent } = request;
	if (hook.rules.some((rule) => ruleFits(rule, request))) return { hook, group, version, kind: sent };
	return hook.isEquivalent ? equivalent(hook, request) : undefined;
}

/** Finds the first rule that matches another group and version of the kind. */
function equivalent(hook: Hook, request: AdmissionRequest): Invocation | undefined {
	const { operation, resource, subresource, namespace, kind } = request;
	for (const rule of hook.rules) {
		for (const other of kind.versions) {
			const { group, version } = other;
			if (group === request.group && version === request.version) continue;
			if (!ruleFits(rule, { operation, group, version, resource, subresource, namespace })) continue;
			const endpoint = endpointsOf(kind, other).find((each) => each.subresource === subresource);
			if (endpoint !== undefined) return { hook, group, version, kind: endpoint.takes };
		}
	}
	return undefined;
}

/** Reports whether the labels of the object, or of the stored object, are selected. */
export function objectFits(objects: Predicate | undefined, request: AdmissionRequest): boolean {
	if (objects === undefined) return true;
	const fits = (object: JsonObject | undefined): boolean => object !== undefined && objects(labelled(labelsOf(object)));
	return fits(shown(request, request.object)) || fits(shown(request, request.oldObject));
}

/** Returns the object that selectors are applied to. A Scale has none of the object's labels. */
function shown({ isSubresourceBody, subresource }: AdmissionRequest, object: JsonObject | undefined): JsonObject | undefined {
	return isSubresourceBody && subresource === 'scale' && object !== undefined ? {} : object;
}

/** Reports whether the labels of the namespace are selected. Throws ApiError NotFound for the namespace. */
export function namespaceFits(selected: Predicate | undefined, request: AdmissionRequest, cache: WatchCache): boolean {
	if (selected === undefined) return true;
	const { namespace, resource, subresource, group, operation, object, name } = request;
	const isNamespace = resource === namespaces && group === '';
	if (namespace === '' && !isNamespace) return true;
	if (isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')) return selected(labelled(labelsOf(object ?? {})));
	const known = cache.get(namespaces, '', isNamespace ? name : namespace);
	if (known === undefined) throw notFound(namespaces, '', isNamespace ? name : namespace);
	return selected(known);
}

function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
	const { metadata } = object;
	const labels = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata.labels : undefined;
	return (labels ?? {}) as Readonly<Record<string, string>>;
}

function labelled(labels: Readonly<Record<string, string>>): Parameters<Predicate>[0] {
	return { namespace: '', name: '', labels, fields: {} };
}

/** Exempts webhook and policy configurations, so that a user locked out by one can still delete it. */
export function isExempt({ requestKind: { group, kind } }: AdmissionRequest, groupDomain: string): boolean {
	return group === `admissionregistration.${groupDomain}` && exempt.has(kind);
}

const exempt: ReadonlySet<string> = new Set([
	'ValidatingWebhookConfiguration',
	'MutatingWebhookConfiguration',
	'ValidatingAdmissionPolicy',
	'ValidatingAdmissionPolicyBinding',
	'MutatingAdmissionPolicy',
	'MutatingAdmissionPolicyBinding',
]);

/** Returns the error for a condition that failed to evaluate, when `failurePolicy` is `Fail`. */
export function conditionFailure({ group, resource, name }: AdmissionRequest, why: string): ApiError {
	const what = group === '' ? resource : `${resource}.${group}`;
	return new ApiError('Forbidden', `${what} ${JSON.stringify(name)} is forbidden: ${why}`, { ...(name !== '' && { name }), group, kind: resource });
}
