/** `derive`: defaults that depend on other fields. The rule checks nothing. `defaults.ts` runs it. */

import type { Field, Json, JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { copy, isEmpty, setOwn } from '../../model/equal.ts';
import { getAt, setAt } from '../../model/path.ts';
import { stringify } from '../../wire/json/text.ts';
import { compileExpression, ExpressionError } from '../cel/expression.ts';
import { reorder } from '../order.ts';
import { inlined, isInherited, propertiesOf } from '../properties.ts';
import { canonical } from '../spec-values.ts';
import { unionMembers } from '../union.ts';
import type { Fill, FillContext, Rule } from './rule.ts';

export interface Derivation {
	/** Path of the field, relative to the object. `[]` stands for every entry of a list: `containers[].ports[].hostPort`. */
	readonly field: string;
	/** Condition: an expression over `self`. Absent: the rule always applies. */
	readonly when?: string;
	/** Name of a union. The rule applies when none of its members is set. */
	readonly whenNone?: string;
	readonly value?: Json;
	/**
	 * Field whose value is copied: a sibling, or the path from the object to another field. Absent objects around `field` are then made. Of
	 * a map, each missing key is copied.
	 */
	readonly from?: string;
	/** True to replace a value that is already set. */
	readonly replace?: boolean;
}

const one = {
	type: 'object',
	required: ['field'],
	properties: {
		field: { type: 'string' },
		when: { type: 'string' },
		whenNone: { type: 'string' },
		value: {},
		from: { type: 'string' },
		replace: { type: 'boolean' },
	},
	additionalProperties: false,
} as const;

export const derive: Rule = {
	keyword: 'derive',
	appliesTo: ['struct'],
	argument: { anyOf: [one, { type: 'array', items: one }] },
	documentation:
		'Defaults that depend on other fields. If `field` (a path, with `[]` for every entry of a list) is absent, it gets `value` or the value of the sibling field `from`, or of the field at the path `from`. The condition is the expression `when` over `self`, or that no member of the union `whenNone` is set. With `replace` an existing value is replaced.',
	describe: (argument) => derivations(argument).map(inWords).join('; '),
	checkArgument: (argument) =>
		derivations(argument)
			.map(problemOf)
			.find((problem) => problem !== undefined),
	expressions: (argument) =>
		derivations(argument).flatMap(({ when }, index) =>
			when === undefined ? [] : [{ at: Array.isArray(argument) ? [index, 'when'] : ['when'], text: when, gives: 'bool' as const, old: false }],
		),
	fill(argument, context) {
		const fills = derivations(argument).map((derivation) => fillOf(derivation, context));
		return (object) => {
			for (const fill of fills) fill(object);
		};
	},
};

export function derivations(argument: Json): readonly Derivation[] {
	return (Array.isArray(argument) ? argument : [argument]) as unknown as readonly Derivation[];
}

/** Returns the names in a path, without `[]`. */
export function pathNames(path: string): readonly string[] {
	return path.split('.').map((part) => part.replace(/\[\]$/, ''));
}

function inWords({ field, when, whenNone, value, from, replace }: Derivation): string {
	const what = from === undefined ? `is \`${stringify(value ?? null)}\`` : `is taken from \`${from}\`${from.includes('.') ? '' : ' next to it'}`;
	const condition = when === undefined ? (whenNone === undefined ? '' : ` when no ${whenNone} is set`) : ` when \`${when}\``;
	return `\`${field}\` ${replace === true ? 'always' : 'by default'} ${what}${condition}`;
}

function problemOf({ field, value, from }: Derivation): string | undefined {
	if (from?.includes('.') && field.includes('[]')) return `${stringify(field)} is a field of many entries: take the value from a field beside it`;
	if ((value === undefined) === (from === undefined)) return `${stringify(field)} needs either a value or the field that it is taken from`;
	return undefined;
}

function fillOf(derivation: Derivation, { schema, holder, type }: FillContext): Fill {
	const holds = condition(derivation, { schema, holder, type });
	const path = pathNames(derivation.field);
	const last = path.at(-1) ?? '';
	if (derivation.from?.includes('.')) return copyOf(derivation, derivation.from, { holds, orders: ordersAlong(path, holder, type) });
	const walk = walker(path.slice(0, -1), { kind: 'struct', type: holder }, type, {
		name: last,
		put: (of) => putter(derivation, of, (value) => canonical(value, of.schema, type)),
	});
	return (object) => {
		if (!isSettled(derivation, object) && holds(object)) walk(object);
	};
}

type Order = ReadonlyMap<string, number>;

interface CopyParts {
	readonly holds: (object: JsonObject) => boolean;
	/** Orders of fields of the objects along the path, from the outermost. */
	readonly orders: readonly Order[];
}

/** Returns the function that copies the value at a path of the object. It restores the order of fields of each object that gets one. */
function copyOf({ field, replace = false }: Derivation, from: string, { holds, orders }: CopyParts): Fill {
	const path = pathNames(field);
	return (object) => {
		const found = getAt(object, from);
		if (isEmpty(found) || (!replace && !isEmpty(getAt(object, field))) || !holds(object)) return;
		// The result shares no part with the object, which is changed in place.
		for (const [name, value] of Object.entries(setAt(object, field, copy(found as JsonValue)))) setOwn(object, name, value);
		let holder: JsonValue | undefined = object;
		for (const [depth, order] of orders.entries()) {
			if (!isMap(holder)) return;
			reorder(holder, order);
			holder = holder[path[depth] as string];
		}
	};
}

/** Returns the orders of fields of the structs along a path. */
function ordersAlong(path: readonly string[], holder: TypeName, type: (name: TypeName) => TypeDescriptor): readonly Order[] {
	const orders: Order[] = [];
	let schema: Schema | undefined = { kind: 'struct', type: holder };
	for (const step of path) {
		if (schema?.kind !== 'struct') break;
		const properties = propertiesOf(type(schema.type), type);
		orders.push(new Map(properties.map(({ name }, index) => [name, index])));
		schema = properties.find(({ name }) => name === step)?.schema;
	}
	return orders;
}

/** Reports whether a field of the object itself is set already. The condition, which costs more, is then not evaluated. */
function isSettled({ field, replace }: Derivation, object: JsonObject): boolean {
	if (replace === true || field.includes('.')) return false;
	const there = own(object, field);
	return there !== undefined && there !== 0 && !isMap(there);
}

function condition({ when, whenNone }: Derivation, { schema, holder, type }: FillContext): (object: JsonObject) => boolean {
	if (whenNone !== undefined) {
		const members = inlined(type(holder), type).flatMap((part) =>
			unionMembers(part, whenNone, type).flatMap(({ properties }) => properties.map(({ name }) => name)),
		);
		return (object) => members.every((member) => own(object, member) === undefined);
	}
	if (when === undefined) return () => true;
	const expression = compileExpression(when, { self: schema }, type);
	return (object) => {
		try {
			return expression({ self: object }) === true;
		} catch (error) {
			// The condition reads an absent field, so it is false.
			if (error instanceof ExpressionError) return false;
			throw error;
		}
	};
}

type Put = (object: JsonObject, order: ReadonlyMap<string, number>) => void;
interface Target {
	readonly name: string;
	/** Returns the function that fills in `field`. */
	readonly put: (field: Field) => Put;
}

function putter(
	{ value: written, from, replace = false }: Derivation,
	{ name, presence }: Pick<Field, 'name' | 'presence'>,
	read: (value: JsonValue) => JsonValue,
): Put {
	/** In a field that may be absent, an empty string counts as a value. */
	const isSaid = (object: JsonObject): boolean => presence === undefined && Object.hasOwn(object, name) && object[name] === '';
	const value = written === undefined ? undefined : read(written as JsonValue);
	return (object, order) => {
		const found = from === undefined ? value : own(object, from);
		if (found === undefined) return;
		const there = own(object, name);
		if (isMap(found) && isMap(there) && from !== undefined) {
			setOwn(object, name, { ...(copy(found) as JsonObject), ...there });
			return;
		}
		if (!replace && ((there !== undefined && there !== '' && there !== 0) || isSaid(object))) return;
		const isNew = !Object.hasOwn(object, name);
		setOwn(object, name, copy(found));
		if (isNew) reorder(object, order);
	};
}

/** Follows the path, through every entry of lists, and puts the value into each object at its end. */
function walker(path: readonly string[], schema: Schema, type: (name: TypeName) => TypeDescriptor, target: Target): (value: JsonValue) => void {
	if (schema.kind === 'list') {
		const each = walker(path, schema.items, type, target);
		return (value) => {
			if (Array.isArray(value)) value.forEach(each);
		};
	}
	if (schema.kind !== 'struct') return () => undefined;
	const properties = propertiesOf(type(schema.type), type);
	const [step, ...rest] = path;
	if (step === undefined) {
		const order: ReadonlyMap<string, number> = new Map(properties.map(({ name }, index) => [name, index]));
		const filled = properties.find(({ name }) => name === target.name);
		// The emulated release may not have the field.
		if (filled === undefined) return () => undefined;
		const put = target.put(filled.field);
		return (value) => {
			if (isMap(value)) put(value, order);
		};
	}
	const property = properties.find(({ name }) => name === step);
	const below = property === undefined ? () => undefined : walker(rest, property.schema, type, target);
	return (value) => {
		const inner = isMap(value) ? own(value, step) : undefined;
		if (inner !== undefined) below(inner);
	};
}

function isMap(value: JsonValue | undefined): value is JsonObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
	if (isInherited(name) && !Object.hasOwn(object, name)) return undefined;
	const value = object[name];
	return isEmpty(value) && !isMap(value) ? undefined : value;
}
