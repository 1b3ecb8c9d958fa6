/**
 * Conditions of a namespace in deletion after a round, in Kubernetes' wording. All types are present from the first round on; status True
 * means a problem.
 */
import type { NamespaceCondition, NamespaceStatus } from '../../generated/types/core/v1.ts';

/** Remainder after a round of deletions: objects and failures. */
export interface Remains {
	/** One message per kind whose objects could not be deleted. */
	readonly failures: readonly string[];
	/** Remaining objects, by `plural.group`. */
	readonly resources: ReadonlyMap<string, number>;
	/** Remaining objects, by finalizer. */
	readonly finalizers: ReadonlyMap<string, number>;
}

interface Wording {
	readonly type: string;
	readonly good: readonly [reason: string, message: string];
	/** Returns the problem; undefined when the condition is False. */
	readonly bad?: (found: Remains) => readonly [reason: string, message: string] | undefined;
}

const wordings: readonly Wording[] = [
	// Kinds are built in, so these conditions are never True; clients expect them nevertheless.
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

/** Sorts the entries, so that equal states have equal texts. */
function counted(counts: ReadonlyMap<string, number>, say: (what: string, count: number) => string): string {
	return [...counts]
		.map(([what, count]) => say(what, count))
		.sort()
		.join(', ');
}

/** Returns the status with these conditions. Others stay; a transition time changes to `now` only with the condition's status. */
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
