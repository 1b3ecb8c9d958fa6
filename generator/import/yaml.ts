/**
 * Writes facts into YAML documents that people edit. What they wrote (descriptions, rules, defaults, comments, order) stays; facts are
 * updated. Short values are on one line.
 */
import { Document, isMap, isScalar, isSeq, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Json } from '../../runtime/model/catalog.ts';
import { exactDocument } from './exact-yaml.ts';
import type { FieldFacts, SchemaFacts, TypeFacts, TypeKey } from './facts.ts';
import type { NamedTypes } from './rules.ts';

/** Longest line of a field before it is broken over several. */
const lineWidth = 140;

export interface Writing {
	/** Replaces a product's words by placeholders. */
	readonly neutral: (text: string) => string;
	/** Package and version of the file, to which references are relative. */
	readonly from: { readonly package: string; readonly version: string };
}

export function openDocument(text: string | undefined, comment?: string): Document {
	const document = text === undefined || text.trim() === '' ? new Document(new YAMLMap()) : exactDocument(text);
	if (text === undefined && comment !== undefined) document.commentBefore = ` ${comment}`;
	return document;
}

export function documentText(document: Document): string {
	return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

export function mapIn(parent: YAMLMap, key: string, where?: 'front'): YAMLMap {
	const found = parent.get(key, true);
	if (isMap(found)) return found as YAMLMap;
	const made = new YAMLMap();
	const pair = new Pair(new Scalar(key), made);
	if (found !== undefined) parent.set(key, made);
	else if (where === 'front') parent.items.unshift(pair);
	else parent.items.push(pair);
	return made;
}

/** Updates a type's schema. */
export function writeType(node: YAMLMap, facts: TypeFacts, writing: Writing): void {
	if (!node.has('properties')) put(node, 'description', facts.description);
	put(node, 'type', 'object');
	put(node, 'mapType', facts.mapType);
	const required = facts.fields.filter((field) => field.required).map((field) => field.name);
	const kept = textsIn(node.get('required', true)).filter((name) => !facts.fields.some((field) => field.name === name));
	const all = [...kept, ...required];
	put(node, 'required', all.length === 0 ? undefined : all, 'properties');
	if (!node.has('properties')) {
		writeRules(node, facts.rules);
		for (const { value } of node.items) if (isListOfMaps(value)) for (const item of value.items) fit(item, 0);
	}
	const properties = mapIn(node, 'properties');
	for (const field of facts.fields) writeField(properties, field, writing);
	order(
		properties,
		facts.fields.map((field) => field.name),
	);
}

function writeField(properties: YAMLMap, field: FieldFacts, writing: Writing): void {
	const existing = properties.get(field.name, true);
	const fresh = !isMap(existing);
	const node = mapIn(properties, field.name);
	const before = String(node);
	writeSchema(node, field.schema, writing, fresh);
	put(node, 'inline', field.inline);
	put(node, 'protobuf', field.number);
	put(node, 'presence', field.presence);
	put(node, 'listType', field.listType);
	put(node, 'listMapKeys', field.listMapKeys);
	put(node, 'mapType', field.mapType);
	put(node, 'patchStrategy', field.patchStrategy);
	put(node, 'patchMergeKey', field.patchMergeKey);
	// Values that people may have changed are written only once.
	if (fresh) {
		put(node, 'introduced', field.introduced);
		put(node, 'mayBeEmpty', field.mayBeEmpty);
		put(node, 'nullable', field.nullable);
		if (field.default !== undefined) writeRules(node, { default: field.default });
		put(node, 'description', field.description);
	}
	if (fresh || String(node) !== before) layOut(node, field.name);
}

function writeSchema(node: YAMLMap, schema: SchemaFacts, writing: Writing, fresh: boolean): void {
	switch (schema.kind) {
		case 'reference':
			// An inline object declares its type in this node. Its fields are updated by that type, so no `$ref` is written.
			if (node.has('properties')) return;
			// A field that was `type: any` is an object with fields now.
			if (node.get('type') === 'any') node.delete('type');
			put(node, '$ref', reference(schema.type, writing));
			return;
		case 'object':
			put(node, 'type', 'object');
			if (fresh) writeRules(node, schema.rules);
			return;
		case 'list':
			put(node, 'type', 'array');
			if (fresh) writeRules(node, schema.rules);
			writePart(mapIn(node, 'items'), schema.items, writing, fresh);
			return;
		case 'map':
			put(node, 'type', 'object');
			if (fresh) writeRules(node, schema.rules);
			writePart(mapIn(node, 'additionalProperties'), schema.values, writing, fresh);
			return;
		case 'scalar':
			if (node.has('$ref')) return;
			put(node, 'type', schema.type);
			if (schema.format !== undefined || fresh) put(node, 'format', schema.format);
			if (fresh)
				put(
					node,
					'enum',
					schema.enum?.map((value) => (typeof value === 'string' ? writing.neutral(value) : value)),
				);
			if (fresh) writeRules(node, schema.rules);
	}
}

/** Writes the schema of a list's items or a map's values. */
function writePart(node: YAMLMap, schema: SchemaFacts, writing: Writing, fresh: boolean): void {
	writeSchema(node, schema, writing, fresh);
	if (fresh) put(node, 'nullable', schema.nullable);
}

/** Writes rules only once; later edits stay. */
export function writeRules(node: YAMLMap, rules: NamedTypes = {}): void {
	for (const [keyword, value] of Object.entries(rules)) node.set(keyword, ruleNode(value));
}

function ruleNode(value: Json): Scalar | YAMLMap | YAMLSeq {
	if (value === null || typeof value !== 'object') return scalar(value);
	const made = Array.isArray(value) ? new YAMLSeq() : new YAMLMap();
	// A list of objects has one line per entry, unless its parent is on one line.
	made.flow = !(Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null));
	made.items = Array.isArray(value) ? value.map(ruleNode) : Object.entries(value).map(([key, each]) => new Pair(scalar(key), ruleNode(each)));
	return made;
}

