/**
 * Schemas of definitions (JSONSchemaProps) in a uniform form: extensions lose the product's name, and nested schemas are parsed. Absent
 * members are undefined, as are empty strings and false flags.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';

export interface Props {
	/** Schema as sent, for messages. */
	readonly sent: JsonObject;
	readonly type?: string;
	readonly format?: string;
	readonly title?: string;
	readonly description?: string;
	readonly nullable: boolean;
	readonly default?: JsonValue;
	readonly pattern?: string;
	readonly required: readonly string[];
	readonly enum?: readonly JsonValue[];
	readonly items?: Props;
	/** Items as a list of schemas, which structural schemas do not allow. */
	readonly itemsList?: readonly Props[];
	readonly properties: ReadonlyMap<string, Props>;
	readonly additionalProperties?: boolean | Props;
	readonly allOf: readonly Props[];
	readonly anyOf: readonly Props[];
	readonly oneOf: readonly Props[];
	readonly not?: Props;
	readonly preserveUnknown?: boolean;
	readonly embedded: boolean;
	readonly intOrString: boolean;
	readonly listType?: string;
	readonly listMapKeys: readonly string[];
	readonly mapType?: string;
	readonly validations: readonly ExpressionRule[];
}

export interface ExpressionRule {
	readonly rule?: string;
	readonly message?: string;
	readonly messageExpression?: string;
	readonly reason?: string;
	readonly fieldPath?: string;
	readonly optionalOldSelf?: boolean;
}

export type Level = 'root' | 'item' | 'field';

/** Reads a schema. `product`: product name in the extensions. */
export function readProps(sent: JsonObject, product: string): Props {
	const text = (name: string): string | undefined => (typeof sent[name] === 'string' && sent[name] !== '' ? sent[name] : undefined);
	const given = (name: string): JsonValue | undefined => (Object.hasOwn(sent, name) && sent[name] !== null ? sent[name] : undefined);
	const x = (name: string): JsonValue | undefined => given(`x-${product}-${name}`);
	const schemas = (name: string): readonly Props[] => list(given(name)).map((each) => readProps(each as JsonObject, product));
	const schema = (value: JsonValue | undefined): Props | undefined => (isObject(value) ? readProps(value, product) : undefined);
	const items = given('items');
	const additional = given('additionalProperties');
	return defined({
		sent,
		type: text('type'),
		format: text('format'),
		title: text('title'),
		description: text('description'),
		nullable: sent.nullable === true,
		default: given('default'),
		pattern: text('pattern'),
		required: list(given('required')) as readonly string[],
		enum: given('enum') as readonly JsonValue[] | undefined,
		items: schema(items),
		itemsList: Array.isArray(items) && items.length > 0 ? schemas('items') : undefined,
		properties: new Map(
			Object.entries((given('properties') ?? {}) as JsonObject).map(([name, each]) => [name, readProps((each ?? {}) as JsonObject, product)]),
		),
		additionalProperties: typeof additional === 'boolean' ? additional : schema(additional),
		allOf: schemas('allOf'),
		anyOf: schemas('anyOf'),
		oneOf: schemas('oneOf'),
		not: schema(given('not')),
		preserveUnknown: x('preserve-unknown-fields') as boolean | undefined,
		embedded: x('embedded-resource') === true,
		intOrString: x('int-or-string') === true,
		listType: x('list-type') as string | undefined,
		listMapKeys: list(x('list-map-keys')) as readonly string[],
		mapType: x('map-type') as string | undefined,
		validations: list(x('validations')) as readonly ExpressionRule[],
	}) as unknown as Props;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
	return Array.isArray(value) ? value : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function defined<T extends object>(object: T): T {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Returns the schemas directly inside a schema, under any keyword. */
function partsOf(props: Props): readonly Props[] {
	const additional = typeof props.additionalProperties === 'object' ? [props.additionalProperties] : [];
	return [
		...(props.items ? [props.items] : []),
		...(props.itemsList ?? []),
		...props.allOf,
		...props.anyOf,
		...props.oneOf,
		...(props.not ? [props.not] : []),
		...props.properties.values(),
		...additional,
	];
}

/** Keywords that structural schemas do not allow, because they make the structure undecidable. */
const unsupported = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'];

export function isStructured(props: Props): boolean {
	return !hasSchema(
		props,
		({ sent, itemsList, preserveUnknown }) => itemsList !== undefined || preserveUnknown === false || unsupported.some((word) => says(sent[word])),
	);
}

function says(value: JsonValue | undefined): boolean {
	if (value === undefined || value === null || value === '') return false;
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Reports whether the predicate holds for the schema or any schema inside it. */
export function hasSchema(props: Props | undefined, holds: (props: Props) => boolean): boolean {
	return props !== undefined && (holds(props) || partsOf(props).some((part) => hasSchema(part, holds)));
}

/** Returns `PATH[key]`, such as `properties[spec]`. */
export function keyed(path: string, key: string): string {
	return `${path}[${key}]`;
}
