/** What both kinds say of conditions in a status. */
import { type Cause, required } from '../../model/cause.ts';

/** `old`: in the words of 1.25 and before. */
export function conditionViolations(conditions: readonly { readonly type?: string }[] = [], old: boolean): Cause[] {
	return conditions.flatMap(({ type = '' }, index) => (type === '' ? [required(`status.conditions[${index}].type`, old ? 'must not be empty' : '')] : []));
}
