/**
 * What a rule is: one keyword of the spec language that constrains values, with everything that follows from it
 * (the check, the message, OpenAPI keywords, documentation). One file per rule; `index.ts` is the registry.
 */

import type { Json, JsonObject, JsonValue, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import type { FieldPath } from '../../model/field-path.ts';

/** Where a check stands while an object is walked. One value per walk, changed as it goes. */
export interface Site {
	/** Path of the value checked. */
	readonly path: FieldPath;
	/** Checks of many entries end when there are more causes than this: nobody is told of them. */
	readonly most: number;
	/** Checks push what is wrong. */
	readonly causes: Cause[];
	/** What is let through but should not be done: `path: text`. */
	readonly warnings: string[];
	/** On an update: whether to warn of what was there before, too. */
	readonly warnAnew: boolean;
	/** Whether there is an old object, so that transition rules hold. */
	readonly update: boolean;
	/** What expressions have cost so far. None is evaluated beyond a bound. */
	expressionCost: number;
	/** The innermost struct around the value, for rules that look at siblings. */
	parent: JsonObject;
}

/** `old` is the same value before the update; undefined when there was none. */
export type Check = (value: JsonValue, old: JsonValue | undefined, site: Site) => void;

/** Fills in what follows from other fields, in place. */
export type Fill = (object: JsonObject) => void;

export interface FillContext {
	/** The type that carries the rule. */
	readonly schema: Schema;
	/** The type of the objects filled in: the same, or one that it is inlined in. */
	readonly holder: TypeName;
	type(name: TypeName): TypeDescriptor;
}

export interface RuleContext {
	/** The schema that carries the rule; of a type's own rules a struct schema of that type, of a map's keys a string. */
	readonly schema: Schema;
	/** Replaces the detail of the rule's message. */
	readonly message: string | undefined;
	type(name: TypeName): TypeDescriptor;
}

/** A small JSON Schema (type, minimum, enum, items, properties, required, additionalProperties, anyOf) of what a spec may give. */
export type ArgumentSchema = { readonly [keyword: string]: Json };

/** An expression over `self` (and `oldSelf`) in the argument of a rule. */
export interface RuleExpression {
	/** Where in the argument it stands. */
	readonly at: readonly (string | number)[];
	readonly text: string;
	readonly gives: 'bool' | 'string';
	/** Whether it may name `oldSelf`, and whether that is an optional value. */
	readonly old: boolean | 'optional';
}

/** What a rule may stand on. Rules of map keys apply to `string`. */
export type RuleTarget = Schema['kind'];

export interface Rule {
	/** As specs write it. */
	readonly keyword: string;
	/** Other spellings that specs may use. */
	readonly aliases?: readonly string[];
	readonly appliesTo: readonly RuleTarget[];
	readonly argument: ArgumentSchema;
	/** It compares with what was there before an update, and is asked of a struct that goes away as of an empty one. */
	readonly ofUpdates?: true;
	/** One sentence for the reference of the spec language. */
	readonly documentation: string;
	/** The rule with its argument in words, for reference pages: `at most 63 characters`. */
	describe(argument: Json): string;
	/** What is wrong with an argument that its schema lets through (a pattern that is none, an unknown format); undefined when nothing is. */
	checkArgument?(argument: Json): string | undefined;
	/** The expressions in an argument: checked where they stand, by the schema that carries the rule. */
	expressions?(argument: Json): readonly RuleExpression[];
	/** Absent: the rule only fills in. */
	compile?(argument: Json, context: RuleContext): Check;
	/** Of rules of structs: runs with the defaults, before validation. */
	fill?(argument: Json, context: FillContext): Fill;
	/** Keywords of OpenAPI documents that the rule becomes; nothing when documents cannot say it. */
	openapi?(argument: Json): { readonly [keyword: string]: Json };
}

/** Kinds of schemas that hold text. */
export const texts: readonly RuleTarget[] = ['string', 'intOrString'];
/** Kinds of schemas that hold numbers. */
export const numbers: readonly RuleTarget[] = ['int32', 'int64', 'double', 'intOrString'];

/** Kinds of schemas whose values have an order: with the quantities, spans and points of time that texts say. */
export const ordered: readonly RuleTarget[] = [...numbers, 'quantity', 'duration', 'time', 'microTime'];
