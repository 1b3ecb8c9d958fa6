/** Checks bounds of values. They must have the type of the value, and the lower bound must be below the upper one. */
import type { Schema } from '../../../runtime/model/catalog.ts';
import { QuantityError } from '../../../runtime/scalars/quantity.ts';
import { TimeError } from '../../../runtime/scalars/time.ts';
import { compareToBound } from '../../../runtime/schema/rules/bound.ts';
import { numbers, ordered } from '../../../runtime/schema/rules/rule.ts';
import type { ReadContext } from '../context.ts';
import { type MapNode, plain, type SpecNode } from '../source/node.ts';
import { ruleArgument } from './argument.ts';

interface Bounds {
	readonly low: string;
	readonly high: string;
	/** True when the bounds may be equal. */
	readonly meet: boolean;
	/** True when the bounds limit the value itself and not its size. */
	readonly ofValue: boolean;
}

const pairs: readonly Bounds[] = [
	{ low: 'minLength', high: 'maxLength', meet: true, ofValue: false },
	{ low: 'minItems', high: 'maxItems', meet: true, ofValue: false },
	{ low: 'minProperties', high: 'maxProperties', meet: true, ofValue: false },
	{ low: 'minimum', high: 'maximum', meet: true, ofValue: true },
	{ low: 'exclusiveMinimum', high: 'maximum', meet: false, ofValue: true },
	{ low: 'minimum', high: 'exclusiveMaximum', meet: false, ofValue: true },
	{ low: 'exclusiveMinimum', high: 'exclusiveMaximum', meet: false, ofValue: true },
];

const ofValues = new Set(pairs.filter(({ ofValue }) => ofValue).flatMap(({ low, high }) => [low, high]));

export function checkBounds(node: MapNode, schema: Schema, context: ReadContext): void {
	const good = new Set([...node.entries.keys()].filter((keyword) => !ofValues.has(keyword) || isBound(node, keyword, schema, context)));
	for (const { low, high, meet, ofValue } of pairs) {
		if (!good.has(low) || !good.has(high)) continue;
		const from = plain(argumentOf(node, low));
		const to = plain(argumentOf(node, high));
		// Sizes of another type have been reported.
		if (!ofValue && (typeof from !== 'number' || typeof to !== 'number')) continue;
		const order = compareToBound(to, ofValue ? schema : { kind: 'int64' })(isOfTexts(schema) && ofValue ? String(from) : (from as number | bigint)) ?? 0;
		if (order < 0 || (order === 0 && meet)) continue;
		context.report(argumentOf(node, high), `no value is valid: ${high} is ${to}, and ${low} is ${from}`);
	}
}

/** Reports whether the values are strings that represent a number or a time. */
function isOfTexts({ kind }: Schema): boolean {
	return ordered.includes(kind) && !numbers.includes(kind);
}

const words: Partial<Record<Schema['kind'], string>> = {
	duration: 'a duration, such as 1m30s',
	time: 'a time, such as 2026-01-31T10:00:00Z',
	microTime: 'a time, such as 2026-01-31T10:00:00.000000Z',
};

function isBound(node: MapNode, keyword: string, schema: Schema, context: ReadContext): boolean {
	const argument = argumentOf(node, keyword);
	const bound = plain(argument);
	const expected = words[schema.kind];
	if (typeof bound === 'number' || typeof bound === 'bigint') {
		if (expected !== undefined) context.report(argument, `the ${keyword} of ${schema.kind} must be ${expected}, not ${bound}`);
		return expected === undefined;
	}
	if (typeof bound !== 'string') return false;
	if (!isOfTexts(schema)) {
		// Bounds of a type that cannot have any are reported as such.
		if (numbers.includes(schema.kind)) context.report(argument, `the ${keyword} of ${schema.kind} must be a number, not ${JSON.stringify(bound)}`);
		return false;
	}
	try {
		compareToBound(bound, schema);
		return true;
	} catch (error) {
		if (error instanceof TimeError)
			context.report(argument, `the ${keyword} of ${schema.kind} must be ${expected}, not ${JSON.stringify(bound)}: ${error.message}`);
		else if (error instanceof QuantityError) context.report(argument, `${keyword}: ${error.message}`);
		else throw error;
		return false;
	}
}

function argumentOf(node: MapNode, keyword: string): SpecNode {
	return ruleArgument(node.entries.get(keyword)?.value ?? node).argument;
}
