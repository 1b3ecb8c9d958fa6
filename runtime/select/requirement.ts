/** One condition on a label, from a selector's text or a LabelSelector object. */
import { checkLabelValue, checkQualifiedName } from '../scalars/formats.ts';
import type { Comparison, Predicate } from './selectable.ts';

export type Operator = 'exists' | '!' | 'in' | 'notin' | '=' | '==' | '!=' | 'gt' | 'lt';

export interface Requirement {
	readonly key: string;
	readonly operator: Operator;
	readonly values: readonly string[];
}

/** Returns violations in Kubernetes' wording; for an invalid value with its path. */
export function requirementFaults({ key, operator, values }: Requirement): string[] {
	const faults = checkQualifiedName(key).map((fault) => `key: Invalid value: ${JSON.stringify(key)}: ${fault}`);
	if ((operator === 'in' || operator === 'notin') && values.length === 0) {
		faults.push(`values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty`);
	}
	if ((operator === 'exists' || operator === '!') && values.length > 0) {
		faults.push(`values: Invalid value: ${JSON.stringify(values)}: values set must be empty for exists and does not exist`);
	}
	values.forEach((value, i) => {
		if ((operator === 'gt' || operator === 'lt') && integerOf(value) === undefined) {
			faults.push(`values[${i}]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`);
		}
		const bad = checkLabelValue(value);
		if (bad.length > 0) faults.push(`values[${i}][${key}]: Invalid value: ${JSON.stringify(value)}: ${bad.join('; ')}`);
	});
	return faults;
}

export function requirementPredicate({ key, operator, values }: Requirement): Predicate {
	const first = values[0] ?? '';
	const set = new Set(values);
	switch (operator) {
		case 'exists':
			return (object) => Object.hasOwn(object.labels, key);
		case '!':
			return (object) => !Object.hasOwn(object.labels, key);
		case '=':
		case '==':
			return (object) => Object.hasOwn(object.labels, key) && object.labels[key] === first;
		case '!=':
			return (object) => !Object.hasOwn(object.labels, key) || object.labels[key] !== first;
		case 'in':
			return (object) => Object.hasOwn(object.labels, key) && set.has(object.labels[key] ?? '');
		case 'notin':
			return (object) => !Object.hasOwn(object.labels, key) || !set.has(object.labels[key] ?? '');
		case 'gt':
		case 'lt':
			return comparison(key, operator, integerOf(first) ?? 0n);
	}
}

/** Returns the comparison when the requirement tests equality with one value, otherwise undefined. */
export function requirementComparison({ key, operator, values }: Requirement): Comparison | undefined {
	const [text, ...others] = values;
	if (text === undefined || others.length > 0 || operator === 'gt' || operator === 'lt') return undefined;
	const negated = operator === '!=' || operator === 'notin';
	const valueIn: Comparison['valueIn'] = ({ labels }) => (Object.hasOwn(labels, key) ? labels[key] : undefined);
	return { kind: `label ${key}${negated ? '!=' : '='}`, text, negated, valueIn };
}

function comparison(key: string, operator: 'gt' | 'lt', bound: bigint): Predicate {
	return (object) => {
		const value = Object.hasOwn(object.labels, key) ? integerOf(object.labels[key] ?? '') : undefined;
		return value !== undefined && (operator === 'gt' ? value > bound : value < bound);
	};
}

/** Parses a 64-bit integer; returns undefined for other text. */
export function integerOf(text: string): bigint | undefined {
	// Label values have at most 63 characters.
	if (text.length > 63 || !/^[+-]?\d+$/.test(text)) return undefined;
	const value = BigInt(text);
	return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Returns the text with sorted values; equal requirements have equal texts. */
export function requirementText({ key, operator, values }: Requirement): string {
	const sorted = [...values].sort().join(',');
	switch (operator) {
		case 'exists':
			return key;
		case '!':
			return `!${key}`;
		case 'in':
		case 'notin':
			return `${key} ${operator} (${sorted})`;
		case 'gt':
			return `${key}>${sorted}`;
		case 'lt':
			return `${key}<${sorted}`;
		default:
			return `${key}${operator}${sorted}`;
	}
}
