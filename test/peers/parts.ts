/** Type of a kind in the sequences, and parts common to objects of all kinds. */
import fc from 'fast-check';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import type { Target } from './play.ts';

export type Part = fc.Arbitrary<unknown>;

export interface Kind extends Target {
	readonly subresources: readonly ('status' | 'scale')[];
	/** True when Kubernetes serves strategic merge patches of the kind. */
	readonly strategic: boolean;
	/** True when a CustomResourceDefinition defines the kind on kube-apiserver. */
	readonly isOwn?: true;
	/** Fields that every object needs. */
	readonly base: JsonObject;
	/** Parts of objects by JSON pointer. */
	readonly parts: Readonly<Record<string, Part>>;
	/** Parts that are seldom valid. */
	readonly odd: Readonly<Record<string, Part>>;
	/** Parts of the status. */
	readonly statusParts: Readonly<Record<string, Part>>;
	/** Parts that only strategic merge patches have. */
	readonly directives: Readonly<Record<string, Part>>;
	/** Targets of JSON patches. */
	readonly pointers: readonly string[];
}

export const text = fc.constantFrom('a', 'b', 'c');
export const optional = (members: Record<string, Part>): fc.Arbitrary<Record<string, unknown>> =>
	fc.record(members, { requiredKeys: [], noNullPrototype: true });
/** Returns mostly the value, now and then null or a misfit. */
export const loose = (value: Part): Part =>
	fc.oneof(
		{ weight: 24, arbitrary: value },
		{ weight: 2, arbitrary: fc.constant(null) },
		{ weight: 1, arbitrary: fc.constantFrom<unknown>(7, 'x', true, {}, [], '') },
	);
export const map = (values: Part): Part => fc.dictionary(text, values, { maxKeys: 2, noNullPrototype: true });
/** Returns a list-map, now and then with a duplicate key. */
export const keyed = (key: string, values: Part, members: Record<string, Part>): fc.Arbitrary<unknown[]> =>
	fc
		.oneof(
			{ weight: 40, arbitrary: fc.uniqueArray(fc.tuple(values, optional(members)), { maxLength: 3, selector: ([value]) => value }) },
			{ weight: 1, arbitrary: fc.array(fc.tuple(values, optional(members)), { minLength: 2, maxLength: 3 }) },
		)
		.map((entries) => entries.map(([value, rest]) => ({ [key]: value, ...rest })));
export const set = (values: Part): fc.Arbitrary<unknown[]> =>
	fc.oneof({ weight: 40, arbitrary: fc.uniqueArray(values, { maxLength: 3 }) }, { weight: 1, arbitrary: fc.array(values, { minLength: 2, maxLength: 3 }) });

export const portsOf = (key: string): Part =>
	fc
		.oneof(
			{
				weight: 40,
				arbitrary: fc.uniqueArray(fc.tuple(fc.constantFrom(80, 53), fc.constantFrom(undefined, 'TCP', 'UDP'), fc.constantFrom(undefined, 'l', 'm')), {
					maxLength: 3,
					selector: ([port, protocol]) => `${port}${protocol ?? 'TCP'}`,
				}),
			},
			{
				weight: 1,
				arbitrary: fc.array(fc.tuple(fc.constantFrom(80), fc.constantFrom(undefined, 'TCP'), fc.constantFrom(undefined, 'l', 'm')), {
					minLength: 2,
					maxLength: 2,
				}),
			},
		)
		.map((entries) => entries.map(([port, protocol, name]) => ({ [key]: port, ...(protocol && { protocol }), ...(name && { name }) })));

export const metadata: Record<string, Part> = {
	'/metadata/labels': loose(map(loose(text))),
	'/metadata/annotations': loose(map(loose(text))),
	'/metadata/finalizers': loose(set(fc.constantFrom('x.com/a', 'x.com/b'))),
	'/metadata/generateName': fc.constant('made-'),
	'/metadata/ownerReferences': keyed('uid', fc.constantFrom('u1', 'u2'), {}).map((entries) =>
		entries.map((entry) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', ...(entry as object) })),
	),
	'/unknown': text,
	'/metadata/unknown': text,
};
/** Fields that clients may not write, or only when they create. */
export const odd: Record<string, Part> = {
	'/metadata/labels': fc.constantFrom<unknown>({ a: 'not a value' }, { 'a/b/c': 'x' }),
	'/metadata/annotations': fc.constantFrom<unknown>({ '': 'x' }, { 'A/': 'x' }),
	'/metadata/finalizers': fc.constantFrom<unknown>(['mine'], ['orphan', 'foregroundDeletion'], ['x.com/a', 'orphan'], ['a b/c'], ['kubernetes']),
	'/metadata/ownerReferences': fc.constantFrom<unknown>(
		[{ kind: 'ConfigMap' }],
		[1, 2].map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: `u${uid}`, controller: true })),
		[{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u1' }],
	),
	'/metadata/creationTimestamp': fc.constantFrom<unknown>(null, '2001-01-01T00:00:00Z'),
	'/metadata/deletionTimestamp': fc.constantFrom<unknown>(null, '2001-01-01T00:00:00Z'),
	'/metadata/deletionGracePeriodSeconds': fc.constantFrom<unknown>(null, 3),
	'/metadata/generation': fc.constantFrom<unknown>(7, -1),
	'/metadata/selfLink': fc.constant('/x'),
	'/metadata/generateName': fc.constantFrom('made-', 'X_'),
};
export const metadataPointers = [
	'/metadata/labels/a',
	'/metadata/labels',
	'/metadata/annotations/b',
	'/metadata/finalizers',
	'/metadata/finalizers/-',
	'/metadata/finalizers/0',
];
