/** Types with every kind of marker, for the scenarios. */
import type { Catalog, Field, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';

const text: Schema = { kind: 'string' };
const int: Schema = { kind: 'int32' };
const struct = (type: string): Schema => ({ kind: 'struct', type });
const list = (items: Schema, more: object = {}): Schema => ({ kind: 'list', items, ...more });
const map = (values: Schema, more: object = {}): Schema => ({ kind: 'map', values, ...more });

const type = (name: string, fields: Record<string, Schema | Omit<Field, 'name'>>, more: Partial<TypeDescriptor> = {}): TypeDescriptor => ({
	name,
	openapi: name,
	fields: Object.entries(fields).map(([field, said]) => ({ name: field, ...('schema' in said ? said : { schema: said }) })),
	...more,
});

/** Spec fields of both versions, which name one field differently. */
const specFields = {
	replicas: int,
	mode: { schema: text, default: 'fast' },
	containers: list(struct('t/v1.Container'), { listType: 'map', mapKeys: ['name'] }),
	ports: list(struct('t/v1.Port'), { listType: 'map', mapKeys: ['port', 'protocol'] }),
	finalizers: list(text, { listType: 'set' }),
	numbers: list(int, { listType: 'set' }),
	args: list(text),
	atomicItems: list(struct('t/v1.Container')),
	byPatch: { schema: list(struct('t/v1.Container')), patchStrategy: ['merge'], patchMergeKey: 'name' },
	setByPatch: { schema: list(text), patchStrategy: ['merge'] },
	later: { schema: list(struct('t/v1.Container'), { listType: 'map', mapKeys: ['name'], markedSince: '1.30' }) },
	settings: map(text),
	atomicMap: map(text, { mapType: 'atomic' }),
	atomicByField: { schema: map(text), mapType: 'atomic' },
	mapOfLists: map(list(text, { listType: 'set' })),
	mapOfStructs: map(struct('t/v1.Inner')),
	inner: struct('t/v1.Inner'),
	selector: struct('t/v1.Selector'),
	openSelector: { schema: struct('t/v1.Selector'), mapType: 'granular' },
	closedInner: { schema: struct('t/v1.Inner'), mapType: 'atomic' },
	free: { kind: 'any' },
	raw: { kind: 'rawExtension' },
	open: struct('t/v1.Open'),
	size: { kind: 'quantity' },
	on: { kind: 'boolean' },
} satisfies Parameters<typeof type>[1];

export const descriptors: readonly TypeDescriptor[] = [
	type('t/v1.Meta', {
		name: text,
		namespace: text,
		labels: map(text),
		annotations: map(text),
		uid: text,
		generation: int,
		resourceVersion: text,
		creationTimestamp: { kind: 'time' },
		managedFields: list({ kind: 'any' }),
	}),
	type('t/v1.Thing', { apiVersion: text, kind: text, metadata: struct('t/v1.Meta'), spec: struct('t/v1.Spec'), status: struct('t/v1.Status') }),
	type('t/v1.Status', { phase: text, conditions: list(struct('t/v1.Condition'), { listType: 'map', mapKeys: ['type'] }) }),
	type('t/v1.Condition', { type: text, status: text, reason: text }),
	type('t/v1.Spec', { name: text, ...specFields }),
	type('t/v2.Thing', { apiVersion: text, kind: text, metadata: struct('t/v1.Meta'), spec: struct('t/v2.Spec'), status: struct('t/v1.Status') }),
	type('t/v2.Spec', { title: text, ...specFields }),
	type('t/v1.Inner', { a: text, b: text, deeper: struct('t/v1.Inner') }),
	type('t/v1.Selector', { key: text, values: list(text, { listType: 'set' }) }, { mapType: 'atomic' }),
	type('t/v1.Container', {
		name: text,
		image: text,
		command: list(text),
		ports: list(struct('t/v1.Port'), { listType: 'map', mapKeys: ['port', 'protocol'] }),
	}),
	type('t/v1.Port', { port: int, protocol: { schema: text, default: 'TCP' }, label: text }),
	type('t/v1.Open', { known: text }, { preserveUnknown: true }),
];

const byName = new Map(descriptors.map((descriptor) => [descriptor.name, descriptor]));

export const things: Pick<Catalog, 'type'> = {
	type(name) {
		const found = byName.get(name);
		if (found === undefined) throw new Error(`no type ${name}`);
		return found;
	},
};
