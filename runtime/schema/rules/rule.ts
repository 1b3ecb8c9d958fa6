/**
 * Contract of a rule: one keyword of the spec language that constrains values, with its check, message, OpenAPI keywords and documentation.
 * One file per rule; `index.ts` is the registry.
 */

import type { Json, JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import type { FieldPath } from '../../model/field-path.ts';

/** Position and results of checks while an object is walked. One instance per walk, updated as it proceeds. */
export interface Site {
	/** Path of the checked value. */
	readonly path: FieldPath;
	/** Number of causes after which checks of many entries stop, since an answer does not contain more. */
	readonly most: number;
	/** Violations found by checks. */
	readonly causes: Cause[];
	/** Warnings about discouraged but accepted values: `path: text`. */
	readonly warnings: string[];
	/** True when an update also gets warnings about unchanged values. */
	readonly warnAnew: boolean;
	/** True when an old object exists, so that transition rules apply. */
	readonly update: boolean;
	/** Cost of expressions so far. Beyond a bound, no more are evaluated. */
	expressionCost: number;
	/** Innermost struct around the value, for rules that read siblings. */
	parent: JsonObject;
}

/** Checks a value. `old` is the value before the update; undefined when there was none. */
export type Check = (value: JsonValue, old: JsonValue | undefined, site: Site) => void;

/** Fills in, in place, values derived from other fields. */
export type Fill = (object: JsonObject) => void;

export interface FillContext {
	/** Schema of the type that carries the rule. */
	readonly schema: Schema;
	/** Type of the objects to fill in: the same, or one in which it is inlined. */
	readonly holder: TypeName;
	type(name: TypeName): TypeDescriptor;
}

export interface RuleContext {
	/** Schema that carries the rule. For a type's own rules it is a struct schema of that type, and for rules of map keys a string. */
	readonly schema: Schema;
	/** Replacement for the detail of the rule's message. */
	readonly message: string | undefined;
	type(name: TypeName): TypeDescriptor;
}

/**
 * Small JSON Schema (type, minimum, enum, items, properties, required, additionalProperties, anyOf) of the arguments that a spec may give.
 */
export type ArgumentSchema = { readonly [keyword: string]: Json };

/** Expression over `self` (and `oldSelf`) in the argument of a rule. */
export interface RuleExpression {
	/** Location of the expression in the argument. */
	readonly at: readonly (string | number)[];
	readonly text: string;
	readonly gives: 'bool' | 'string';
	/** True when it may use `oldSelf`; `optional` when that is an optional value. */
	readonly old: boolean | 'optional';
}

/** Kind of schema to which a rule applies. Rules of map keys apply to `string`. */
export type RuleTarget = Schema['kind'];

export interface Rule {
	/** Keyword in specs. */
	readonly keyword: string;
	/** Other spellings accepted in specs. */
	readonly aliases?: readonly string[];
	readonly appliesTo: readonly RuleTarget[];
	readonly argument: ArgumentSchema;
	/** Set when the rule only compares with the old value. It is then checked for a removed struct as for an empty one. */
	readonly ofUpdates?: true;
	/** Sentence for the reference of the spec language. */
	readonly documentation: string;
	/** Describes the rule with its argument for reference pages: `at most 63 characters`. */
	describe(argument: Json): string;
	/** Returns the problem of an argument that its schema accepts (an invalid pattern, an unknown format); undefined when it is valid. */
	checkArgument?(argument: Json): string | undefined;
	/** Returns the expressions in an argument, which are checked by the schema that carries the rule. */
	expressions?(argument: Json): readonly RuleExpression[];
	/** Compiles the check; absent for a rule that only fills in values. */
	compile?(argument: Json, context: RuleContext): Check;
	/** Compiles the fill of a struct's rule, which runs with the defaults, before validation. */
	fill?(argument: Json, context: FillContext): Fill;
	/** Returns the OpenAPI keywords of the rule; absent when documents cannot express it. */
	openapi?(argument: Json): { readonly [keyword: string]: Json };
}

/** Kinds of schemas that hold strings. */
export const texts: readonly RuleTarget[] = ['string', 'intOrString'];
/** Kinds of schemas that hold numbers. */
export const numbers: readonly RuleTarget[] = ['int32', 'int64', 'double', 'intOrString'];

/** Kinds of schemas whose values have an order: numbers, and quantities, durations and times encoded as strings. */
export const ordered: readonly RuleTarget[] = [...numbers, 'quantity', 'duration', 'time', 'microTime'];
