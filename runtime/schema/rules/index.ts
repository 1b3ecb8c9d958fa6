/**
 * Registry of rules: constraints that specs put on values beyond their structure, in the order of the reference page. `enum`, `required`,
 * `immutable`, `listType`, `unions` and `keys` belong to the structure (`model.ts`); `compile.ts` checks them.
 */
import { allOf } from './all-of.ts';
import { anyOf } from './any-of.ts';
import { cel } from './cel.ts';
import { definitionFormat } from './definition-format.ts';
import { definitionText } from './definition-text.ts';
import { deprecated } from './deprecated.ts';
import { deprecatedValues } from './deprecated-values.ts';
import { derive } from './derive.ts';
import { embeddedResource } from './embedded-resource.ts';
import { exclusiveMaximum } from './exclusive-maximum.ts';
import { exclusiveMinimum } from './exclusive-minimum.ts';
import { format } from './format.ts';
import { frozenWhen } from './frozen-when.ts';
import { maxItems } from './max-items.ts';
import { maxLength } from './max-length.ts';
import { maxProperties } from './max-properties.ts';
import { maximum } from './maximum.ts';
import { metadataNames } from './metadata-names.ts';
import { minItems } from './min-items.ts';
import { minLength } from './min-length.ts';
import { minProperties } from './min-properties.ts';
import { minimum } from './minimum.ts';
import { multipleOf } from './multiple-of.ts';
import { not } from './not.ts';
import { notIn } from './not-in.ts';
import { oneOf } from './one-of.ts';
import { pattern } from './pattern.ts';
import { requiredTogether } from './required-together.ts';
import { requiredWhen } from './required-when.ts';
import type { Rule } from './rule.ts';
import { totalSize } from './total-size.ts';
import { unique } from './unique.ts';
import { uniqueItems } from './unique-items.ts';

export const rules: readonly Rule[] = [
	minimum,
	maximum,
	exclusiveMinimum,
	exclusiveMaximum,
	multipleOf,
	minLength,
	maxLength,
	pattern,
	format,
	minItems,
	maxItems,
	uniqueItems,
	unique,
	minProperties,
	maxProperties,
	notIn,
	allOf,
	anyOf,
	oneOf,
	not,
	embeddedResource,
	metadataNames,
	deprecated,
	deprecatedValues,
	totalSize,
	derive,
	requiredWhen,
	requiredTogether,
	frozenWhen,
	cel,
];

/** Rules that the schemas of CustomResourceDefinitions have, and no spec. */
const ofDefinitions: readonly Rule[] = [definitionText, definitionFormat];

const byKeyword: ReadonlyMap<string, Rule> = new Map(
	[...rules, ...ofDefinitions].flatMap((rule) => [rule.keyword, ...(rule.aliases ?? [])].map((keyword) => [keyword, rule])),
);

/** Returns a rule by its keyword or an alias. */
export function ruleNamed(keyword: string): Rule | undefined {
	return byKeyword.get(keyword);
}
