/** Shapes of spec contents, in the subset of JSON Schema that `conform.ts` supports, and functions that build them. */
import type { Rule } from '../../../runtime/schema/rules/rule.ts';

export interface Shape {
	readonly $ref?: string;
	/** Name of the value in messages, with its article: `a column`. */
	readonly title?: string;
	readonly description?: string;
	readonly type?: JsonType | readonly JsonType[];
	readonly properties?: Readonly<Record<string, Shape>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Shape;
	readonly propertyNames?: Shape;
	readonly minProperties?: number;
	readonly items?: Shape;
	readonly minItems?: number;
	readonly uniqueItems?: boolean;
	readonly enum?: readonly (string | number | boolean)[];
	readonly pattern?: string;
	readonly minLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly exclusiveMinimum?: number;
	readonly anyOf?: readonly Shape[];
	readonly [extension: `x-${string}`]: unknown;
}

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** Attributes of a rule that the checks and documents of its keyword need. */
export type RuleKeyword = Pick<Rule, 'keyword' | 'aliases' | 'appliesTo' | 'argument' | 'documentation' | 'checkArgument' | 'expressions' | 'ofUpdates'>;

export type FileShape = 'kind' | 'types' | 'group' | 'releases' | 'vocabulary';

export interface Shapes {
	readonly files: Readonly<Record<FileShape, Shape>>;
	readonly $defs: Readonly<Record<string, Shape>>;
}

export const text = (description: string, more: Partial<Shape> = {}): Shape => ({ type: 'string', minLength: 1, description, ...more });
export const flag = (description: string): Shape => ({ type: 'boolean', description });
export const list = (items: Shape, description: string): Shape => ({ type: 'array', items, description });
export const set = (items: Shape, description: string, more: Partial<Shape> = {}): Shape => ({ type: 'array', items, uniqueItems: true, description, ...more });
export const ref = (name: string, description?: string): Shape => ({ $ref: `#/$defs/${name}`, ...(description === undefined ? {} : { description }) });
export const object = (title: string, properties: Readonly<Record<string, Shape>>, required: readonly string[] = [], description?: string): Shape => ({
	type: 'object',
	title,
	...(description === undefined ? {} : { description }),
	properties,
	...(required.length > 0 ? { required } : {}),
	additionalProperties: false,
});

export const scalarTypes = [
	'string',
	'boolean',
	'integer',
	'number',
	'quantity',
	'time',
	'microTime',
	'duration',
	'intOrString',
	'rawExtension',
	'fieldsV1',
	'any',
	'bytes',
] as const;

export const schemaTypes = ['object', 'array', 'variant', ...scalarTypes] as const;

/** Patterns of names: DNS labels. Most must begin with a letter, as Kubernetes requires for the names of a CustomResourceDefinition. */
export const label = {
	pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
	'x-expected': 'lower case letters, digits and "-" between them, at most 63 characters',
} as const;
export const letterFirst = {
	pattern: '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
	'x-expected': 'lower case letters, digits and "-" between them, a letter first, at most 63 characters',
} as const;

/** Pattern of a path. Other texts are reported when files are read. */
export const pathPattern = '^[A-Za-z_$][A-Za-z0-9_$-]*(\\.[A-Za-z_$][A-Za-z0-9_$-]*)*$';
/** Prefixes of paths in other languages: JSONPath, CEL, kubectl. */
export const pathPrefix = '^(self|\\$)?\\.+';

export const path = (description: string): Shape =>
	text(description, {
		pattern: pathPattern,
		title: 'a path',
		'x-expected': 'a path such as spec.replicas, without a leading dot',
		'x-superfluous': pathPrefix,
	});

/** Shape of `accepts`, in every file to which a change may belong. */
export const accepted: Shape = {
	type: 'object',
	title: 'accepted breaks',
	description:
		'Accepted breaks of the lock, under the names that `orch diff` shows (`shop/v1.OrderSpec.color removed`), each with the reason. An entry accepts a break once: `orch lock` records it, and you may then remove the entry.',
	additionalProperties: text('Why.'),
};
