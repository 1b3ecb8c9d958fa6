/**
 * Conversion of a structural schema to descriptors, so that its values are read, checked and analysed like those of all other types. The
 * types are nameless in documents, which show the schema.
 */
import type { EnumValue, Field, Json, JsonObject, JsonValue, ListSchema, RuleUse, ScalarKind, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { compareText } from '../../model/text-order.ts';
import { formatNamed } from '../../scalars/formats.ts';
import { isDefinitionFormat } from '../rules/definition-format.ts';
import { textKeywords } from '../rules/definition-text.ts';
import type { Props } from './props.ts';

/** Keywords that have a rule of the same name. */
const ruleWords = ['multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;

/** Served objects of a definition, for which a schema becomes complete types. */
export interface ServedRoot {
	/** Name of the root type. Inner types have it as prefix. */
	readonly name: TypeName;
	/** Type of the metadata of all objects. */
	readonly metadata: TypeName;
	/** True to keep fields that no schema names, everywhere. */
	readonly keepsUnknown: boolean;
}

export class Descriptors {
	readonly #types = new Map<TypeName, TypeDescriptor>();
	readonly #served: ServedRoot | undefined;
	readonly #hidesUntyped: boolean;
	#count = 0;

	/**
	 * Without `served`, the types have what a check of the schema needs: no expressions and no defaults. With `hidesUntyped`, they have the
	 * fields that expressions may name: fields without a type and undeclared fields are left out.
	 */
	constructor(served?: ServedRoot, { hidesUntyped = false } = {}) {
		this.#served = served;
		this.#hidesUntyped = hidesUntyped;
	}

	readonly type = (name: TypeName): TypeDescriptor => {
		const type = this.#types.get(name);
		if (type === undefined) throw new Error(`no type ${name}`);
		return type;
	};

	/** Returns a type, or undefined when it does not exist. */
	readonly known = (name: TypeName): TypeDescriptor | undefined => this.#types.get(name);

	/** Returns the schema of the items of a list or of the values of a map. */
	#part(props: Props): Schema {
		return { ...this.schema(props), ...(props.nullable && { nullable: true as const }) };
	}

	/** Adds the type of whole objects. Its fields follow kind, apiVersion and metadata in the order of their names. */
	addRoot(props: Props): void {
		const { name, metadata, keepsUnknown } = this.#rootNames();
		const head: Field[] = [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: metadata }, presence: 'always' },
		];
		const rules = [...this.#rulesOf(props), ...rulesOfNames(props.properties.get('metadata'))];
		this.#types.set(name, {
			name,
			openapi: '',
			fields: [...head, ...this.#fields(props, head)],
			...(rules.length > 0 && { rules }),
			...((props.preserveUnknown || keepsUnknown) && { preserveUnknown: true as const }),
		});
	}

	#rootNames(): ServedRoot {
		if (this.#served === undefined) throw new Error('a schema that is only checked has no root');
		return this.#served;
	}

	#rulesOf(props: Props): readonly RuleUse[] {
		const rules = rulesOf(props);
		if (this.#served === undefined) return rules;
		const { type, format, validations } = props;
		const isText = type === 'string';
		return [
			...(isText ? textRules(rules) : rules),
			...(isText && format !== undefined && isDefinitionFormat(format) ? [{ rule: 'definitionFormat', argument: format }] : []),
			...(validations.length > 0 ? [{ rule: 'cel', argument: validations as unknown as Json }] : []),
		];
	}

	schema(props: Props): Schema {
		const rules = this.#rulesOf(props);
		const said = rules.length > 0 ? { rules } : {};
		if (props.intOrString) return { kind: 'intOrString', ...enumOf(props), ...said };
		switch (props.type) {
			case 'object': {
				const { additionalProperties: additional } = props;
				if (props.properties.size > 0 || props.embedded || props.preserveUnknown || typeof additional !== 'object')
					return { kind: 'struct', type: this.#struct(props), ...said };
				return { kind: 'map', values: this.#part(additional), ...mapTypeOf(props), ...said };
			}
			case 'array': {
				const { listType, listMapKeys: mapKeys } = props;
				const known: Pick<ListSchema, 'listType'> = listType === 'set' || listType === 'map' || listType === 'atomic' ? { listType } : {};
				return {
					kind: 'list',
					items: props.items ? this.#part(props.items) : { kind: 'any' },
					...known,
					...(mapKeys.length > 0 && { mapKeys }),
					...(this.#served !== undefined && { ofDefinition: true as const }),
					...said,
				};
			}
			default: {
				return { kind: scalarOf(props), ...enumOf(props), ...said };
			}
		}
	}

	#struct(props: Props): TypeName {
		const name = `${this.#served?.name ?? 'definition/v1.Type'}.${this.#count++}`;
		const identity = props.embedded ? this.#identity() : [];
		const names = props.embedded ? rulesOfNames(props.properties.get('metadata')) : [];
		const embedded: readonly RuleUse[] = props.embedded && this.#served !== undefined ? [{ rule: 'embeddedResource', argument: true }] : [];
		const rules = [...embedded, ...names];
		const keepsUnknown = !this.#hidesUntyped && (props.preserveUnknown || props.additionalProperties === true || this.#served?.keepsUnknown);
		this.#types.set(name, {
			name,
			openapi: '',
			fields: [...identity, ...this.#fields(props, identity)],
			...(rules.length > 0 && { rules }),
			...(keepsUnknown && { preserveUnknown: true as const }),
			...mapTypeOf(props),
		});
		return name;
	}

	/** Returns the declared fields other than `head`, in the order in which kube-apiserver writes them. */
	#fields({ properties, required }: Props, head: readonly Field[]): Field[] {
		const needed = new Set(required);
		const own = [...properties].filter(([field]) => !head.some(({ name }) => name === field)).sort(([a], [b]) => compareText(a, b));
		const schemas = own.map(([field, each]) => ({ field, each, schema: this.schema(each) }));
		const shown = this.#hidesUntyped ? schemas.filter(({ schema }) => isTyped(schema)) : schemas;
		return shown.map(
			({ field, each, schema }): Field => ({
				name: field,
				schema,
				emptyIsGiven: true,
				...(needed.has(field) && { required: true as const }),
				...(each.nullable && { nullable: true as const }),
				...(this.#served !== undefined && each.default !== undefined && { default: each.default as Json }),
			}),
		);
	}

	/** Returns the fields of every API object. Rules of definitions may read only the names in metadata. */
	#identity(): readonly Field[] {
		const metadata = this.#served?.metadata ?? 'definition/v1.Metadata';
		const text = (name: string): Field => ({ name, schema: { kind: 'string' } });
		if (this.#served === undefined) this.#types.set(metadata, { name: metadata, openapi: metadata, fields: [text('name'), text('generateName')] });
		return [text('apiVersion'), text('kind'), { name: 'metadata', schema: { kind: 'struct', type: metadata } }];
	}
}

