import { invalidValue } from '../../model/cause.ts';
import { isNumber } from './bound.ts';
import { numbers, type Rule } from './rule.ts';

export const multipleOf: Rule = {
	keyword: 'multipleOf',
	appliesTo: numbers,
	argument: { type: 'number', exclusiveMinimum: 0 },
	documentation: 'Values must be a multiple of this.',
	describe: (argument) => `a multiple of ${argument}`,
	compile(argument, { message }) {
		const factor = isNumber(argument) ? argument : Number(argument);
		const detail = message ?? `must be a multiple of ${factor}`;
		return (value, _old, site) => {
			if (!isNumber(value)) return;
			const areIntegers = [value, factor].every((each) => typeof each === 'bigint' || Number.isSafeInteger(each));
			const exact = areIntegers ? BigInt(value) % BigInt(factor) === 0n : isMultiple(Number(value), Number(factor));
			if (!exact) site.causes.push(invalidValue(site.path.toString(), value, detail));
		};
	},
	openapi: (argument) => ({ multipleOf: argument }),
};

/** Reports whether the value is a multiple. Tolerates the rounding of decimal fractions, so that 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
	const quotient = value / factor;
	return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}
