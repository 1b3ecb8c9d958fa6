/** Random sequences of writes with few names and values, so that managers collide on the same fields. */
import fc from 'fast-check';
import type { JsonObject } from '../../runtime/model/catalog.ts';

export interface Step {
	/** True for an apply, false for an update. */
	readonly apply: boolean;
	readonly manager: string;
	readonly force: boolean;
	readonly apiVersion: 't/v1' | 't/v2';
	readonly subresource: string;
	/** Applied configuration, or the complete object of an update. */
	readonly object: JsonObject;
}

const text = fc.constantFrom('a', 'b', 'c<');
const optional = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
	fc.record(members, { requiredKeys: [], noNullPrototype: true });
const keyed = (key: string, values: fc.Arbitrary<unknown>, members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown[]> =>
	fc
		.uniqueArray(fc.tuple(values, optional(members)), { maxLength: 3, selector: ([value]) => value })
		.map((entries) => entries.map(([value, rest]) => ({ [key]: value, ...rest })));
const orNull = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });

const ports = fc
	.uniqueArray(fc.tuple(fc.constantFrom(80, 53), fc.constantFrom(undefined, 'TCP', 'UDP'), fc.constantFrom(undefined, 'l', 'm')), {
		maxLength: 3,
		selector: ([port, protocol]) => `${port}${protocol ?? 'TCP'}`,
	})
	.map((entries) => entries.map(([port, protocol, label]) => ({ port, ...(protocol && { protocol }), ...(label && { label }) })));
const containers = keyed('name', text, { image: orNull(text), command: fc.array(text, { maxLength: 2 }), ports });
const set = fc.uniqueArray(text, { maxLength: 3 });
const inner = optional({ a: orNull(text), b: text, deeper: orNull(optional({ a: text, deeper: optional({ b: text }) })) });
const settings = fc.dictionary(text, text, { maxKeys: 2, noNullPrototype: true });
const { free } = fc.letrec((tie) => ({
	free: fc.oneof(
		{ depthSize: 'small', maxDepth: 3 },
		fc.constantFrom('x', 1, true),
		fc.array(fc.constantFrom(1, 2), { maxLength: 2 }),
		fc.dictionary(text, tie('free'), { maxKeys: 2, noNullPrototype: true }),
	),
}));

const fields: Record<string, fc.Arbitrary<unknown>> = {
	replicas: orNull(fc.constantFrom(0, 1, 2)),
	on: fc.boolean(),
	containers: orNull(containers),
	byPatch: keyed('name', text, { image: text }),
	ports: orNull(ports),
	finalizers: orNull(set),
	numbers: fc.uniqueArray(fc.constantFrom(1, 2, 10), { maxLength: 3 }),
	args: orNull(fc.array(text, { maxLength: 2 })),
	later: keyed('name', text, {}),
	settings: orNull(settings),
	atomicMap: settings,
	atomicByField: settings,
	mapOfLists: fc.dictionary(text, set, { maxKeys: 2, noNullPrototype: true }),
	mapOfStructs: fc.dictionary(text, inner, { maxKeys: 2, noNullPrototype: true }),
	inner: orNull(inner),
	selector: optional({ key: text, values: set }),
	openSelector: optional({ key: text, values: set }),
	closedInner: inner,
	free,
	raw: fc.dictionary(text, fc.constantFrom(1, 2), { maxKeys: 2, noNullPrototype: true }),
	open: optional({ known: text, other: optional({ x: fc.constantFrom(1, 2) }) }),
	size: fc.constantFrom('1', '1Gi', 5),
};

/** Picks few fields at a time, so that steps share fields. */
const spec = fc
	.uniqueArray(fc.constantFrom(...Object.keys(fields)), { minLength: 1, maxLength: 4 })
	.chain((names) => optional(Object.fromEntries(names.map((name) => [name, fields[name] ?? fc.constant(null)]))));

const metadata = optional({ name: fc.constant('thing'), labels: settings });

const step = (names: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Step> =>
	fc
		.record({
			apply: fc.boolean(),
			manager: fc.constantFrom('m', 'n', 'kubectl'),
			force: fc.boolean(),
			apiVersion: fc.oneof({ weight: 4, arbitrary: fc.constant('t/v1' as const) }, { weight: 1, arbitrary: fc.constant('t/v2' as const) }),
			subresource: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('status') }),
			title: fc.option(text, { nil: undefined, freq: 3 }),
			metadata,
			spec: names,
		})
		.map(({ title, metadata: said, spec: values, ...rest }) => {
			const named = title === undefined ? values : { ...values, [rest.apiVersion === 't/v2' ? 'title' : 'name']: title };
			return { ...rest, object: { apiVersion: rest.apiVersion, kind: 'Thing', metadata: { name: 'thing', ...said }, spec: named } as JsonObject };
		});

/** Picks the same few fields for all steps, and sometimes others. */
export const sequence: fc.Arbitrary<Step[]> = fc
	.uniqueArray(fc.constantFrom(...Object.keys(fields)), { minLength: 3, maxLength: 3 })
	.chain((names) =>
		fc.array(
			step(
				fc.oneof(
					{ weight: 5, arbitrary: optional(Object.fromEntries(names.map((name) => [name, fields[name] ?? fc.constant(null)]))) },
					{ weight: 1, arbitrary: spec },
				),
			),
			{ minLength: 1, maxLength: 8 },
		),
	);
