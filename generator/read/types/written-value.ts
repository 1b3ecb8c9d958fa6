/** Whether a value written in a spec (a default, an example) is one that its schema allows. */
import type { Field, ScalarSchema, Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { type MapNode, plain, type SpecNode, text } from '../source/node.ts';
import { allFields } from './json-fields.ts';

interface WrittenContext {
	readonly context: ReadContext;
	/** Whether required fields must be there: in examples, not in defaults. */
	readonly complete: boolean;
}

/** `what` begins messages: `the default`. */
export function checkWritten(node: SpecNode, schema: Schema, what: string, written: WrittenContext): void {
	const { report } = written.context;
	switch (schema.kind) {
		case 'any':
			return;
		case 'struct':
			if (node.kind !== 'map') report(node, `${what} must be an object, not ${shown(node)}`);
			else checkObject(node, schema.type, what, written);
			return;
		case 'map':
			if (node.kind !== 'map') report(node, `${what} must be a map, not ${shown(node)}`);
			else for (const [key, { value }] of node.entries) checkWritten(value, schema.values, `${what}'s ${JSON.stringify(key)}`, written);
			return;
		case 'list':
			if (node.kind !== 'list') report(node, `${what} must be a list, not ${shown(node)}`);
			else for (const item of node.items) checkWritten(item, schema.items, `an entry of ${what}`, written);
			return;
		case 'rawExtension':
		case 'fieldsV1':
			if (node.kind !== 'map') report(node, `${what} must be an object, not ${shown(node)}`);
			return;
		default:
			checkScalar(node, schema, what, written);
	}
}

function checkObject(node: MapNode, type: string, what: string, { context, complete }: WrittenContext): void {
	const made = context.types.get(type);
	if (made === undefined) return;
	const fields: Field[] = allFields(type, context);
	for (const [name, { key, value }] of node.entries) {
		const field = fields.find((one) => one.name === name);
		if (field !== undefined) checkWritten(value, field.schema, name, { context, complete });
		else if (made.descriptor.preserveUnknown !== true)
			context.report(
				key,
				`${what} has a field ${JSON.stringify(name)} that ${type} does not have${suggestion(
					name,
					fields.map((one) => one.name),
				)}`,
			);
	}
	if (!complete) return;
	for (const field of fields) {
		if (field.required && field.default === undefined && !node.entries.has(field.name)) {
			context.report(node.entries.values().next().value?.key ?? node, `${what} lacks ${JSON.stringify(field.name)}, which ${type} requires`);
		}
	}
}

const words: Partial<Record<ScalarSchema['kind'], string>> = {
	boolean: 'true or false',
	int32: 'a 32-bit integer',
	int64: 'a 64-bit integer',
	double: 'a number',
	intOrString: 'an integer or text',
	quantity: 'a quantity, such as 500m or 1Gi',
	bytes: 'base64 text',
};

function checkScalar(node: SpecNode, schema: ScalarSchema, what: string, { context: { report } }: WrittenContext): void {
	const value = node.kind === 'scalar' ? node.value : undefined;
	if (!isScalar(value, schema.kind)) report(node, `${what} must be ${words[schema.kind] ?? 'text'}, not ${shown(node)}`);
	else if (schema.enum !== undefined && !schema.enum.includes(text(node) ?? ''))
		report(node, `${what} ${JSON.stringify(value)} is not among the allowed values${suggestion(String(value), schema.enum)}`);
}

function isScalar(value: unknown, kind: ScalarSchema['kind']): boolean {
	switch (kind) {
		case 'boolean':
			return typeof value === 'boolean';
		case 'int32':
			return Number.isInteger(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31;
		case 'int64':
			return Number.isInteger(value) || typeof value === 'bigint';
		case 'double':
			return typeof value === 'number';
		case 'intOrString':
		case 'quantity':
			return typeof value === 'string' || typeof value === 'number';
		case 'bytes':
			return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;
		default:
			return typeof value === 'string';
	}
}

function shown(node: SpecNode): string {
	if (node.kind === 'map') return 'an object';
	if (node.kind === 'list') return 'a list';
	const value = plain(node);
	return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
