/** Checks that the fields exist that rule arguments name. */
import type { Field, RuleUse, Schema, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { derivations, pathNames } from '../../../runtime/schema/rules/derive.ts';
import { fieldsOf } from '../../../runtime/schema/rules/required-together.ts';
import type { DescribedType, ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { at, keyNode, mapAt, type SpecNode, text } from '../source/node.ts';
import { allFields, inlinedTypes } from '../types/json-fields.ts';
import { checkWritten } from '../types/written-value.ts';

/** Checks the rules of one type. Runs once all types are made. */
export function checkRuleFields(made: DescribedType, context: ReadContext): void {
	const names = allFields(made.descriptor.name, context).map((field) => field.name);
	for (const use of made.descriptor.rules ?? []) {
		if (use.rule === 'derive') checkDerivations(use, made, context);
		for (const field of fieldsNamed(use)) if (!names.includes(field)) report(made.ruleNodes, use.rule, field, names, context);
	}
	for (const field of made.descriptor.fields) checkSchema(field.schema, made, made.descriptor, at(mapAt(made.node, 'properties'), field.name), context);
}

function fieldsNamed({ rule, argument }: RuleUse): readonly string[] {
	if (rule === 'requiredTogether') return fieldsOf(argument);
	if (rule !== 'totalSize' && rule !== 'frozenWhen' && rule !== 'requiredWhen') return [];
	return (Array.isArray(argument) ? argument : [argument]).flatMap((one) => (one.of ?? one.fields ?? []) as string[]);
}

/** Checks derivations: each path leads to a field, the source is a sibling field, and the union exists. */
function checkDerivations(use: RuleUse, made: DescribedType, context: ReadContext): void {
	const unions = inlinedTypes(made.descriptor, context).flatMap((type) => (type.unions ?? []).map((union) => union.name));
	const written = context.expressions.get(use);
	for (const [place, { field, from, whenNone }] of derivations(use.argument).entries()) {
		const path = pathNames(field);
		let type: string | undefined = made.descriptor.name;
		for (const [index, name] of path.entries()) {
			const fields: readonly Field[] = type === undefined ? [] : allFields(type, context);
			const names = fields.map((candidate) => candidate.name);
			const found = fields.find((candidate) => candidate.name === name);
			if (found === undefined) {
				report(made.ruleNodes, 'derive', field, names, context, name);
				break;
			}
			if (index === path.length - 1) {
				const value = written && at(written.kind === 'list' ? (written.items[place] ?? written) : written, 'value');
				if (value !== undefined) checkWritten(value, found.schema, `the derived value of ${JSON.stringify(name)}`, { context, complete: false });
				if (from !== undefined && !from.includes('.') && !names.includes(from)) report(made.ruleNodes, 'derive', from, names, context);
			}
			type = structWithin(found.schema);
		}
		if (from?.includes('.')) checkSource(from, made, context);
		if (whenNone !== undefined && !unions.includes(whenNone)) report(made.ruleNodes, 'derive', whenNone, unions, context);
	}
}

/** Checks that a path of the type, from which a value is copied, leads to a field. */
function checkSource(from: string, made: DescribedType, context: ReadContext): void {
	let type: string | undefined = made.descriptor.name;
	for (const name of from.split('.')) {
		const fields: readonly Field[] = type === undefined ? [] : allFields(type, context);
		const found = fields.find((candidate) => candidate.name === name);
		if (found === undefined) {
			const names = fields.map((candidate) => candidate.name);
			report(made.ruleNodes, 'derive', from, names, context, name);
			return;
		}
		type = structWithin(found.schema);
	}
}

function structWithin(schema: Schema): string | undefined {
	if (schema.kind === 'struct') return schema.type;
	return schema.kind === 'list' ? structWithin(schema.items) : undefined;
}

function checkSchema(schema: Schema, made: DescribedType, parent: TypeDescriptor, node: SpecNode | undefined, context: ReadContext): void {
	if (schema.kind === 'map') {
		const siblings = parent.fields.map((field) => field.name);
		for (const use of schema.keys?.rules ?? []) {
			const sibling = String(use.argument);
			if (use.rule === 'notIn' && !siblings.includes(sibling)) report([node ?? made.node], 'notIn', sibling, siblings, context);
		}
	}
	if (schema.kind === 'list' && schema.items.kind === 'struct') {
		const fields = allFields(schema.items.type, context).map((field) => field.name);
		for (const use of schema.rules ?? [])
			if (use.rule === 'unique' && !fields.includes(String(use.argument))) report([node ?? made.node], 'unique', String(use.argument), fields, context);
	}
	if (schema.kind === 'list') checkSchema(schema.items, made, parent, at(node, 'items') ?? node, context);
	if (schema.kind === 'map') checkSchema(schema.values, made, parent, at(node, 'additionalProperties') ?? node, context);
}

function report(nodes: readonly SpecNode[], rule: string, field: string, known: readonly string[], context: ReadContext, name = field): void {
	const found = nodes.map((node) => findText(node, rule, field)).find((node) => node !== undefined);
	const [first] = nodes;
	if (first !== undefined) context.report(found ?? first, `${rule} names ${JSON.stringify(name)}, which is not among the fields${suggestion(name, known)}`);
}

/** Returns the node of a name in the argument of a rule, which is a keyword of the node or of its `keys`. */
function findText(node: SpecNode, rule: string, name: string): SpecNode | undefined {
	if (node.kind !== 'map') return undefined;
	const value = node.entries.get(rule)?.value;
	if (value !== undefined) return textWithin(value, name) ?? keyNode(node, rule);
	const keys = at(node, 'keys');
	return keys && findText(keys, rule, name);
}

function textWithin(node: SpecNode, name: string): SpecNode | undefined {
	if (node.kind === 'scalar') return text(node) === name ? node : undefined;
	const parts = node.kind === 'list' ? node.items : [...node.entries.values()].map((entry) => entry.value);
	return parts.map((part) => textWithin(part, name)).find((found) => found !== undefined);
}
