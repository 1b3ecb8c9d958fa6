/**
 * Evictions: deletions of pods that disruption budgets allow. The budget is decremented first, so that concurrent evictions never exceed
 * it. Then the pod is deleted with the client's options.
 */

import type { Pod } from '../../../generated/types/core/v1.ts';
import type { DeleteOptions } from '../../../generated/types/meta/v1.ts';
import type { Eviction, PodDisruptionBudget } from '../../../generated/types/policy/v1.ts';
import type { Compute, ComputedStatus, ComputeRequest } from '../../api/endpoint-hooks.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import type { StoredObject } from '../../api/stored-objects.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { invalidValue } from '../../model/cause.ts';
import { mayGoUnready, stillProcessed, tooManyRequests, withOneLess } from '../disruption/allowance.ts';
import { budgetsOf } from '../disruption/budgets-of.ts';
import { isReady, withCondition } from './condition.ts';

/** Maximum number of attempts for a pod that keeps changing. */
const mostAttempts = 20;

const ignoresDamage = 'ignoreStoreReadErrorWithClusterBreakingPotential';

const evicted: ComputedStatus = { kind: 'Status', status: 'Success' };

/** Returns the handler. `gates`: state of each feature gate. */
export function evict(gates: ReadonlyMap<string, boolean>): Compute<Eviction, Eviction, Pod> {
	const isMarked = gates.get('PodDisruptionConditions') === true;
	return async (request) => {
		const { object, parent, name } = request;
		if (object.metadata?.name !== name) throw new ApiError('BadRequest', 'name in URL does not match name in Eviction object');
		if (object.deleteOptions?.[ignoresDamage] === true) {
			const why = 'can not be set for pod eviction, try after removing the option';
			throw invalid('Eviction', 'policy', name, [invalidValue(`deleteOptions.${ignoresDamage}`, true, why)]);
		}
		const eviction = new EvictionAttempt(request, isMarked);
		const pod = await eviction.withoutBudget(parent);
		if (pod === undefined) return evicted;
		const [budget, ...others] = await budgetsOf(pod, request.objects);
		if (others.length > 0) return ambiguous;
		if (budget === undefined) await eviction.delete();
		else await eviction.within(budget, pod);
		return evicted;
	};
}

const ambiguous: ComputedStatus = {
	kind: 'Status',
	status: 'Failure',
	message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
	code: 500,
};

class EvictionAttempt {
	readonly #request: ComputeRequest<Eviction, Pod>;
	readonly #isMarked: boolean;
	readonly #options: DeleteOptions;
	readonly #dryRun: boolean;
	readonly #target: StoredObject;

	/** `isMarked`: the pod gets a condition with the reason of its disruption. */
	constructor(request: ComputeRequest<Eviction, Pod>, isMarked: boolean) {
		const { object, namespace, name, dryRun } = request;
		const { deleteOptions = {} } = object;
		const { dryRun: own = [] } = deleteOptions;
		this.#request = request;
		this.#isMarked = isMarked;
		this.#dryRun = dryRun || own.length > 0;
		this.#options = dryRun && own.length === 0 ? { ...deleteOptions, dryRun: ['All'] } : deleteOptions;
		this.#target = { resource: 'pods', namespace, name };
	}

	/** Deletes a pod that no budget counts; otherwise returns its current state. */
	async withoutBudget(first: Pod): Promise<Pod | undefined> {
		let pod = first;
		for (let made = 1; ; made++) {
			const state = countsOf(pod);
			if (state === 'counted') return pod;
			try {
				await this.delete(state === 'not yet' ? pod.metadata?.resourceVersion : undefined);
				return undefined;
			} catch (error) {
				if (!isConflict(error) || this.#namesVersion || made === mostAttempts) throw error;
			}
			pod = (await this.#request.objects.get(this.#target)) as Pod;
		}
	}

	async within(budget: PodDisruptionBudget, pod: Pod): Promise<void> {
		const { name = '' } = budget.metadata ?? {};
		if (!isReady(pod.status ?? {}) && mayGoUnready(budget)) {
			try {
				// The precondition fails when the pod has become ready meanwhile.
				await this.delete(pod.metadata?.resourceVersion);
			} catch (error) {
				throw isConflict(error) && !this.#namesVersion ? tooManyRequests(stillProcessed(name), 10) : error;
			}
			return;
		}
		const target = { resource: 'poddisruptionbudgets.policy', namespace: this.#target.namespace, name, subresource: 'status' };
		await this.#request.objects.update(target, (old) => withOneLess(old as PodDisruptionBudget, this.#target.name) as JsonObject, this.#dryRun);
		await this.delete();
	}

	/** Deletes the pod. `known`: resource version that it must have, unless the client has a precondition. */
	async delete(known?: string): Promise<void> {
		const { objects } = this.#request;
		const wanted = this.#options.preconditions?.resourceVersion || known;
		const asked = this.#with(wanted);
		const marks = this.#isMarked && !this.#dryRun;
		const version = marks ? await this.#mark(asked) : undefined;
		const options = marks && wanted ? this.#with(version) : asked;
		await objects.delete(this.#target, options as JsonObject);
	}

	#with(resourceVersion: string | undefined): DeleteOptions {
		return resourceVersion ? { ...this.#options, preconditions: { ...this.#options.preconditions, resourceVersion } } : this.#options;
	}

	/**
	 * Adds the condition and returns the new resource version. Leaves a pod that fails the preconditions unchanged; the delete then refuses
	 * it.
	 */
	async #mark({ preconditions = {} }: DeleteOptions): Promise<string | undefined> {
		let isMeant = true;
		const mark = (pod: Pod): Pod => {
			const { uid, resourceVersion } = pod.metadata ?? {};
			isMeant = (!preconditions.uid || preconditions.uid === uid) && (!preconditions.resourceVersion || preconditions.resourceVersion === resourceVersion);
			return isMeant ? { ...pod, status: withCondition(pod.status, disruptionTarget) } : pod;
		};
		const marked = (await this.#request.objects.amend(this.#target, (pod) => mark(pod as Pod) as JsonObject, false)) as Pod;
		return isMeant ? marked.metadata?.resourceVersion : preconditions.resourceVersion;
	}

	get #namesVersion(): boolean {
		return Boolean(this.#options.preconditions?.resourceVersion);
	}
}

const disruptionTarget = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' } as const;

/** Reports whether budgets count the pod: no more when terminal or terminating, not yet when pending. */
function countsOf({ metadata, status }: Pod): 'counted' | 'not yet' | 'no more' {
	if (status?.phase === 'Succeeded' || status?.phase === 'Failed' || metadata?.deletionTimestamp !== undefined) return 'no more';
	return status?.phase === 'Pending' ? 'not yet' : 'counted';
}

function isConflict(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'Conflict';
}
