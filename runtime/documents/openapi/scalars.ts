/** Schemas of scalars: inline, or as definitions of their own. */
import type { Json, ScalarKind, Schema } from '../../model/catalog.ts';
import type { SchemaNode } from './schema-node.ts';

type NamedScalar = Extract<ScalarKind, 'time' | 'microTime' | 'duration' | 'quantity' | 'intOrString' | 'rawExtension' | 'fieldsV1'>;

const metaPackage = 'apimachinery.pkg.apis.meta.v1';

/** Scalars with a definition of their own, named below the reversed group domain. */
export const namedScalars: Readonly<
	Record<NamedScalar, { readonly name: string; readonly description: string; readonly v2: SchemaNode; readonly v3: SchemaNode }>
> = {
	time: same(`${metaPackage}.Time`, 'Time with a precision of seconds, in RFC 3339 format.', { type: 'string', format: 'date-time' }),
	microTime: same(`${metaPackage}.MicroTime`, 'Time with a precision of microseconds, in RFC 3339 format.', { type: 'string', format: 'date-time' }),
	duration: same(`${metaPackage}.Duration`, 'Duration, for example `1h30m`.', { type: 'string' }),
	fieldsV1: same(
		`${metaPackage}.FieldsV1`,
		'Set of fields, as a tree. The prefix of a key is its type: `f:` field, `k:` list entry by its keys, `v:` value, `i:` index.',
		{
			type: 'object',
		},
	),
	rawExtension: same('apimachinery.pkg.runtime.RawExtension', 'Any object, stored unchanged.', { type: 'object' }),
	quantity: {
		name: 'apimachinery.pkg.api.resource.Quantity',
		description: 'Number with an optional suffix: `500m`, `2`, `1.5Gi`, `1e3`. Responses contain the canonical form.',
		v2: { type: 'string' },
		v3: { oneOf: [{ type: 'string' }, { type: 'number' }] },
	},
	intOrString: {
		name: 'apimachinery.pkg.util.intstr.IntOrString',
		description: 'Integer or string, for example the number or the name of a port.',
		v2: { type: 'string', format: 'int-or-string' },
		v3: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
	},
};

function same(name: string, description: string, schema: SchemaNode) {
	return { name, description, v2: schema, v3: schema };
}

/** Inline scalars. */
export const plainScalars: Readonly<Record<Exclude<ScalarKind, NamedScalar>, SchemaNode>> = {
	string: { type: 'string' },
	boolean: { type: 'boolean' },
	int32: { type: 'integer', format: 'int32' },
	int64: { type: 'integer', format: 'int64' },
	double: { type: 'number', format: 'double' },
	bytes: { type: 'string', format: 'byte' },
	any: {},
};

/** Zero values in Go, which version 3 shows as defaults. */
export const zeroValues: Readonly<Partial<Record<Schema['kind'], Json>>> = {
	string: '',
	boolean: false,
	int32: 0,
	int64: 0,
	double: 0,
	struct: {},
	time: {},
	microTime: {},
	duration: {},
	quantity: {},
	intOrString: {},
	rawExtension: {},
	variant: {},
};
