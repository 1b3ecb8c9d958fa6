/** Types in the form of the OpenAPI document that Kubernetes reads. */
import type { Field, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';

const raw = 'io.k8s.apimachinery.pkg.runtime.RawExtension';
const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** Returns the models. `kinds` holds the types of complete objects with their group, version and kind. */
export function modelsOf(types: readonly TypeDescriptor[], kinds: Readonly<Record<string, object>>): object {
	const models = types.map((type) => [
		nameOf(type.name),
		{
			type: 'object',
			properties: Object.fromEntries(type.fields.map((field) => [field.name, propertyOf(field)])),
			...(type.preserveUnknown && { 'x-kubernetes-preserve-unknown-fields': true }),
			...(type.mapType && { 'x-kubernetes-map-type': type.mapType }),
			...(kinds[type.name] && { 'x-kubernetes-group-version-kind': [kinds[type.name]] }),
		},
	]);
	return { ...Object.fromEntries(models), [raw]: { type: 'object' }, [quantity]: { type: 'string' } };
}

/** Replaces slashes, which would end the name in a reference. */
function nameOf(type: string): string {
	return type.replaceAll('/', '.');
}

function propertyOf({ schema, mapType, patchStrategy, patchMergeKey, default: value }: Field): object {
	return {
		...schemaOf(schema),
		...(value !== undefined && { default: value }),
		...(mapType && { 'x-kubernetes-map-type': mapType }),
		...(patchStrategy && { 'x-kubernetes-patch-strategy': patchStrategy.join(',') }),
		...(patchMergeKey && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
	};
}

function schemaOf(schema: Schema): object {
	const ref = (name: string): object => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });
	switch (schema.kind) {
		case 'struct':
			return ref(nameOf(schema.type));
		case 'list':
			return {
				type: 'array',
				items: schemaOf(schema.items),
				...(schema.listType && schema.markedSince === undefined && { 'x-kubernetes-list-type': schema.listType }),
				...(schema.mapKeys && schema.markedSince === undefined && { 'x-kubernetes-list-map-keys': schema.mapKeys }),
			};
		case 'map':
			return { type: 'object', additionalProperties: schemaOf(schema.values), ...(schema.mapType && { 'x-kubernetes-map-type': schema.mapType }) };
		case 'rawExtension':
			return ref(raw);
		case 'quantity':
			return ref(quantity);
		case 'time':
			return { type: 'string', format: 'date-time' };
		case 'string':
		case 'boolean':
			return { type: schema.kind };
		case 'int32':
			return { type: 'integer' };
		case 'any':
			return {};
		default:
			throw new Error(`no model of ${schema.kind}`);
	}
}
