/** Deletion of a definition: it stays until all its objects are gone. */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

/** Returns the finalizer that keeps a deleted definition while it has objects. */
export function cleanupFinalizer({ groupDomain }: Pick<Vocabulary, 'groupDomain'>): string {
	return `customresourcecleanup.apiextensions.${groupDomain}`;
}

/** Marks a definition that is deleted for the first time. In place. */
export function markForCleanup(definition: CustomResourceDefinition, vocabulary: Vocabulary, now: string): void {
	const { metadata, status } = definition;
	const conditions = status?.conditions ?? [];
	if (metadata === undefined || conditions.some(({ type }) => type === 'Terminating')) return;
	const finalizer = cleanupFinalizer(vocabulary);
	const terminating = {
		type: 'Terminating',
		status: 'True' as const,
		lastTransitionTime: now,
		reason: 'InstanceDeletionPending',
		message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
	};
	metadata.finalizers = [...(metadata.finalizers ?? []).filter((one) => one !== finalizer), finalizer];
	definition.status = { ...status, conditions: [...conditions, terminating] } as NonNullable<typeof status>;
}
