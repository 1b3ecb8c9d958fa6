/** Rules whose argument names fields: the fields are there. */
import type { RuleUse, Schema, TypeDescriptor } from '../../runtime/schema/model.ts';
import { allFields } from './fields.ts';
import type { MadeType, Making } from './making.ts';
import { at, keyNode, mapAt, type SpecNode, text } from './node.ts';
import { suggestion } from './suggest.ts';

/** For every type, when all are made. */
export function checkRuleFields(made: MadeType, making: Making): void {
	const names = allFields(made.descriptor.name, making).map((field) => field.name);
	for (const use of made.descriptor.rules ?? []) {
		for (const field of fieldsNamed(use)) if (!names.includes(field)) report(made.ruleNodes, use.rule, field, names, making);
	}
	for (const field of made.descriptor.fields) checkSchema(field.schema, made, made.descriptor, at(mapAt(made.node, 'properties'), field.name), making);
}

function fieldsNamed({ rule, argument }: RuleUse): string[] {
	if (rule !== 'totalSize' && rule !== 'frozenWhen' && rule !== 'requiredWhen') return [];
	return (Array.isArray(argument) ? argument : [argument]).flatMap((one) => (one.of ?? one.fields ?? []) as string[]);
}

function checkSchema(schema: Schema, made: MadeType, parent: TypeDescriptor, node: SpecNode | undefined, making: Making): void {
	if (schema.kind === 'map') {
		const siblings = parent.fields.map((field) => field.name);
		for (const use of schema.keys?.rules ?? []) {
			const sibling = String(use.argument);
			if (use.rule === 'notIn' && !siblings.includes(sibling)) report([node ?? made.node], 'notIn', sibling, siblings, making);
		}
	}
	if (schema.kind !== 'list' || schema.items.kind !== 'struct') return;
	const fields = allFields(schema.items.type, making).map((field) => field.name);
	for (const use of schema.rules ?? [])
		if (use.rule === 'unique' && !fields.includes(String(use.argument))) report([node ?? made.node], 'unique', String(use.argument), fields, making);
}

function report(nodes: readonly SpecNode[], rule: string, field: string, known: readonly string[], making: Making): void {
	const found = nodes.map((node) => findText(node, rule, field)).find((node) => node !== undefined);
	const [first] = nodes;
	if (first !== undefined) making.report(found ?? first, `${rule} names ${JSON.stringify(field)}, which is not among the fields${suggestion(field, known)}`);
}

/** Where the name stands: the rule is among the keywords of the node or of its `keys`. */
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