function reference(type: TypeKey, { from }: Writing): string {
	if (type.package !== from.package) return `../${type.package}/types#/${type.version === from.version ? '' : `${type.version}.`}${type.name}`;
	return `types#/${type.version === from.version ? '' : `${type.version}.`}${type.name}`;
}

/** Sets a value, unless the node already has it. `undefined` removes the key. */
export function put(node: YAMLMap, key: string, value: unknown, before?: string): void {
	if (value === undefined) {
		node.delete(key);
		return;
	}
	const old = node.get(key, true);
	if (saysAlready(old, value)) return;
	const made = Array.isArray(value) ? flowSeq(value) : scalar(value);
	const at = before === undefined ? -1 : node.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === before);
	if (old === undefined && at >= 0) node.items.splice(at, 0, new Pair(new Scalar(key), made));
	else node.set(key, made);
}

function saysAlready(node: unknown, value: unknown): boolean {
	if (isScalar(node)) return node.value === value;
	return (
		isSeq(node) &&
		Array.isArray(value) &&
		node.items.length === value.length &&
		node.items.every((item, index) => isScalar(item) && item.value === value[index])
	);
}

/** Makes a scalar. Braces are quoted, because a flow map would read them as a map. */
function scalar(value: unknown): Scalar {
	const made = new Scalar(value);
	if (typeof value === 'string' && value.includes('\n')) made.type = Scalar.BLOCK_LITERAL;
	else if (typeof value === 'string' && value.includes('{')) made.type = Scalar.QUOTE_DOUBLE;
	return made;
}

function flowSeq(values: readonly unknown[]): YAMLSeq {
	const seq = new YAMLSeq();
	seq.flow = true;
	seq.items = values.map(scalar);
	return seq;
}

function textsIn(node: unknown): string[] {
	return isSeq(node) ? node.items.flatMap((item) => (isScalar(item) && typeof item.value === 'string' ? [item.value] : [])) : [];
}

/** Puts a field on one line if it fits, otherwise each part on a line, with nested structure last. */
function layOut(node: YAMLMap, name: string): void {
	const weight = (pair: Pair): number => (isScalar(pair.key) && pair.key.value === 'description' ? 1 : isMap(pair.value) || isListOfMaps(pair.value) ? 2 : 0);
	node.items = node.items
		.map((pair, index) => ({ pair, index }))
		.sort((a, b) => weight(a.pair) - weight(b.pair) || a.index - b.index)
		.map(({ pair }) => pair);
	flowAll(node, true);
	fit(node, name.length);
}

/** Breaks lines that are too long, outermost first. */
function fit(node: YAMLMap, before: number): void {
	if (String(node).length + before <= lineWidth) return;
	node.flow = false;
	for (const { key, value } of node.items) {
		if (isMap(value) && !value.has('properties')) fit(value as YAMLMap, String(key).length);
		else if (isListOfMaps(value)) for (const item of value.items) fit(item, 0);
	}
}

function isListOfMaps(node: unknown): node is YAMLSeq<YAMLMap> {
	return isSeq(node) && node.items.length > 0 && node.items.every((item) => isMap(item));
}

function flowAll(node: YAMLMap, flow: boolean): void {
	node.flow = flow;
	for (const { value } of node.items) if (isMap(value) && !value.has('properties')) flowAll(value as YAMLMap, flow);
}

/** Sorts keys: known ones in the given order, then others in their previous order. */
function order(map: YAMLMap, names: readonly string[]): void {
	const rank = (pair: Pair): number => {
		const at = names.indexOf(isScalar(pair.key) ? String(pair.key.value) : '');
		return at < 0 ? names.length : at;
	};
	const sorted = [...map.items].sort((a, b) => rank(a) - rank(b));
	if (sorted.some((pair, index) => pair !== map.items[index])) map.items = sorted;
}

/** Adds an empty line before every entry except the first. */
export function space(map: YAMLMap): void {
	map.items.forEach((pair, index) => {
		if (isScalar(pair.key) && index > 0) pair.key.spaceBefore = true;
	});
}