function isTyped(schema: Schema): boolean {
	if (schema.kind === 'list') return isTyped(schema.items);
	return schema.kind === 'map' ? isTyped(schema.values) : schema.kind !== 'any';
}

/** Joins the rules of which only the first violated one is reported, and leaves out the format, which other rules check. */
function textRules(rules: readonly RuleUse[]): readonly RuleUse[] {
	const joined = rules.filter(({ rule }) => textKeywords.includes(rule)).map(({ rule, argument }) => [rule, argument] as const);
	const others = rules.filter(({ rule }) => !textKeywords.includes(rule) && rule !== 'format');
	return joined.length === 0 ? others : [{ rule: 'definitionText', argument: Object.fromEntries(joined) }, ...others];
}

function mapTypeOf({ mapType }: Props): { readonly mapType?: 'atomic' | 'granular' } {
	return mapType === 'atomic' || mapType === 'granular' ? { mapType } : {};
}

function enumOf({ enum: allowed }: Props): { readonly enum?: readonly EnumValue[] } {
	// Null is valid where the schema is nullable, whatever its values.
	return allowed === undefined ? {} : { enum: allowed.filter((each) => each !== null) as EnumValue[] };
}

/** Returns the rules for names in the metadata of the root or of an embedded object. */
function rulesOfNames(metadata: Props | undefined): readonly RuleUse[] {
	const rules = [...(metadata?.properties ?? [])].flatMap(([name, { sent }]) => {
		const said = Object.entries(sent).filter(([word, value]) => value !== null && isNameRule(word));
		return said.length === 0 ? [] : [[name, withKnownFormats(Object.fromEntries(said))] as const];
	});
	return rules.length === 0 ? [] : [{ rule: 'metadataNames', argument: Object.fromEntries(rules) as Json }];
}

