/** Converts selectors to the requirements that authorizers receive (KEP-4601). */
import type { SelectorRequirement } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { fieldTerms } from './field-selector.ts';
import { labelTerms } from './label-selector.ts';
import type { Operator } from './requirement.ts';

/** Returns undefined for an invalid selector. */
export function fieldRequirements(text: string): readonly SelectorRequirement[] | undefined {
	return understood(() => fieldTerms(text).map(({ field, negated, value }) => ({ key: field, operator: negated ? 'NotIn' : 'In', values: [value] })));
}

/** Returns undefined for an invalid selector. Leaves out numeric comparisons, so the result selects at least as much. */
export function labelRequirements(text: string): readonly SelectorRequirement[] | undefined {
	return understood(() =>
		labelTerms(text).flatMap(({ key, operator, values }) => {
			const said = operatorNames[operator];
			return said === undefined ? [] : [{ key, operator: said, values }];
		}),
	);
}

const operatorNames: Readonly<Record<Operator, SelectorRequirement['operator'] | undefined>> = {
	exists: 'Exists',
	'!': 'DoesNotExist',
	'=': 'In',
	'==': 'In',
	in: 'In',
	'!=': 'NotIn',
	notin: 'NotIn',
	gt: undefined,
	lt: undefined,
};

function understood<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		// An invalid selector is refused when it is applied.
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}
