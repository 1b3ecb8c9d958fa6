/** Checks defaults in the schema of a definition. They must be valid values from which pruning removes no field. */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { Readers } from '../read.ts';
import { Validators } from '../validate.ts';
import { Descriptors } from './descriptors.ts';
import { keyed, type Props } from './props.ts';

/** Returns the violations. `pruned`: true to refuse fields that no schema declares. */
export function defaultViolations(props: Props, path: string, pruned: boolean): Cause[] {
	const own = props.default === undefined ? [] : valueViolations(props, props.default, `${path}.default`, pruned);
	return [
		...own,
		...(props.items ? defaultViolations(props.items, `${path}.items`, pruned) : []),
		...[...props.properties].flatMap(([name, each]) => defaultViolations(each, keyed(`${path}.properties`, name), pruned)),
	];
}

function valueViolations(props: Props, value: JsonValue, path: string, isPruned: boolean): Cause[] {
	if (isPruned && !deepEqual(pruned(value, props), value)) return [invalidValue(path, value, 'must not have unknown fields')];
	const wrong = typeViolations(props, value, path);
	if (wrong.length > 0) return wrong;
	const descriptors = new Descriptors();
	// The reader reads objects, so another value is wrapped as the only field of one.
	const type = {
		name: 'definition/v1.Default',
		openapi: '',
		fields: [{ name: 'default', schema: descriptors.schema(props), emptyIsGiven: true as const, nullable: true as const }],
	};
	const lookup = (name: string) => (name === type.name ? type : descriptors.type(name));
	try {
		const read = new Readers(lookup).reader(type.name)({ default: value }, { notices: [] });
		return new Validators(lookup)
			.validator(type.name)(read)
			.map((cause) => ({ ...cause, field: `${path}${(cause.field ?? '').replace(/^(default|<nil>)/, '')}` }));
	} catch (error) {
		if (error instanceof MalformedError) return [invalidValue(path, value, error.message)];
		throw error;
	}
}

/** Returns the value without fields that no schema declares. */
function pruned(value: JsonValue, props: Props | undefined): JsonValue {
	if (props?.preserveUnknown) return value;
	if (Array.isArray(value)) return value.map((item) => pruned(item, props?.items));
	if (typeof value !== 'object' || value === null) return value;
	const left: JsonObject = {};
	for (const [name, item] of Object.entries(value)) {
		const additional = props?.additionalProperties;
		const known = props?.properties.get(name) ?? (typeof additional === 'object' ? additional : undefined);
		if (known !== undefined) left[name] = pruned(item, known);
		else if (additional === true || (props?.embedded && ['apiVersion', 'kind', 'metadata'].includes(name))) left[name] = item;
	}
	return left;
}

/** Returns violations of types. They are checked first, because rules apply to values of the right type. */
function typeViolations(props: Props, value: JsonValue, path: string): Cause[] {
	if (value === null) return props.nullable ? [] : [mismatch(props, value, path)];
	if (props.intOrString) return typeof value === 'string' || Number.isInteger(value) ? [] : [mismatch(props, value, path)];
	if (props.type !== undefined && !isOfType(value, props.type)) return [mismatch(props, value, path)];
	if (Array.isArray(value)) return props.items ? value.flatMap((item, index) => typeViolations(props.items as Props, item, `${path}[${index}]`)) : [];
	if (typeof value !== 'object') return [];
	const additional = typeof props.additionalProperties === 'object' ? props.additionalProperties : undefined;
	return Object.entries(value).flatMap(([name, item]) => {
		const known = props.properties.get(name) ?? additional;
		return known === undefined ? [] : typeViolations(known, item, props.properties.has(name) ? `${path}.${name}` : keyed(path, name));
	});
}

function mismatch({ type = 'integer or string' }: Props, value: JsonValue, path: string): Cause {
	return { ...invalidValue(path, typeOf(value), `must be of type ${type}: ${JSON.stringify(typeOf(value))}`), reason: 'FieldValueTypeInvalid' };
}

function typeOf(value: JsonValue): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'bigint' || typeof value === 'number') return Number.isInteger(Number(value)) ? 'integer' : 'number';
	return typeof value;
}

function isOfType(value: JsonValue, type: string): boolean {
	const found = typeOf(value);
	return found === type || (type === 'number' && found === 'integer');
}
