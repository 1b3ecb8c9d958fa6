/** Validation of status conditions, shared by FlowSchema and PriorityLevelConfiguration. */
import { type Cause, required } from '../../model/cause.ts';

/** Validates conditions. `old`: messages have the wording of 1.25 and earlier. */
export function conditionViolations(conditions: readonly { readonly type?: string }[] = [], old: boolean): Cause[] {
	return conditions.flatMap(({ type = '' }, index) => (type === '' ? [required(`status.conditions[${index}].type`, old ? 'must not be empty' : '')] : []));
}
