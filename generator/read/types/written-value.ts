/** Checks whether the schema allows a value in a spec (a default, an example). */
import type { Field, ScalarSchema, Schema } from '../../../runtime/model/catalog.ts';
import { QuantityError } from '../../../runtime/scalars/quantity.ts';
import { TimeError } from '../../../runtime/scalars/time.ts';
import { Mismatch, readScalar } from '../../../runtime/schema/read-scalar.ts';
import { formWords, memberChooser } from '../../../runtime/schema/variant.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { type MapNode, plain, type SpecNode } from '../source/node.ts';
import { allFields } from './json-fields.ts';

interface WrittenContext {
	readonly context: ReadContext;
	/** True when required fields must be present: in examples, but not in defaults. */
	readonly complete: boolean;
}

/** Checks the value. `what`: start of messages, such as `the default`. */
export function checkWritten(node: SpecNode, schema: Schema, what: string, written: WrittenContext): void {
	const { report } = written.context;
	if (schema.nullable && node.kind === 'scalar' && node.value === null) return;
	switch (schema.kind) {
		case 'any':
			return;
		case 'struct':
			if (node.kind !== 'map') report(node, `${what} must be an object, not ${nodeText(node)}`);
			else checkObject(node, schema.type, what, written);
			return;
		case 'map':
			if (node.kind !== 'map') report(node, `${what} must be a map, not ${nodeText(node)}`);
			else for (const [key, { value }] of node.entries) checkWritten(value, schema.values, `${what}'s ${JSON.stringify(key)}`, written);
			return;
		case 'list':
			if (node.kind !== 'list') report(node, `${what} must be a list, not ${nodeText(node)}`);
			else for (const item of node.items) checkWritten(item, schema.items, `an entry of ${what}`, written);
			return;
		case 'variant': {
			const made = written.context.types.get(schema.type);
			const member = made && memberChooser(made.descriptor)(plain(node));
			if (member !== undefined) checkWritten(node, member.schema, what, written);
			else if (made !== undefined) report(node, `${what} must be one of these: ${formWords(made.descriptor)}, not ${nodeText(node)}`);
			return;
		}
		case 'rawExtension':
		case 'fieldsV1':
			if (node.kind !== 'map') report(node, `${what} must be an object, not ${nodeText(node)}`);
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
	intOrString: 'a 32-bit integer or text',
	quantity: 'a quantity, such as 500m or 1Gi',
	bytes: 'base64 text',
	time: 'a time, such as 2026-01-31T10:00:00Z',
	microTime: 'a time, such as 2026-01-31T10:00:00.000000Z',
	duration: 'a duration, such as 1h30m',
};

function checkScalar(node: SpecNode, schema: ScalarSchema, what: string, { context: { report } }: WrittenContext): void {
	const value = node.kind === 'scalar' ? node.value : undefined;
	// Numbers that JSON cannot express have been reported.
	if (typeof value === 'number' && !Number.isFinite(value)) return;
	if (value === undefined || value === null || !isReadable(value, schema.kind))
		report(node, `${what} must be ${words[schema.kind] ?? 'text'}, not ${nodeText(node)}`);
	else if (schema.enum !== undefined && !(schema.enum as readonly unknown[]).includes(value))
		report(
			node,
			`${what} ${typeof value === 'bigint' ? value : JSON.stringify(value)} is not among the allowed values${suggestion(String(value), schema.enum.map(String))}`,
		);
}

/** Reports whether the server can read the value. It would refuse every object with an unreadable one. */
function isReadable(value: unknown, kind: ScalarSchema['kind']): boolean {
	try {
		readScalar({ kind })(value);
		return true;
	} catch (error) {
		if (error instanceof Mismatch || error instanceof QuantityError || error instanceof TimeError) return false;
		throw error;
	}
}

function nodeText(node: SpecNode): string {
	if (node.kind === 'map') return 'an object';
	if (node.kind === 'list') return 'a list';
	const value = plain(node);
	return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
