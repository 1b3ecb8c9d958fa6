import type { Pod } from '../../../generated/types/core/v1.ts';
import type { PodDisruptionBudget } from '../../../generated/types/policy/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { StoredObjects } from '../../api/stored-objects.ts';
import { selectorOfObject } from '../../select/index.ts';

export async function budgetsOf({ metadata = {} }: Pod, objects: StoredObjects): Promise<PodDisruptionBudget[]> {
	const budgets = (await objects.list('poddisruptionbudgets.policy', metadata.namespace ?? '')) as readonly PodDisruptionBudget[];
	return budgets.filter((budget) => chooses(budget, metadata.labels ?? {}));
}

function chooses({ apiVersion, spec = {} }: PodDisruptionBudget, labels: Readonly<Record<string, string>>): boolean {
	const { selector } = spec;
	if (selector === undefined) return false;
	const isEmpty = Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
	// Stored as v1beta1 only when it is the only version; there an empty selector matches no pods.
	if (isEmpty) return apiVersion !== 'policy/v1beta1';
	try {
		return selectorOfObject(selector as Parameters<typeof selectorOfObject>[0]).matches({ namespace: '', name: '', labels, fields: {} });
	} catch (error) {
		// Invalid selectors, which older releases accepted, match no pods.
		if (error instanceof ApiError) return false;
		throw error;
	}
}
