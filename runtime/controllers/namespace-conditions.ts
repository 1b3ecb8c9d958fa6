/**
 * Conditions of a namespace that is being deleted: what the controller found on its last round, in the words that clients
 * of Kubernetes know. Each type is always there once the deletion has begun; status True is the bad news.
 */
import type { NamespaceCondition, NamespaceStatus } from '../../generated/types/core/v1.ts';

/** What one round of deletes left behind. */
export interface Remains {
	/** Why a kind's objects could not be deleted, a text for each such kind. */
	readonly failures: readonly string[];
	/** Objects that are left, by `plural.group`. */
	readonly resources: ReadonlyMap<string, number>;
	/** Objects that are left, by each finalizer that they have. */
	readonly finalizers: ReadonlyMap<string, number>;
}

interface Wording {
	readonly type: string;
	readonly good: readonly [reason: string, message: string];
	/** Undefined: the good news holds. */
	readonly bad?: (found: Remains) => readonly [reason: string, message: string] | undefined;
}

const wordings: readonly Wording[] = [
	// The kinds are built in: the first two can only be good. Clients look for them nevertheless.
	{ type: 'NamespaceDeletionDiscoveryFailure', good: ['ResourcesDiscovered', 'All resources successfully discovered'] },
	{ type: 'NamespaceDeletionGroupVersionParsingFailure', good: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'] },
	{
		type: 'NamespaceDeletionContentFailure',
		good: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
		bad: ({ failures }) =>
			failures.length === 0
				? undefined
				: ['ContentDeletionFailed', `Failed to delete all resource types, ${failures.length} remaining: ${failures.toSorted().join(', ')}`],
	},
	{
		type: 'NamespaceContentRemaining',
		good: ['ContentRemoved', 'All content successfully removed'],
		bad: ({ resources }) =>
			resources.size === 0
				? undefined
				: ['SomeResourcesRemain', `Some resources are remaining: ${counted(resources, (resource, count) => `${resource} has ${count} resource instances`)}`],
	},
	{
		type: 'NamespaceFinalizersRemaining',
		good: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
		bad: ({ finalizers }) =>
			finalizers.size === 0
				? undefined
				: [
						'SomeFinalizersRemain',
						`Some content in the namespace has finalizers remaining: ${counted(finalizers, (finalizer, count) => `${finalizer} in ${count} resource instances`)}`,
					],
	},
];

/** Sorted, so that the same state gives the same text. */
function counted(counts: ReadonlyMap<string, number>, say: (what: string, count: number) => string): string {
	return [...counts]
		.map(([what, count]) => say(what, count))
		.sort()
		.join(', ');
}

/** The status with these conditions; others stay, and a time changes, to `now`, only with its condition's status. */
export function withConditions(status: NamespaceStatus, found: Remains, now: string): NamespaceStatus {
	const conditions = [...(status.conditions ?? [])];
	for (const wording of wordings) {
		const at = conditions.findIndex(({ type }) => type === wording.type);
		conditions.splice(at === -1 ? conditions.length : at, 1, condition(wording, found, conditions[at], now));
	}
	return { ...status, conditions };
}

function condition({ type, good, bad }: Wording, found: Remains, before: NamespaceCondition | undefined, now: string): NamespaceCondition {
	const news = bad?.(found);
	const status = news === undefined ? 'False' : 'True';
	const [reason, message] = news ?? good;
	const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
	return { type, status, ...(lastTransitionTime !== undefined && { lastTransitionTime }), reason, message };
}