const nameRules: ReadonlySet<string> = new Set([...ruleWords, 'format', 'enum', 'allOf', 'anyOf', 'oneOf', 'not']);

function isNameRule(word: string): boolean {
	return nameRules.has(word);
}

function scalarOf({ type, format }: Props): ScalarKind {
	switch (type) {
		case 'string':
			return 'string';
		case 'boolean':
			return 'boolean';
		case 'integer':
			return format === 'int32' ? 'int32' : 'int64';
		case 'number':
			return 'double';
		default:
			return 'any';
	}
}

function rulesOf({ sent, format, type, required, properties, enum: allowed }: Props): RuleUse[] {
	const uses: RuleUse[] = [];
	if (allowed !== undefined && (type === 'object' || type === 'array')) uses.push({ rule: 'allOf', argument: [{ enum: allowed as Json }] });
	for (const rule of ruleWords) if (sent[rule] !== undefined && sent[rule] !== null && sent[rule] !== '') uses.push({ rule, argument: sent[rule] as Json });
	for (const [bound, exclusive] of [
		['minimum', 'exclusiveMinimum'],
		['maximum', 'exclusiveMaximum'],
	] as const) {
		if (typeof sent[bound] === 'number') uses.push({ rule: sent[exclusive] === true ? exclusive : bound, argument: sent[bound] });
	}
	if (type === 'string' && format !== undefined && formatNamed(format) !== undefined) uses.push({ rule: 'format', argument: format });
	const undeclared = required.filter((name) => !properties.has(name));
	if (undeclared.length > 0) uses.push({ rule: 'allOf', argument: [{ required: undeclared }] });
	for (const rule of ['allOf', 'anyOf', 'oneOf'] as const)
		if (Array.isArray(sent[rule]) && sent[rule].length > 0) uses.push({ rule, argument: sent[rule].map(withKnownFormats) as Json });
	if (isMap(sent.not)) uses.push({ rule: 'not', argument: withKnownFormats(sent.not) as Json });
	return uses;
}

/** Returns the schema without unknown formats, which have no effect. */
function withKnownFormats(schema: JsonValue): JsonValue {
	if (Array.isArray(schema)) return schema.map(withKnownFormats);
	if (!isMap(schema)) return schema;
	const { format, properties, ...rest } = schema;
	const known = typeof format === 'string' && isDefinitionFormat(format) && formatNamed(format) !== undefined;
	const parts = Object.entries(rest).map(([keyword, value]) => [keyword, nested.has(keyword) ? withKnownFormats(value) : value] as const);
	const named = isMap(properties) && Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withKnownFormats(value)]));
	return { ...Object.fromEntries(parts), ...(known && { format }), ...(named && { properties: named }) };
}

/** Keywords whose value is a schema, or a list of schemas. */
const nested: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'items', 'additionalProperties']);

function isMap(value: JsonValue | undefined): value is JsonObject {
	return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}
