/**
 * OpenAPI definitions: type descriptors as schemas of versions 2 and 3. Built-in groups publish what Kubernetes does: types, required
 * names, merge markers. Custom groups also publish their rules and defaults.
 */

import type { EnumValue, Field, GroupVersionKind, Json, RuleUse, Schema, TypeDescriptor } from '../../model/catalog.ts';
import { ruleNamed } from '../../schema/rules/index.ts';
import { combining } from '../../schema/rules/value-schema.ts';
import type { ServedKindVersion } from '../discovery.ts';
import { definedSchema } from './defined.ts';
import { everywhere, standalone } from './definition-kinds.ts';
import type { DocumentParts } from './document-parts.ts';
import { extension, isFrom, type OpenApiInput } from './input.ts';
import { bytesMarkers, fieldMarkers, listMarkers, mapMarkers, markersOf, typeMarkers } from './markers.ts';
import { definitionOf, listDefinition, metaDefinition, versionInfoDefinition } from './operation.ts';
import { namedScalars, plainScalars, zeroValues } from './scalars.ts';
import type { Dialect, SchemaNode } from './schema-node.ts';
import { versionInfo } from './version-info.ts';

/** Descriptions of common fields whose specs have none. */
const common: Readonly<Record<string, string>> = {
	apiVersion: 'API group and version of the object, for example `apps/v1`.',
	kind: 'Kind of the object. Immutable.',
	metadata: 'Metadata that all kinds share, such as name, namespace and labels.',
	items: 'Objects.',
};

/** Collects the definitions that paths refer to, directly or through others. One instance per document. */
export class Definitions {
	readonly #input: OpenApiInput;
	readonly #dialect: Dialect;
	readonly #prefix: string;
	readonly #done = new Map<string, SchemaNode>();
	readonly #parts: DocumentParts;
	readonly #gvks: ReturnType<DocumentParts['gvks']>;

	/** `own`: group version of a version 3 document. */
	constructor(parts: DocumentParts, dialect: Dialect, own?: Pick<GroupVersionKind, 'group' | 'version'>) {
		const { input } = parts;
		this.#parts = parts;
		this.#input = input;
		this.#dialect = dialect;
		this.#prefix = input.vocabulary.groupDomain.split('.').reverse().join('.');
		this.#gvks = parts.gvks(own);
	}

	/** Returns a reference to a definition, which becomes part of the document. */
	reference(definition: string): string {
		this.#require(definition);
		return `${this.#dialect === 'v2' ? '#/definitions/' : '#/components/schemas/'}${definition}`;
	}

