/** The budgets that count a pod. */
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
	// Where v1beta1 is all that there is, it is stored in that version.
	if (isEmpty) return apiVersion !== 'policy/v1beta1';
	try {
		return selectorOfObject(selector as Parameters<typeof selectorOfObject>[0]).matches({ namespace: '', name: '', labels, fields: {} });
	} catch (error) {
		// What an older release let in and is no selector chooses nothing.
		if (error instanceof ApiError) return false;
		throw error;
	}
}
