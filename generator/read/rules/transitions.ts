/**
 * Checks rules that compare with the old value. They are allowed only if the old value can be found, which is impossible for entries of a
 * list that is not of type map. Kubernetes refuses CustomResourceDefinitions with such rules, too.
 */
import type { KindDescriptor, RuleUse, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { keyNode, mapAt } from '../source/node.ts';
import { nodeAt } from './rule-use.ts';

/** Runs once all types are made. */
export function checkTransitions(kinds: readonly { readonly descriptor: KindDescriptor }[], context: ReadContext): void {
	const walk: Walk = { context, seen: new Set() };
	for (const { descriptor } of kinds) for (const { type } of descriptor.versions) walkType(type, undefined, walk);
}

interface Walk {
	readonly context: ReadContext;
	/** Visited types, separately for those in list entries and those outside, because a type may occur in both. */
	readonly seen: Set<string>;
}

/** Walks a type. `list`: path of the list whose entries contain it; undefined outside of lists. */
function walkType(name: TypeName, list: string | undefined, walk: Walk): void {
	const key = list === undefined ? name : `${name} in entries`;
	const made = walk.context.types.get(name);
	if (made === undefined || walk.seen.has(key)) return;
	walk.seen.add(key);
	checkUses(made.descriptor.rules ?? [], list, walk);
	for (const { name: field, schema, immutable } of made.descriptor.fields) {
		const node = mapAt(mapAt(made.node, 'properties'), field);
		if (immutable && list !== undefined && node !== undefined)
			walk.context.report(
				keyNode(node, 'immutable'),
				`${JSON.stringify(field)} cannot be immutable: ${nothingBefore(list)}; make it listType: map, or the list immutable`,
			);
		walkSchema(schema, field, list, walk);
	}
}

function walkSchema(schema: Schema, field: string, list: string | undefined, walk: Walk): void {
	checkUses(schema.rules ?? [], list, walk);
	if (schema.kind === 'struct') walkType(schema.type, list, walk);
	if (schema.kind === 'map') walkSchema(schema.values, field, list, walk);
	if (schema.kind === 'list') walkSchema(schema.items, field, schema.listType === 'map' ? list : (list ?? field), walk);
}

function checkUses(uses: readonly RuleUse[], list: string | undefined, { context }: Walk): void {
	if (list === undefined) return;
	for (const use of uses) {
		const node = context.expressions.get(use);
		const rule = context.rules.find(({ keyword }) => keyword === use.rule);
		if (node === undefined) continue;
		if (rule?.ofUpdates) context.report(node, `${use.rule}: ${nothingBefore(list)}; make it listType: map`);
		else
			for (const { at, text } of rule?.expressions?.(use.argument) ?? [])
				if (/\boldSelf\b/.test(text))
					context.report(nodeAt(node, at), `${use.rule}: ${nothingBefore(list)}; make it listType: map, or write the rule for the list as a whole`);
	}
}

function nothingBefore(list: string): string {
	return `entries of ${JSON.stringify(list)} cannot be compared with their old values ("oldSelf"), because they have no key`;
}
