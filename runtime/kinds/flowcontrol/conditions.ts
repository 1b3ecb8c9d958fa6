/** What both kinds say of conditions in a status, and of metadata that is written with one. */
import { type Cause, required } from '../../model/cause.ts';

/** Of metadata, what a write of the status leaves as it is. */
export const kept = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp'];

/** `old`: in the words of 1.25 and before. */
export function conditionViolations(conditions: readonly { readonly type?: string }[] = [], old: boolean): Cause[] {
	return conditions.flatMap(({ type = '' }, index) => (type === '' ? [required(`status.conditions[${index}].type`, old ? 'must not be empty' : '')] : []));
}
