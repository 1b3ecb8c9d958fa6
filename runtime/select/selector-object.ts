/** LabelSelector objects (`matchLabels`, `matchExpressions`) in objects. An absent selector selects nothing, an empty one everything. */
import { ApiError } from '../api/errors.ts';
import type { Json } from '../model/catalog.ts';
import { type LabelSelector, labelSelector } from './label-selector.ts';
import { type Operator, type Requirement, requirementFaults } from './requirement.ts';
import { nothing } from './selectable.ts';

const operators: Readonly<Record<string, Operator>> = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!' };

export interface LabelSelectorObject {
	readonly matchLabels?: Readonly<Record<string, string>>;
	readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}

/** Throws ApiError BadRequest for an invalid operator or value. */
export function selectorOfObject(object: LabelSelectorObject | undefined): LabelSelector {
	if (object === undefined) return { matches: nothing, comparison: undefined, conditions: 0, text: '' };
	const equal = Object.entries(object.matchLabels ?? {}).map(([key, value]): Requirement => ({ key, operator: 'in', values: [value] }));
	const requirements = [...equal, ...(object.matchExpressions ?? []).map(expression)];
	const faults = requirements.flatMap(requirementFaults);
	if (faults.length > 0) throw new ApiError('BadRequest', faults.join(', '));
	return labelSelector(requirements);
}

/** True for a valid LabelSelector: known operators and valid label values. */
export function isSelector(object: LabelSelectorObject): boolean {
	try {
		selectorOfObject(object);
		return true;
	} catch (error) {
		if (error instanceof ApiError) return false;
		throw error;
	}
}

function expression({ key, operator, values }: { key: string; operator: string; values?: readonly string[] }): Requirement {
	const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
	if (known === undefined) throw new ApiError('BadRequest', `${JSON.stringify(operator)} is not a valid label selector operator`);
	return { key, operator: known, values: values ?? [] };
}

/** Returns the selector as text, as in the status of Scale: `a=b,c in (d)`. `value`: a LabelSelector object, a map of labels, or a text. */
export function selectorText(value: Json | undefined): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	const object = value as LabelSelectorObject & Readonly<Record<string, string>>;
	const plain = !('matchLabels' in object) && !('matchExpressions' in object);
	const labels = Object.entries(plain ? (object as Readonly<Record<string, string>>) : (object.matchLabels ?? {}));
	const equal = labels.map(([key, text]): Requirement => ({ key, operator: '=', values: [text] }));
	return labelSelector([...equal, ...(plain ? [] : (object.matchExpressions ?? []).map(expression))]).text;
}
