/** Random structural schemas with random values, some of which fit. The same seed gives the same cases. */
import type { Loose } from '../setup/loose.ts';

export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** Returns a number from 0 to below `end`. */
	below(end: number): number {
		this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((this.#state / 2 ** 32) * end);
	}

	of<T>(all: readonly T[]): T {
		return all[this.below(all.length)] as T;
	}

	/** Returns true once in `times`. */
	once(times: number): boolean {
		return this.below(times) === 0;
	}
}

const names = ['alpha', 'beta', 'gamma', 'delta'];
const texts = ['', 'a', 'abc', 'abcdef', 'x-1', '10.0.0.1', '2024-01-02T03:04:05Z', '5m', '7d4b9a04-77b1-4f6e-9f0c-1b2c3d4e5f60', 'a@b.example', 'YQ=='];
const formats = ['date-time', 'duration', 'ipv4', 'uuid', 'email', 'byte', 'date', 'hostname', 'uri', 'unknown'];

/** Returns a random schema of a whole object. */
export function randomSchema(random: Random): Loose {
	return { type: 'object', properties: { spec: objectSchema(random, 3) } };
}

function anySchema(random: Random, depth: number): Loose {
	const scalars = [textSchema, textSchema, integerSchema, numberSchema, () => ({ type: 'boolean' }), () => ({ 'x-kubernetes-int-or-string': true })];
	const nested = [objectSchema, objectSchema, listSchema, mapSchema, openSchema];
	const make = depth === 0 ? random.of(scalars) : random.of([...scalars, ...nested]);
	const schema: Loose = make(random, depth);
	// Kubernetes refuses a null that an enum does not name even where the schema is nullable.
	if (schema.enum === undefined && random.once(5)) schema.nullable = true;
	return schema;
}

function textSchema(random: Random): Loose {
	return {
		type: 'string',
		...(random.once(4) && { minLength: random.below(3) }),
		...(random.once(4) && { maxLength: 1 + random.below(5) }),
		...(random.once(5) && { pattern: random.of(['^[a-c]*$', '^x', '[0-9]']) }),
		...(random.once(5) && { enum: ['a', 'abc', 'x-1'] }),
		...(random.once(3) && { format: random.of(formats) }),
	};
}

function integerSchema(random: Random): Loose {
	return {
		type: 'integer',
		...(random.once(3) && { format: random.of(['int32', 'int64']) }),
		...(random.once(3) && { minimum: random.below(4), ...(random.once(3) && { exclusiveMinimum: true }) }),
		...(random.once(3) && { maximum: 4 + random.below(4), ...(random.once(3) && { exclusiveMaximum: true }) }),
		...(random.once(5) && { multipleOf: 2 }),
		...(random.once(6) && { enum: [1, 2, 3] }),
	};
}

function numberSchema(random: Random): Loose {
	return { type: 'number', ...(random.once(3) && { minimum: 1 }), ...(random.once(4) && { maximum: 7 }) };
}

function objectSchema(random: Random, depth: number): Loose {
	const own = names.filter(() => random.once(2));
	const properties = Object.fromEntries(own.map((name) => [name, anySchema(random, depth - 1)]));
	for (const each of Object.values(properties)) if (random.once(4)) addDefault(each);
	const required = own.filter(() => random.once(4));
	const [first] = own;
	return {
		type: 'object',
		properties,
		...(required.length > 0 && { required }),
		...(random.once(6) && { 'x-kubernetes-preserve-unknown-fields': true }),
		...(random.once(6) && first !== undefined && { 'x-kubernetes-validations': [{ rule: `has(self.${first})`, message: `needs ${first}` }] }),
		...(random.once(8) && own.length > 1 && { anyOf: own.slice(0, 2).map((name) => ({ required: [name] })) }),
	};
}

function listSchema(random: Random, depth: number): Loose {
	const bounds = { ...(random.once(4) && { minItems: 1 }), ...(random.once(4) && { maxItems: 2 }) };
	if (random.once(3))
		return {
			type: 'array',
			...bounds,
			'x-kubernetes-list-type': 'map',
			'x-kubernetes-list-map-keys': ['key'],
			items: { type: 'object', required: ['key'], properties: { key: { type: 'string' }, value: anySchema(random, depth - 1) } },
		};
	if (random.once(3)) return { type: 'array', ...bounds, 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
	return { type: 'array', ...bounds, items: anySchema(random, depth - 1) };
}

function mapSchema(random: Random, depth: number): Loose {
	return { type: 'object', additionalProperties: anySchema(random, depth - 1), ...(random.once(4) && { maxProperties: 2 }) };
}

function openSchema(random: Random): Loose {
	if (random.once(3)) return { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
	return random.once(2) ? { 'x-kubernetes-preserve-unknown-fields': true } : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
}

/** Adds a default that fits the schema, where one is easy to name. */
function addDefault(schema: Loose): void {
	const { type, enum: allowed, minLength = 0, pattern, format, minimum, multipleOf } = schema;
	if (type === 'boolean') schema.default = true;
	else if (type === 'string' && pattern === undefined && (format === undefined || format === 'unknown') && minLength <= 1) schema.default = 'a';
	else if (type === 'integer' && allowed === undefined && minimum === undefined && multipleOf === undefined && schema.maximum === undefined) schema.default = 2;
	else if (type === 'object' && schema.properties !== undefined && schema.required === undefined && Object.keys(schema).length === 2) schema.default = {};
}

/** Returns a random value, which mostly has the form that the schema wants. */
export function randomValue(random: Random, schema: Loose): Loose {
	if (random.once(25)) {
		const odd = random.of<Loose>([null, 'odd', 3, 1.5, true, [], {}, { odd: 1 }]);
		// Kubernetes takes a list for a text that has a format.
		return schema.type === 'string' && Array.isArray(odd) ? {} : odd;
	}
	if (schema['x-kubernetes-int-or-string']) return random.of<Loose>([1, 'abc', '80']);
	switch (schema.type) {
		case 'string':
			return random.once(2) && schema.enum ? random.of(schema.enum) : random.of(texts);
		case 'integer':
			return random.of([0, 1, 2, 3, 4, 5, 7, 2.0, 2147483648]);
		case 'number':
			return random.of([0, 0.5, 1, 7.5, 9]);
		case 'boolean':
			return random.once(2);
		case 'array':
			return Array.from({ length: random.below(4) }, () => randomValue(random, schema.items));
		default:
			return objectValue(random, schema);
	}
}

function objectValue(random: Random, schema: Loose): Loose {
	if (schema.additionalProperties)
		return Object.fromEntries(names.filter(() => random.once(2)).map((name) => [name, randomValue(random, schema.additionalProperties)]));
	const known = Object.entries(schema.properties ?? {}).filter(() => !random.once(3));
	return {
		...Object.fromEntries(known.map(([name, each]) => [name, randomValue(random, each)])),
		...(random.once(8) && { unknown: random.of<Loose>([1, { deep: [1] }, null]) }),
		...(schema['x-kubernetes-embedded-resource'] && !random.once(3) && { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 } }),
	};
}
