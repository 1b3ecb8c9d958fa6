/**
 * An apply of arbitrary input either succeeds or is refused with a message, and an update never throws. `large.slow.test.ts` tests that the
 * time depends only on the size of the input.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { runs } from '../setup/sample.ts';
import { sequence } from './sequences.ts';
import { World } from './world.ts';

const name = fc.oneof(
	fc.constantFrom('spec', 'metadata', 'containers', 'free', 'settings', 'ports', 'finalizers', 'name', '__proto__', 'constructor', 'toString'),
	fc.string(),
);
const { value: anything } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 5, depthSize: 'medium' },
		fc.constantFrom(null, 1, 'x', true, -0, 1e300),
		fc.array(tie('value'), { maxLength: 3 }),
		entries(tie('value')),
	),
}));

/** Builds objects as a parser does: `__proto__` is an ordinary member. */
function entries(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	return fc
		.array(fc.tuple(name, value), { maxLength: 4 })
		.map((members) => JSON.parse(`{${members.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`).join(',')}}`));
}

const managedFields = fc.array(
	fc.oneof(
		anything,
		fc.record({
			manager: fc.constantFrom('m', 'n'),
			operation: fc.constantFrom('Apply', 'Update'),
			apiVersion: fc.constantFrom('t/v1', 't/v2', 't/v0'),
			fieldsType: fc.constant('FieldsV1'),
			fieldsV1: anything,
		}),
	),
	{ maxLength: 4 },
);

it('anything, applied to anything', () => {
	fc.assert(
		fc.property(sequence, entries(anything), managedFields, (steps, object, fields) => {
			const world = new World();
			for (const { apply, manager, object: each, ...options } of steps.slice(0, 3)) {
				if (apply) world.apply(manager, each, options);
				else world.update(manager, () => structuredClone(each), options);
			}
			world.apply('m', object as JsonObject, { force: true });
			world.update('u', (live) => ({ ...live, ...(object as JsonObject), metadata: { managedFields: fields as JsonValue[] } }));
			world.apply('n', { spec: { replicas: 1 } });
			expect(Object.keys(Object.prototype)).toEqual([]);
			expect(({} as { x?: unknown }).x).toBeUndefined();
		}),
		{ numRuns: runs(500) },
	);
});

it('bounds the size of an answer with ten thousand conflicts', () => {
	const world = new World();
	const settings = (value: string): JsonObject => ({ spec: { settings: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, value])) } });
	world.apply('m', settings('x'));
	world.apply('n', settings('y'));
	expect(world.refusal?.message).toMatch(/^Apply failed with 10000 conflicts: conflicts with "m":\n- \.spec\.settings\.k0\n/);
	expect(world.refusal?.message).toMatch(/\nand more$/);
	expect(world.refusal?.message.length).toBeLessThan(10_000);
	expect(world.refusal?.details?.causes).toHaveLength(100);
});

it('an object as deep as can be parsed', () => {
	const deep = (value: string): JsonObject => {
		let free: JsonValue = value;
		for (let depth = 0; depth < 900; depth++) free = { x: free };
		return { spec: { free } };
	};
	const world = new World();
	world.apply('m', deep('x'));
	world.update('u', (live) => ({ ...live, ...deep('y') }));
	world.apply('m', deep('z'));
	expect(world.refusal?.reason).toBe('Conflict');
	world.apply('m', { spec: {} }, { force: true });
	expect(world.refusal).toBeUndefined();
});
