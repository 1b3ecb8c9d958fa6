/**
 * Contract of a rule: a keyword of the spec language that constrains values, with its check, message, OpenAPI keywords and documentation.
 * Each rule has a file; `index.ts` is the registry.
 */

import type { Json, JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import type { FieldPath } from '../../model/field-path.ts';

/** Position and results of the checks during a walk over an object. A walk has one instance, which it updates. */
export interface Site {
	/** Path of the value that is checked. */
	readonly path: FieldPath;
	/** Number of causes at which checks of many entries stop, because an answer does not have more. */
	readonly most: number;
	/** Violations found by checks. */
	readonly causes: Cause[];
	/** Warnings about discouraged values, which are accepted: `path: text`. */
	readonly warnings: string[];
	/** True when an update also gets warnings about unchanged values. */
	readonly warnAnew: boolean;
	/** True when there is an old object, so that transition rules apply. */
	readonly update: boolean;
	/** Cost of the expressions evaluated so far. Beyond a bound, no more are evaluated. */
	expressionCost: number;
	/** Innermost struct around the value, for rules that read sibling fields. */
	parent: JsonObject;
}

/** Checks a value. `old`: value before the update; undefined if there was none. */
export type Check = (value: JsonValue, old: JsonValue | undefined, site: Site) => void;

/** Fills in values that are derived from other fields, in place. */
export type Fill = (object: JsonObject) => void;

export interface FillContext {
	/** Schema of the type that has the rule. */
	readonly schema: Schema;
	/** Type of the objects to fill in: the type with the rule, or one in which that is inlined. */
	readonly holder: TypeName;
	type(name: TypeName): TypeDescriptor;
}

export interface RuleContext {
	/** Schema that has the rule. For a type's own rules it is a struct schema of that type. For rules of map keys it is a string. */
	readonly schema: Schema;
	/** Text that replaces the detail of the rule's message. */
	readonly message: string | undefined;
	type(name: TypeName): TypeDescriptor;
}

/**
 * Small JSON Schema of the arguments that a spec may give (type, minimum, enum, items, properties, required, additionalProperties, anyOf).
 */
export type ArgumentSchema = { readonly [keyword: string]: Json };

/** Expression over `self` (and `oldSelf`) in the argument of a rule. */
export interface RuleExpression {
	/** Path of the expression inside the argument. */
	readonly at: readonly (string | number)[];
	readonly text: string;
	readonly gives: 'bool' | 'string';
	/** True when it may use `oldSelf`. `optional`: `oldSelf` is an optional value. */
	readonly old: boolean | 'optional';
}

/** Kind of schema to which a rule applies. Rules of map keys apply to `string`. */
export type RuleTarget = Schema['kind'];

export interface Rule {
	/** Keyword in specs. */
	readonly keyword: string;
	/** Other spellings that specs may use. */
	readonly aliases?: readonly string[];
	readonly appliesTo: readonly RuleTarget[];
	readonly argument: ArgumentSchema;
	/**
	 * Set for a rule that only compares the new value with the old one. When an update removes a struct, the rule is checked against an
	 * empty struct instead.
	 */
	readonly ofUpdates?: true;
	/** Sentence for the reference of the spec language. */
	readonly documentation: string;
	/** Describes the rule with its argument, for reference pages: `at most 63 characters`. */
	describe(argument: Json): string;
	/**
	 * Returns the problem of an argument that its schema accepts, such as an invalid pattern or an unknown format. Returns undefined for a
	 * valid argument.
	 */
	checkArgument?(argument: Json): string | undefined;
	/** Returns the expressions in an argument. They are checked with the schema that has the rule. */
	expressions?(argument: Json): readonly RuleExpression[];
	/** Compiles the check. Absent for a rule that only fills in values. */
	compile?(argument: Json, context: RuleContext): Check;
	/** Compiles the function that fills in values of a struct. It runs with the defaults, before validation. */
	fill?(argument: Json, context: FillContext): Fill;
	/** Returns the OpenAPI keywords of the rule. Absent when documents cannot express it. */
	openapi?(argument: Json): { readonly [keyword: string]: Json };
}

/** Kinds of schemas whose values are strings. */
export const texts: readonly RuleTarget[] = ['string', 'intOrString'];
/** Kinds of schemas whose values are numbers. */
export const numbers: readonly RuleTarget[] = ['int32', 'int64', 'double', 'intOrString'];

/** Kinds of schemas whose values have an order: numbers, and quantities, durations and times, which are strings. */
export const ordered: readonly RuleTarget[] = [...numbers, 'quantity', 'duration', 'time', 'microTime'];
