/** Conditions in a pod's status. */
import type { PodCondition, PodStatus } from '../../../generated/types/core/v1.ts';
import { Clock } from '../../scalars/clock.ts';

/** Sets one condition. Its transition time changes only with its status. */
export function withCondition(status: PodStatus | undefined, condition: Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>): PodStatus {
	const conditions = status?.conditions ?? [];
	const before = conditions.find(({ type }) => type === condition.type);
	const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : new Clock().now();
	const next: PodCondition = { ...condition, ...(lastTransitionTime !== undefined && { lastTransitionTime }) };
	return { ...status, conditions: before === undefined ? [...conditions, next] : conditions.map((each) => (each === before ? next : each)) };
}

export function isReady({ conditions = [] }: PodStatus): boolean {
	return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}