	/** Returns all definitions of the document, by name. */
	all(): { readonly [name: string]: SchemaNode } {
		return Object.fromEntries([...this.#done].sort(([a], [b]) => (a < b ? -1 : 1)));
	}

	#require(definition: string): void {
		if (this.#done.has(definition)) return;
		// Registered before it is built, because types may be recursive.
		this.#done.set(definition, {});
		this.#done.set(definition, this.#make(definition));
	}

	#make(definition: string): SchemaNode {
		const type = this.#parts.typeByDefinition.get(definition);
		if (type !== undefined) return this.#declared(this.#input.catalog.type(type));
		const scalar = Object.values(namedScalars).find(({ name }) => `${this.#prefix}.${name}` === definition);
		if (scalar !== undefined) return { description: scalar.description, ...scalar[this.#dialect] };
		if (definition === versionInfoDefinition(this.#input)) return versionInfo(this.#input.catalog.release, this.#dialect);
		if (definition === metaDefinition('Patch', this.#input)) return { description: 'Patch in the format of its media type.', type: 'object' };
		const defined = this.#definedBy(definition);
		if (defined !== undefined) return { ...this.#ofDefinition(defined, definition), ...this.#identity(definition) };
		// A shared type without a spec is still an object.
		return { type: 'object', ...this.#identity(definition) };
	}

	/** Returns the kind, defined at run time, whose objects or lists a definition describes. */
	#definedBy(definition: string): ServedKindVersion | undefined {
		for (const gvk of this.#gvks.get(definition) ?? []) {
			const found = this.#parts.defined(gvk);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	#ofDefinition(served: ServedKindVersion, definition: string): SchemaNode {
		const { kind, version } = served;
		const text = (description = ''): SchemaNode => ({ description, type: 'string' });
		const field = (name: 'ObjectMeta' | 'ListMeta'): SchemaNode => ({
			description: common.metadata ?? '',
			...this.#referring(metaDefinition(name, this.#input), {}),
		});
		const [apiVersion, kindField] = [text(common.apiVersion), text(common.kind)];
		if (definition !== listDefinition(served, this.#input))
			return definedSchema(this.#input.catalog.defined?.schema(version.type), {
				dialect: this.#dialect,
				key: this.#key,
				metadata: () => field('ObjectMeta'),
				apiVersion,
				kind: kindField,
			});
		const $ref = this.reference(definitionOf({ ...version, kind: kind.kind }, this.#input));
		return {
			description: `${kind.listKind} is a list of ${kind.kind}`,
			type: 'object',
			required: ['items'],
			properties: { apiVersion, items: { description: common.items ?? '', type: 'array', items: { $ref } }, kind: kindField, metadata: field('ListMeta') },
		};
	}

	/** Returns the schema of a declared type. A variant gets only its description: OpenAPI 2 cannot express a value of several forms. */
	#declared(type: TypeDescriptor): SchemaNode {
		if (type.variant !== true) return this.#struct(type);
		const description = this.#input.docs[type.name]?.[''];
		return { ...(description && { description }) };
	}

	#struct(type: TypeDescriptor): SchemaNode {
		const docs = this.#input.docs[type.name];
		const properties: { [name: string]: SchemaNode } = {};
		const required: string[] = [];
		const described = new Map<string, string>();
		const foreign = !type.openapi.startsWith(`${this.#prefix}.`);
		if (this.#standsAlone(type)) {
			properties.apiVersion = { type: 'string' };
			properties.kind = { type: 'string' };
		}
		for (const [owner, field] of flatten(type, this.#input)) {
			properties[field.name] = this.#property(owner, field, foreign);
			const description = this.#input.docs[owner.name]?.[field.name];
			if (description) described.set(field.name, description);
			if (field.required) required.push(field.name);
		}
		const sorted = Object.fromEntries(
			Object.entries(properties)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, node]) => {
					const description = described.get(name) ?? (properties.kind ? common[name] : undefined);
					return [name, { ...(description && { description }), ...node }];
				}),
		);
		return {
			...(docs?.[''] && { description: docs[''] }),
			type: 'object',
			...(required.length > 0 && { required }),
			...(Object.keys(sorted).length > 0 && { properties: sorted }),
			...markersOf(type, typeMarkers, this.#key),
			...(foreign && this.#rules(type.rules ?? [])),
			...this.#identity(type.openapi),
		};
	}

	#standsAlone(type: TypeDescriptor): boolean {
		if (this.#gvks.has(type.openapi)) return !everywhere.includes(shortName(type)) || standalone.includes(shortName(type));
		return type.name.startsWith('meta/') && standalone.includes(shortName(type));
	}

	#identity(definition: string): SchemaNode {
		const kinds = this.#gvks.get(definition);
		return kinds === undefined ? {} : { [this.#key('group-version-kind')]: kinds.map(({ group, kind, version }) => ({ group, kind, version })) };
	}

	#property(owner: TypeDescriptor, field: Field, foreign: boolean): SchemaNode {
		const node: SchemaNode = {
			...this.#schema(field.schema, this.#default(owner, field, foreign), foreign),
			...markersOf(field, fieldMarkers, this.#key),
		};
		if (foreign && (field.presence === 'nullable' || field.nullable === true) && this.#dialect === 'v3') node.nullable = true;
		return node;
	}

	/**
	 * Returns a default, shown only in version 3. Built-in groups show one where the spec says so, and for merge keys of lists, because
	 * merging depends on it.
	 */
	#default(owner: TypeDescriptor, field: Field, foreign: boolean): Json | undefined {
		if (this.#dialect === 'v2') return undefined;
		const shown = foreign || field.defaultShown !== undefined || this.#parts.mergeKeys.has(`${owner.name} ${field.name}`);
		if (field.default !== undefined && shown) return field.default;
		return field.presence === 'always' || field.defaultShown !== undefined ? this.#zero(field.schema) : undefined;
	}

	#schema(schema: Schema, fallback: Json | undefined, foreign: boolean): SchemaNode {
		const extras: SchemaNode = { ...(fallback !== undefined && { default: fallback }), ...(foreign && this.#rules(schema.rules ?? [])) };
		switch (schema.kind) {
			case 'struct':
			case 'variant':
				return this.#referring(this.#input.catalog.type(schema.type).openapi, extras);
			case 'list':
				return {
					type: 'array',
					items: this.#element(schema.items, foreign),
					...extras,
					...markersOf(schema, listMarkers, this.#key),
				};
			case 'map':
				return {
					type: 'object',
					additionalProperties: this.#element(schema.values, foreign),
					...extras,
					...markersOf(schema, mapMarkers, this.#key),
				};
			case 'any':
				return { ...extras, [this.#key('preserve-unknown-fields')]: true };
			case 'time':
			case 'microTime':
			case 'duration':
			case 'quantity':
			case 'intOrString':
			case 'rawExtension':
			case 'fieldsV1':
				return this.#referring(`${this.#prefix}.${namedScalars[schema.kind].name}`, extras);
			default: {
				const allowed = schema.enum && !schema.markedSince && !schema.enumHidden && this.#input.enums !== false ? { enum: [...schema.enum].sort(inOrder) } : {};
				return { ...plainScalars[schema.kind], ...allowed, ...extras, ...markersOf(schema, bytesMarkers, this.#key) };
			}
		}
	}

	/**
	 * List entries and map values are never absent, so version 3 gives them their zero value as default. A reference without sibling
	 * keywords needs no wrapper.
	 */
	#element(schema: Schema, foreign: boolean): SchemaNode {
		const node = this.#schema(schema, this.#dialect === 'v3' && !foreign ? this.#zero(schema) : undefined, foreign);
		if (schema.nullable && this.#dialect === 'v3') node.nullable = true;
		const { allOf, ...beside } = node;
		return Array.isArray(allOf) && Object.keys(beside).length === 0 ? (allOf[0] as SchemaNode) : node;
	}

	/** Before `plainReferences`, scalars with their own definition had an empty object as default, whatever their type. */
	#zero({ kind }: Schema): Json | undefined {
		return (kind in namedScalars || kind === 'variant') && isFrom(this.#input, 'plainReferences') ? undefined : zeroValues[kind];
	}

	/** Wraps a reference: in version 3 it cannot have sibling keywords. */
	#referring(definition: string, extras: SchemaNode): SchemaNode {
		const $ref = this.reference(definition);
		if (this.#dialect === 'v2') return { $ref, ...extras };
		const { allOf = [], ...others } = extras;
		return { allOf: [{ $ref }, ...(Array.isArray(allOf) ? allOf : [])], ...others };
	}

	/** Returns rules as OpenAPI keywords, and CEL rules as the extension that CustomResourceDefinitions use. */
	#rules(uses: readonly RuleUse[]): SchemaNode {
		const node: SchemaNode = {};
		const validations: Json[] = [];
		for (const { rule: keyword, argument } of uses) {
			const rule = ruleNamed(keyword);
			Object.assign(node, rule?.openapi?.(argument));
			if (rule?.keyword === 'cel' && Array.isArray(argument)) validations.push(...argument);
		}
		// Version 2 has only one of these keywords, and its clients would derive types from it.
		if (this.#dialect === 'v2') for (const keyword of combining) delete node[keyword];
		return { ...node, ...(validations.length > 0 && { [this.#key('validations')]: validations }) };
	}

	/** A bound function, so that it can be passed on. */
	readonly #key = (name: string): string => extension(this.#input.vocabulary, name);
}

function shortName(type: TypeDescriptor): string {
	return type.name.slice(type.name.lastIndexOf('.') + 1);
}

/** Yields a type's fields and those of its inline structs, each with its declaring type. */
function* flatten(type: TypeDescriptor, input: OpenApiInput): Generator<readonly [TypeDescriptor, Field]> {
	for (const field of type.fields) {
		if (field.inline && field.schema.kind === 'struct') yield* flatten(input.catalog.type(field.schema.type), input);
		else yield [type, field];
	}
}

/** Compares numbers by value, texts by code unit. */
function inOrder(a: EnumValue, b: EnumValue): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
