/** What selectors ask for, in the form in which who decides about a request is told of it (KEP-4601). */
import type { SelectorRequirement } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { fieldTerms } from './field-selector.ts';
import { labelTerms } from './label-selector.ts';
import type { Operator } from './requirement.ts';

/** Undefined: the text is no selector. */
export function fieldRequirements(text: string): readonly SelectorRequirement[] | undefined {
	return understood(() => fieldTerms(text).map(({ field, negated, value }) => ({ key: field, operator: negated ? 'NotIn' : 'In', values: [value] })));
}

/** Undefined: the text is no selector. Without those that compare numbers: what is left asks for no less than the selector. */
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
		// Whoever reads it to choose by it will say why.
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}
