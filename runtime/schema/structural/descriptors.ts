/** Conversion of a structural schema to descriptors, so that its values are read, checked and analysed like those of all other types. */
import type { EnumValue, Field, Json, JsonObject, JsonValue, ListSchema, RuleUse, ScalarKind, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { formatNamed } from '../../scalars/formats.ts';
import type { Props } from './props.ts';

/** Keywords with a rule of the same name. */
const ruleWords = ['multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;

const enumKinds: ReadonlySet<ScalarKind> = new Set<ScalarKind>(['string', 'int32', 'int64', 'double', 'boolean']);

export class Descriptors {
	readonly #types = new Map<TypeName, TypeDescriptor>();
	#count = 0;

	readonly type = (name: TypeName): TypeDescriptor => {
		const type = this.#types.get(name);
		if (type === undefined) throw new Error(`no type ${name}`);
		return type;
	};

	/** Returns a type, or undefined when it does not exist. */
	readonly known = (name: TypeName): TypeDescriptor | undefined => this.#types.get(name);

	/** Returns the schema of a list's items or a map's values. */
	#part(props: Props): Schema {
		return { ...this.schema(props), ...(props.nullable && { nullable: true as const }) };
	}

	schema(props: Props): Schema {
		const rules = rulesOf(props);
		const said = rules.length > 0 ? { rules } : {};
		if (props.intOrString) return { kind: 'intOrString', ...said };
		switch (props.type) {
			case 'object': {
				if (props.properties.size > 0 || props.embedded) return { kind: 'struct', type: this.#struct(props), ...said };
				if (props.preserveUnknown || props.additionalProperties === true) return { kind: 'any', ...said };
				if (typeof props.additionalProperties !== 'object') return { kind: 'struct', type: this.#struct(props), ...said };
				return { kind: 'map', values: this.#part(props.additionalProperties), ...said };
			}
			case 'array': {
				const { listType, listMapKeys: mapKeys } = props;
				const known: Pick<ListSchema, 'listType'> = listType === 'set' || listType === 'map' || listType === 'atomic' ? { listType } : {};
				return { kind: 'list', items: props.items ? this.#part(props.items) : { kind: 'any' }, ...known, ...(mapKeys.length > 0 && { mapKeys }), ...said };
			}
			default: {
				const kind = scalarOf(props);
				const allowed = enumKinds.has(kind) ? (props.enum as readonly EnumValue[] | undefined) : undefined;
				return { kind, ...(allowed && { enum: allowed.filter((each) => each !== null) }), ...said };
			}
		}
	}

	#struct(props: Props): TypeName {
		const name = `definition/v1.Type${this.#count++}`;
		const needed = new Set(props.required);
		const identity = props.embedded ? this.#identity() : [];
		const own = [...props.properties].filter(([field]) => !identity.some((one) => one.name === field));
		const fields = own.map(
			([field, each]): Field => ({
				name: field,
				schema: this.schema(each),
				emptyIsGiven: true,
				...(needed.has(field) && { required: true as const }),
				...(each.nullable && { nullable: true as const }),
			}),
		);
		const names = props.embedded ? rulesOfNames(props.properties.get('metadata')) : [];
		this.#types.set(name, {
			name,
			openapi: name,
			fields: [...identity, ...fields],
			...(names.length > 0 && { rules: names }),
			...(props.preserveUnknown && { preserveUnknown: true as const }),
		});
		return name;
	}

	/** Returns the fields of every API object. Rules of definitions may read only the name in metadata. */
	#identity(): readonly Field[] {
		const metadata = 'definition/v1.Metadata';
		const text = (name: string): Field => ({ name, schema: { kind: 'string' } });
		this.#types.set(metadata, { name: metadata, openapi: metadata, fields: [text('name'), text('generateName')] });
		return [text('apiVersion'), text('kind'), { name: 'metadata', schema: { kind: 'struct', type: metadata } }];
	}
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

function rulesOf({ sent, format, type, required, properties }: Props): RuleUse[] {
	const uses: RuleUse[] = [];
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

/** Returns a value schema without unknown formats, which have no effect. */
function withKnownFormats(schema: JsonValue): JsonValue {
	if (Array.isArray(schema)) return schema.map(withKnownFormats);
	if (!isMap(schema)) return schema;
	const { format, properties, ...rest } = schema;
	const known = typeof format === 'string' && formatNamed(format) !== undefined;
	const parts = Object.entries(rest).map(([keyword, value]) => [keyword, nested.has(keyword) ? withKnownFormats(value) : value] as const);
	const named = isMap(properties) && Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withKnownFormats(value)]));
	return { ...Object.fromEntries(parts), ...(known && { format }), ...(named && { properties: named }) };
}

/** Keywords whose value is a schema, or a list of schemas. */
const nested: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'items', 'additionalProperties']);

function isMap(value: JsonValue | undefined): value is JsonObject {
	return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}
