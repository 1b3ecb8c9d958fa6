/** Turns an object with fields into a type of the model. */
import type { Field, RuleUse, StructSchema, TypeDescriptor, VariantSchema } from '../../../runtime/model/catalog.ts';
import type { ReadContext, SchemaLocation } from '../context.ts';
import { typeName } from '../context.ts';
import { withExamples } from '../keywords/examples.ts';
import { keywords } from '../keywords/index.ts';
import type { FieldUse } from '../keywords/keyword.ts';
import { namedKinds } from '../keywords/references.ts';
import { makeUnions } from '../keywords/union.ts';
import { where } from '../packages.ts';
import { ruleUses } from '../rules/rule-use.ts';
import { flagAt, type MapNode, mapAt, positionOf, type SpecNode, textAt, textsAt } from '../source/node.ts';
import { readAttributes } from './attributes.ts';
import { refuseInclude } from './include.ts';
import { unlessEmpty } from './non-empty.ts';
import { givenNumbers } from './numbers.ts';
import { embeddedFields, isRootField, rootDocs, rootFields } from './root-fields.ts';
import { checkVariant, isVariant } from './variant.ts';

/** Rules of a whole kind, and their source nodes. */
export interface KindRules {
	readonly uses: readonly RuleUse[];
	readonly nodes: readonly SpecNode[];
}

const noRules: KindRules = { uses: [], nodes: [] };

function isStruct(node: MapNode): boolean {
	// `false` has no effect, which is reported.
	return textAt(node, 'type') === 'object' && (!node.entries.has('additionalProperties') || flagAt(node, 'additionalProperties') === false);
}

/** Reports whether the node becomes a type of the model. */
export function isType(node: MapNode): boolean {
	return isStruct(node) || isVariant(node);
}

export function makeStruct(node: MapNode, location: SchemaLocation, context: ReadContext): StructSchema {
	const name = typeName(location);
	defineType(node, location, context);
	return { kind: 'struct', type: name };
}

export function makeVariant(node: MapNode, location: SchemaLocation, context: ReadContext): VariantSchema {
	defineType(node, location, context);
	return { kind: 'variant', type: typeName(location) };
}

/** Makes the type of an object or a variant, once: a shared schema may be reached several times. */
export function defineType(node: MapNode, location: SchemaLocation, context: ReadContext, rules: KindRules = noRules): void {
	const name = typeName(location);
	const made = context.types.get(name);
	if (made !== undefined) {
		if (made.node !== node) context.report(node, `the type ${name} is made twice: first at ${where(made.node)}; give this one another "typeName"`);
		return;
	}
	refuseInclude(node, context);
	// The type is registered before its fields are made, because types may contain themselves.
	const needed = textsAt(node, 'required');
	const isGroup = isUnionGroup(node);
	const required = new Set(isGroup ? [] : needed);
	const isRoot = context.roots.has(node);
	const isEmbedded = !isRoot && flagAt(node, 'embeddedResource') === true;
	const fields: Field[] = isRoot ? rootFields(required) : isEmbedded ? embeddedFields(required) : [];
	// A field may have the name of a member that every JavaScript object inherits.
	const docs: Record<string, string> = Object.assign(Object.create(null), isRoot || isEmbedded ? rootDocs : {});
	const references = new Map<string, readonly SpecNode[]>();
	const uses: RuleUse[] = [...rules.uses, ...(isGroup ? together(node, needed) : [])];
	const unions = makeUnions(node);
	const mark = context.calendars.mark(node);
	const descriptor: TypeDescriptor = {
		name,
		...mark,
		fields,
		...unlessEmpty('unions', unions),
		...(uses.length > 0 || hasRules(node, context) ? { rules: uses } : {}),
		openapi: `${location.package.openapi}.${location.version}.${location.name}`,
		...(isVariant(node) ? { variant: true as const } : readAttributes(node, 'object', context)),
	};
	context.types.set(name, { descriptor, node, ruleNodes: [node, ...rules.nodes], position: positionOf(node), docs, references });
	const description = textAt(node, 'description');
	if (description !== undefined) docs[''] = description;
	const given = givenNumbers(node, isRoot, context.lockedNumbers(name));
	for (const [fieldName, { key, value }] of mapAt(node, 'properties')?.entries ?? []) {
		if ((isRoot || isEmbedded) && isRootField(fieldName)) {
			context.report(key, `${JSON.stringify(fieldName)} is never written: every ${isRoot ? 'kind' : 'embedded object'} has it`);
			continue;
		}
		if (value.kind !== 'map') continue;
		const field = makeField({ name: fieldName, node: value, required: required.has(fieldName), givenNumber: given.get(fieldName) }, location, context);
		const isGiven = isGroup && needed.includes(fieldName) && location.package.emptyIsGiven;
		const isForeign = mark.product === true && context.calendars.mark(value).product === undefined && hasReleases(field);
		fields.push({ ...field, ...(isGiven && { emptyIsGiven: true }), ...(isForeign && { platform: true }) });
		const about = textAt(value, 'description');
		if (about !== undefined) docs[fieldName] = withExamples(about, value);
		const named = namedKinds(value);
		if (named.length > 0) references.set(fieldName, named);
	}
	uses.unshift(...ruleUses(node, { kind: 'struct', type: name }, context));
	for (const keyword of keywords) keyword.checkType?.(node, descriptor, context);
	if (descriptor.variant) checkVariant(node, descriptor, context);
}

/** Reports whether releases change the field. */
function hasReleases({ introduced, removed, history }: Field): boolean {
	return (introduced ?? removed ?? history) !== undefined;
}

/** Reports whether an object is a group of fields that is one member of a union: all of them are set, or none. */
function isUnionGroup(node: MapNode): boolean {
	return flagAt(node, 'inline') === true && node.entries.has('union');
}

/** Returns the rule of such a group: its required fields are required when any of its fields is set. */
function together(node: MapNode, needed: readonly string[]): readonly RuleUse[] {
	// Unknown names are reported where they are listed.
	const known = needed.filter((name) => mapAt(node, 'properties')?.entries.has(name) === true);
	return known.length === 0 ? [] : [{ rule: 'requiredTogether', argument: known }];
}

function hasRules(node: MapNode, context: ReadContext): boolean {
	return context.rules.some((rule) => [rule.keyword, ...(rule.aliases ?? [])].some((keyword) => keyword !== 'format' && node.entries.has(keyword)));
}

interface FieldMaking {
	readonly name: string;
	readonly node: MapNode;
	readonly required: boolean;
	readonly givenNumber: number | undefined;
}

function makeField({ name, node, required, givenNumber }: FieldMaking, location: SchemaLocation, context: ReadContext): Field {
	const named = { ...location, name: location.name + name.charAt(0).toUpperCase() + name.slice(1).replace(/[^A-Za-z0-9]/g, '') };
	const use: FieldUse = {
		name,
		node,
		schema: context.schema(node, named),
		location: named,
		owner: typeName(location),
		required,
		keywords,
		...(givenNumber === undefined ? {} : { givenNumber }),
	};
	const field: Field = { name, schema: use.schema };
	for (const keyword of keywords) Object.assign(field, keyword.readField?.(use, context));
	for (const keyword of keywords) keyword.checkField?.(use, field, context);
	return field;
}
