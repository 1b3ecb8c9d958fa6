/** Decides about one write: which quotas count it, what it adds to each, and the refusals with Kubernetes' messages. */
import { ApiError } from '../../../api/errors.ts';
import { addLists, excessOf, nothing, only, type ResourceList, shownAmounts } from '../../../scalars/resource-list.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import type { LimitedResource } from './configuration.ts';
import type { Evaluator, Measured, ScopeCondition } from './evaluators/contract.ts';
import type { Quota } from './quotas.ts';

/** Write that may change the usage. */
export interface Charge {
	readonly request: AdmissionRequest;
	readonly evaluator: Evaluator;
	readonly measured: Measured;
	/** Stored object. Undefined for a create. */
	readonly before: Measured | undefined;
	/** Resources that may be used only if a quota covers them. */
	readonly limited: readonly LimitedResource[];
}

/** Usage by quota name, while a batch of writes is decided. */
export type Running = ReadonlyMap<string, ResourceList>;

export type Verdict =
	| { readonly kind: 'refused'; readonly error: ApiError }
	/** The status of a quota does not yet have its limits and its usage. */
	| { readonly kind: 'unknown'; readonly error: ApiError }
	/** New usage of the quotas that the write changes. */
	| { readonly kind: 'allowed'; readonly used: Running };

/** Reports whether a quota counts objects of the evaluator's kind, now or when its status is complete. */
export function mayCount({ wanted, hard }: Pick<Quota, 'wanted' | 'hard'>, evaluator: Evaluator): boolean {
	if (wanted.some((name) => evaluator.counts(name))) return true;
	for (const name of hard.keys()) if (evaluator.counts(name)) return true;
	return false;
}

export function isCounted({ conditions }: Pick<Quota, 'conditions'>, measured: Measured): boolean {
	return conditions.every((condition) => measured.isIn(condition));
}

/** Decides about a write. `running`: usage after the writes of the same batch that were decided before. */
export function check(charge: Charge, quotas: readonly Quota[], running: Running): Verdict {
	const { request, evaluator, measured } = charge;
	const counting = quotas.filter((quota) => isCounted(quota, measured) && mayCount(quota, evaluator));
	for (const quota of counting) {
		const trouble = troubleWith(quota, charge);
		if (trouble !== undefined) return trouble;
	}
	const negative = [...measured.usage].filter(([, { nano }]) => nano < 0n).map(([name]) => name);
	if (negative.length > 0) return { kind: 'refused', error: refused(request, `quota usage is negative for resource(s): ${negative.sort().join(',')}`) };
	const growth = growthOf(charge);
	const added = counting.map((quota) => ({ quota, delta: charge.before !== undefined && isCounted(quota, charge.before) ? growth : positive(measured.usage) }));
	const isUnchanged = counting.length === 0 ? growth.size === 0 : added.every(({ delta }) => delta.size === 0);
	if (isUnchanged) return { kind: 'allowed', used: new Map() };
	const uncovered = uncoveredBy(counting, quotas, charge);
	if (uncovered !== undefined) return { kind: 'refused', error: uncovered };
	return usageAfter(request, added, running);
}

function positive(usage: ResourceList): ResourceList {
	return excessOf(usage, nothing);
}

function growthOf({ measured, before }: Charge): ResourceList {
	return excessOf(measured.usage, before?.usage ?? nothing);
}

/** Returns why a quota cannot decide: required values are missing in the object, or in the status of the quota. */
function troubleWith({ name, wanted, hard, used }: Quota, { request, evaluator }: Charge): Verdict | undefined {
	const counted = [...hard.keys()].filter((resource) => evaluator.counts(resource));
	const why = request.object && evaluator.unstated?.(request.object, counted);
	if (why !== undefined) return { kind: 'refused', error: refused(request, `failed quota: ${name}: ${why}`) };
	const expected = new Set([...counted, ...wanted.filter((resource) => evaluator.counts(resource))]);
	if ([...expected].every((resource) => hard.has(resource) && used.has(resource))) return undefined;
	return { kind: 'unknown', error: refused(request, `status unknown for quota: ${name}, resources: ${[...expected].sort().join(',')}`) };
}

/** Returns the refusal of resources that need a quota and that no quota covers. */
function uncoveredBy(counting: readonly Quota[], quotas: readonly Quota[], { request, evaluator, measured, limited }: Charge): ApiError | undefined {
	if (limited.length === 0) return undefined;
	const covered = (resource: string): boolean => counting.some(({ hard }) => evaluator.counts(resource) && hard.has(resource));
	const ofKind = limited.filter(({ apiGroup, resource }) => apiGroup === request.group && resource === request.resource);
	const names = [...positive(measured.usage).keys()].filter((name) => ofKind.some(({ matchContains }) => matchContains.some((part) => name.includes(part))));
	const missing = names.filter((name) => !covered(name)).sort();
	if (missing.length > 0) return refused(request, `insufficient quota to consume: ${missing.join(',')}`);
	if (evaluator.hasScopes !== true) return undefined;
	const isIn = (condition: ScopeCondition): boolean => measured.isIn(condition);
	const scopes = new Set(quotas.flatMap(({ conditions }) => conditions.filter(isIn)).map(({ scopeName }) => scopeName));
	const open = limited.flatMap(({ matchScopes }) => matchScopes.filter(isIn)).filter(({ scopeName }) => !scopes.has(scopeName));
	if (open.length === 0) return undefined;
	const shown = open.map(({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`).join(' ');
	// In Kubernetes, this refusal has no status of its own.
	return ApiError.ofAnother({ code: 500, reason: '' }, `insufficient quota to match these scopes: [${shown}]`);
}

interface Added {
	readonly quota: Quota;
	readonly delta: ResourceList;
}

function usageAfter(request: AdmissionRequest, added: readonly Added[], running: Running): Verdict {
	const used = new Map<string, ResourceList>();
	for (const { quota, delta } of added) {
		const { name, hard } = quota;
		const requested = only(delta, hard);
		if (requested.size === 0) continue;
		const before = running.get(name) ?? quota.used;
		const after = addLists(before, requested);
		const exceeded = new Set([...requested.keys()].filter((resource) => (after.get(resource)?.nano ?? 0n) > (hard.get(resource)?.nano ?? 0n)));
		// A write of the status reports what has happened already.
		if (exceeded.size > 0 && request.subresource !== 'status') {
			const [asked, had, most] = [requested, before, hard].map((list) => shownAmounts(only(list, exceeded)));
			return { kind: 'refused', error: refused(request, `exceeded quota: ${name}, requested: ${asked}, used: ${had}, limited: ${most}`) };
		}
		used.set(name, after);
	}
	return { kind: 'allowed', used };
}
