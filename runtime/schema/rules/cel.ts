import type { Json, JsonObject, JsonValue, Schema } from '../../model/catalog.ts';
import { type CauseReason, invalidValue } from '../../model/cause.ts';
import { pathSegments, readSegments } from '../../model/path.ts';
import { stringify } from '../../wire/json/text.ts';
import { CostError } from '../cel/error.ts';
import { compileExpression, type Expression } from '../cel/expression.ts';
import { propertiesOf } from '../properties.ts';
import type { Check, Rule, RuleContext, Site } from './rule.ts';

interface CelRule {
	readonly rule: string;
	readonly message?: string;
	readonly messageExpression?: string;
	readonly reason?: CauseReason;
	/** Path of the field to report, relative to the value: `.spec.replicas`. */
	readonly fieldPath?: string;
	/** True for a transition rule that also applies without an old value. `oldSelf` is then an optional value. */
	readonly optionalOldSelf?: boolean;
}

const entry = {
	type: 'object',
	required: ['rule'],
	properties: {
		rule: { type: 'string' },
		message: { type: 'string' },
		messageExpression: { type: 'string' },
		reason: { type: 'string', enum: ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate', 'FieldValueNotSupported'] },
		fieldPath: { type: 'string' },
		optionalOldSelf: { type: 'boolean' },
	},
	additionalProperties: false,
} as const;

const labels: Partial<Record<CauseReason, string>> = {
	FieldValueForbidden: 'Forbidden',
	FieldValueRequired: 'Required value',
};

/** Text before the reported value, by reason. */
const words: Partial<Record<CauseReason, string>> = { FieldValueDuplicate: 'Duplicate', FieldValueNotSupported: 'Unsupported' };

export const cel: Rule = {
	keyword: 'cel',
	aliases: ['validations'],
	appliesTo: [
		'struct',
		'list',
		'map',
		'string',
		'boolean',
		'int32',
		'int64',
		'double',
		'quantity',
		'intOrString',
		'time',
		'microTime',
		'duration',
		'bytes',
		'rawExtension',
		'any',
	],
	argument: { type: 'array', items: entry },
	documentation:
		'CEL expressions over `self` that must be true; otherwise `message` is reported. An expression that names `oldSelf` is a transition rule, which is checked on updates only. With `optionalOldSelf: true` it is always checked, and `oldSelf` is an optional value (`oldSelf.hasValue()`, `oldSelf.?size`).',
	describe: (argument) =>
		read(argument)
			.map(({ rule, message, messageExpression }) => {
				const answer = messageExpression === undefined ? message && `"${message}"` : `the text of \`${messageExpression}\``;
				return answer === undefined ? `\`${rule}\`` : `\`${rule}\`, refused with ${answer}`;
			})
			.join('; '),
	checkArgument: (argument) => {
		const idle = read(argument).find(({ rule, optionalOldSelf }) => optionalOldSelf !== undefined && !isTransition(rule));
		return idle === undefined ? undefined : `optionalOldSelf has no effect in a rule without oldSelf: ${idle.rule}`;
	},
	expressions: (argument) =>
		read(argument).flatMap(({ rule, messageExpression, optionalOldSelf }, index) => {
			const old = optionalOldSelf === true ? ('optional' as const) : true;
			return [
				{ at: [index, 'rule'], text: rule, gives: 'bool' as const, old },
				...(messageExpression === undefined
					? []
					: [{ at: [index, 'messageExpression'], text: messageExpression, gives: 'string' as const, old: isTransition(rule) && old }]),
			];
		}),
	compile(argument, context) {
		const checks = read(argument).map((use) => compileUse(use, context));
		return (value, old, site) => {
			for (const check of checks) check(value, old, site);
		};
	},
};

function read(argument: Json): readonly CelRule[] {
	return argument as unknown as readonly CelRule[];
}

function isTransition(rule: string): boolean {
	return /\boldSelf\b/.test(rule);
}

function compileUse(use: CelRule, { schema, message, type }: RuleContext): Check {
	const transition = isTransition(use.rule);
	const variables = { self: schema, ...(transition ? { oldSelf: schema } : {}) };
	const always = use.optionalOldSelf === true;
	const options = { optional: always ? 'oldSelf' : undefined };
	const holds = compileExpression(use.rule, variables, type, options);
	const text = use.messageExpression === undefined ? undefined : compileExpression(use.messageExpression, variables, type, options);
	const fixed = message ?? use.message ?? `failed rule: ${use.rule}`;
	const absent = absentValue(schema, use.fieldPath, type);
	return (value, old, site) => {
		const before = site.update ? old : undefined;
		if (transition && !always && before === undefined) return;
		if (site.expressionCost > mostPerObject) return;
		const bindings: Record<string, JsonValue> = transition && before !== undefined ? { self: value, oldSelf: before } : { self: value };
		try {
			const problem = evaluate(holds, bindings, () => (text === undefined ? fixed : String(text(bindings))));
			if (problem !== undefined) blame(use, value, problem, absent, site);
			site.expressionCost += holds.cost();
			if (site.expressionCost > mostPerObject) site.causes.push(invalidValue(site.path.toString(), typeName(value), overBudget));
		} catch (error) {
			if (!(error instanceof CostError)) throw error;
			site.expressionCost = Number.POSITIVE_INFINITY;
			site.causes.push(invalidValue(site.path.toString(), typeName(value), `'${error.message}': ${overCall}: ${use.rule}`));
		}
	};
}

/** Cost limit of all evaluations for one object, as in Kubernetes. */
const mostPerObject = 10_000_000;
const overCall = 'no further validation rules will be run due to call cost exceeds limit for rule';
const overBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Returns the violation, or undefined. A failed evaluation is a violation, because a broken rule must not let values pass. */
function evaluate(holds: Expression, bindings: JsonObject, detail: () => string): string | undefined {
	try {
		return holds(bindings) === true ? undefined : detail();
	} catch (error) {
		if (error instanceof CostError) throw error;
		return `rule evaluation error: ${error instanceof Error ? error.message : error}`;
	}
}

function blame({ reason = 'FieldValueInvalid', fieldPath }: CelRule, value: JsonValue, detail: string, absent: Printable | undefined, site: Site): void {
	const field = site.path.toString() + (fieldPath ?? '');
	const path = field.startsWith('.') ? field.slice(1) : field;
	const label = labels[reason] ?? `${words[reason] ?? 'Invalid'} value: ${stringify(printableValue(value, fieldPath, absent))}`;
	const message = detail === '' ? label : `${label}: ${detail}`;
	// Kubernetes shows the root as Go's text of a nil path.
	site.causes.push({ reason, message, field: path === '' ? '<nil>' : path });
}

/** Maximum length of a string that is shown. More would not explain the error. */
const longestShown = 256;

type Printable = string | number | bigint | boolean;

/** Returns the value to report if it is short, else the type of the whole value. `absent`: shown for an absent value. */
function printableValue(value: JsonValue, fieldPath: string | undefined, absent: Printable | undefined): Printable {
	const segments = fieldPath === undefined ? [] : pathSegments(fieldPath.replace(/^\./, ''));
	const blamed = segments === undefined ? undefined : readSegments(value, segments);
	if (blamed === undefined && absent !== undefined) return absent;
	if (typeof blamed === 'string' && blamed.length <= longestShown) return blamed;
	return typeof blamed === 'number' || typeof blamed === 'bigint' || typeof blamed === 'boolean' ? blamed : typeName(value);
}

/** Returns the zero of the field at a path. Returns undefined when the field is no string, number or boolean. */
function absentValue(schema: Schema, fieldPath: string | undefined, type: RuleContext['type']): Printable | undefined {
	if (fieldPath === undefined) return undefined;
	let at: Schema | undefined = schema;
	for (const segment of pathSegments(fieldPath.replace(/^\./, '')) ?? []) {
		if (at?.kind === 'list') at = at.items;
		else if (at?.kind === 'map') at = at.values;
		else at = at?.kind === 'struct' ? propertiesOf(type(at.type), type).find(({ name }) => name === segment)?.schema : undefined;
	}
	if (at?.kind === 'string') return '';
	return at?.kind === 'int32' || at?.kind === 'int64' ? 0 : at?.kind === 'boolean' ? false : undefined;
}

function typeName(value: JsonValue): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'bigint') return 'integer';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	return typeof value;
}
