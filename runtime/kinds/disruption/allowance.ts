/** Disruptions that a budget allows, and the budget after an eviction. */
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../generated/types/policy/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { Clock } from '../../scalars/clock.ts';

/** Maximum number of evictions that the disruption controller has not confirmed. */
const mostDisrupted = 2000;

/** Returns the budget after evicting one more pod. Throws ApiError TooManyRequests or Forbidden. */
export function withOneLess(budget: PodDisruptionBudget, pod: string): PodDisruptionBudget {
	const { name = '', generation = 0 } = budget.metadata ?? {};
	const status = statusOf(budget);
	if ((status.observedGeneration ?? 0) < generation) throw tooManyRequests(stillProcessed(name), 10);
	if (status.disruptionsAllowed < 0) throw refused(name, 'pdb disruptions allowed is negative');
	if (Object.keys(status.disruptedPods ?? {}).length > mostDisrupted)
		throw refused(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
	if (status.disruptionsAllowed === 0) {
		throw tooManyRequests(`The disruption budget ${name} ${whyNone(status)}`);
	}
	const disruptionsAllowed = status.disruptionsAllowed - 1;
	const disruptedPods = { ...status.disruptedPods, [pod]: new Clock().now() };
	return { ...budget, status: { ...(disruptionsAllowed === 0 ? withoutAllowance(status) : status), disruptionsAllowed, disruptedPods } };
}

/** Returns the reason of a refusal, in the wording of releases after 1.25. Too few healthy pods have the same message in all releases. */
function whyNone({ conditions = [], currentHealthy, desiredHealthy }: CountedStatus): string {
	const { reason = '', message = '' } = conditions.find(({ type, status }) => type === 'DisruptionAllowed' && status === 'False') ?? {};
	const none = 'does not allow evicting pods currently';
	// After a failed sync the counts are invalid.
	if (reason === 'SyncFailed' && message !== '') return `${none} because it failed sync: ${message}`;
	if (currentHealthy <= desiredHealthy) return `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
	return message === '' ? none : `${none} (${reason}): ${message}`;
}

/** Reports whether a pod that is not ready may be evicted regardless of the budget. */
export function mayGoUnready(budget: PodDisruptionBudget): boolean {
	if (budget.spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
	const { currentHealthy, desiredHealthy } = statusOf(budget);
	return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

export function stillProcessed(budget: string): string {
	return `The disruption budget ${budget} is still being processed by the server.`;
}

/** Returns the error of a refused eviction. `why`: message of the cause. `retryAfterSeconds`: absent when unknown. */
export function tooManyRequests(why: string, retryAfterSeconds?: number): ApiError {
	return new ApiError('TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
		causes: [{ reason: 'DisruptionBudget', message: why }],
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
	});
}

function refused(name: string, why: string): ApiError {
	const details = { name, group: 'policy', kind: 'poddisruptionbudget' };
	return new ApiError('Forbidden', `poddisruptionbudget.policy ${JSON.stringify(name)} is forbidden: ${why}`, details);
}

type CountedStatus = PodDisruptionBudgetStatus &
	Required<Pick<PodDisruptionBudgetStatus, 'disruptionsAllowed' | 'currentHealthy' | 'desiredHealthy' | 'expectedPods'>>;

function statusOf({ status }: PodDisruptionBudget): CountedStatus {
	return { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...status };
}

/** Returns the status with its DisruptionAllowed condition set to False. */
function withoutAllowance(status: CountedStatus): CountedStatus {
	const { conditions = [], observedGeneration = 0 } = status;
	const before = conditions.find(({ type }) => type === 'DisruptionAllowed');
	const lastTransitionTime = before?.status === 'False' ? before.lastTransitionTime : new Clock().now();
	const allowed = { type: 'DisruptionAllowed', status: 'False', observedGeneration, lastTransitionTime, reason: 'InsufficientPods', message: '' } as const;
	return { ...status, conditions: before === undefined ? [...conditions, allowed] : conditions.map((each) => (each === before ? allowed : each)) };
}
