/** Fields of every kind that no spec declares: kind, apiVersion and metadata. */
import type { Field } from '../../../runtime/model/catalog.ts';

/** Type of the metadata of every object. */
export const objectMetadata = 'meta/v1.ObjectMeta';

/**
 * Returns the fields in the order of Kubernetes' types: `kind` before `apiVersion`, both without a protobuf number, and metadata with
 * number 1.
 */
export function rootFields(required: ReadonlySet<string>): Field[] {
	return [
		{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
		{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
		{
			name: 'metadata',
			schema: { kind: 'struct', type: objectMetadata },
			number: 1,
			presence: 'always',
			...(required.has('metadata') ? { required: true } : {}),
		},
	];
}

/**
 * Returns the fields that every embedded object has, as the rule `embeddedResource` requires. They have no numbers, because such types have
 * no protobuf form.
 */
export function embeddedFields(required: ReadonlySet<string>): Field[] {
	return [
		{ name: 'apiVersion', schema: { kind: 'string' } },
		{ name: 'kind', schema: { kind: 'string' } },
		{ name: 'metadata', schema: { kind: 'struct', type: objectMetadata }, ...(required.has('metadata') ? { required: true } : {}) },
	];
}

export const rootDocs: Readonly<Record<string, string>> = {
	kind: 'Kind of the object.',
	apiVersion: 'Group and version of the API in which the object is written.',
	metadata: 'Metadata that all objects have, such as name and labels.',
};

export function isRootField(name: string): boolean {
	return Object.hasOwn(rootDocs, name);
}
