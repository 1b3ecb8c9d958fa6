/** Compares the value of an object in a scope, such as its priority class, with the values in a quota's condition. */
import type { ScopeCondition } from './contract.ts';

/** `value`: the object's value in the scope. Undefined when it has none. */
export function fitsValue({ operator, values = [] }: ScopeCondition, value: string | undefined): boolean {
	switch (operator) {
		case 'In':
			return value !== undefined && values.includes(value);
		case 'NotIn':
			return value === undefined || !values.includes(value);
		case 'Exists':
			return value !== undefined;
		case 'DoesNotExist':
			return value === undefined;
		default:
			return false;
	}
}
