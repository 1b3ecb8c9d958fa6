/** Properties of every sequence of writes on arbitrary types, as a suite with a variable number of runs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError } from '../../runtime/api/errors.ts';
import { apply } from '../../runtime/apply/apply.ts';
import { ManagerEntry } from '../../runtime/apply/managers.ts';
import { MergeSchemas } from '../../runtime/apply/objects/merge-schema.ts';
import { emptySet } from '../../runtime/apply/sets/field-set.ts';
import { update } from '../../runtime/apply/update.ts';
import type { Versions } from '../../runtime/apply/versions.ts';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { objectOf, type RandomTypes, randomTypes } from './random-types.ts';
import { changes, ownedBy, placesOf } from './reference.ts';
import { pathsOf } from './sets.ts';

interface Step {
	readonly operation: 'Apply' | 'Update';
	readonly manager: string;
	readonly force: boolean;
	readonly object: JsonObject;
}

interface Case {
	readonly types: RandomTypes;
	readonly steps: readonly Step[];
}

const cases: fc.Arbitrary<Case> = randomTypes.chain((types) =>
	fc.record({
		types: fc.constant(types),
		steps: fc.array(
			fc.record({
				operation: fc.constantFrom('Apply' as const, 'Update' as const),
				manager: fc.constantFrom('m', 'n', 'o'),
				force: fc.boolean(),
				object: objectOf(types),
			}),
			{ minLength: 2, maxLength: 6 },
		),
	}),
);

/** Owned paths by manager and operation. */
type Owners = Map<string, string[]>;

function ownersOf(object: JsonObject | undefined, schema: ReturnType<MergeSchemas['object']>): Owners {
	const list = ((object?.metadata as JsonObject | undefined)?.managedFields ?? []) as JsonValue[];
	return new Map(
		list.map((value, at) => {
			const entry = ManagerEntry.stored(value, at);
			return [`${entry.manager.name} ${entry.manager.operation}`, pathsOf(entry.set(schema)).map((path) => path.replaceAll(' ', '\n'))];
		}),
	);
}

const without = (paths: readonly string[], gone: readonly string[]): string[] => paths.filter((path) => !gone.includes(path));
const sorted = (owners: Owners): Record<string, string[]> =>
	Object.fromEntries([...owners].filter(([, paths]) => paths.length > 0).map(([manager, paths]) => [manager, [...new Set(paths)].sort()]));

/** Returns the owners after a step by the seed's table; undefined stands for a conflict. */
function expectedOwners(
	before: Owners,
	{ operation, manager, force, object }: Step,
	live: JsonObject,
	result: JsonObject,
	types: RandomTypes,
): Owners | undefined {
	const { changed, removed } = changes(live, result, types);
	const self = `${manager} ${operation}`;
	const others = [...before].filter(([owner]) => operation === 'Update' || owner !== self);
	if (operation === 'Apply' && !force && others.some(([, paths]) => paths.some((path) => changed.includes(path)))) return undefined;
	const after: Owners = new Map(others.map(([owner, paths]) => [owner, without(without(paths, changed), removed)]));
	after.set(self, operation === 'Apply' ? ownedBy(object, types) : [...(after.get(self) ?? []), ...changed]);
	return after;
}

/**
 * Expects the result of an apply to contain everything in the applied object. Earlier content remains unless the applier owned it and no
 * manager owns it now.
 */
function expectObject(before: Owners, step: Step, live: JsonObject, result: JsonObject, types: RandomTypes): void {
	const places = placesOf(result, types);
	const said = placesOf(step.object, types);
	for (const { path, value } of said.filter((place) => place.value !== undefined && !place.isVoid))
		expect(places.find((place) => place.path === path)?.value).toBe(value);
	const mine = before.get(`${step.manager} Apply`) ?? [];
	const now = ownedBy(step.object, types);
	const theirs = [...before].filter(([owner]) => owner !== `${step.manager} Apply`).flatMap(([, paths]) => paths);
	for (const { path, value, isVoid } of placesOf(live, types)) {
		if (value === undefined || isVoid || said.some((place) => path.startsWith(place.path) || place.path.startsWith(path))) continue;
		const isDropped = mine.includes(path) && !now.includes(path) && !theirs.includes(path);
		const stays = places.some((place) => place.path === path);
		if (isDropped) expect(stays, path).toBe(false);
		else if (!mine.some((one) => path.startsWith(one))) expect(stays, path).toBe(true);
	}
}

/**
 * Expects a repeated apply to change nothing except null or empty values. As in Kubernetes, such a value may disappear with its content and
 * return on the next apply. Objects of declared types are stored without them.
 */
function expectRepeatable(result: JsonObject, applyAgain: (live: JsonObject) => JsonObject): void {
	const again = applyAgain(result);
	expect(withoutVoid(again)).toEqual(withoutVoid(result));
	expect(applyAgain(again)).toBe(again);
}

function withoutVoid(value: JsonValue): JsonValue | undefined {
	if (value === null || typeof value !== 'object') return value ?? undefined;
	const isFull = (inner: JsonValue | undefined): inner is JsonValue => inner !== undefined;
	if (Array.isArray(value)) return value.map(withoutVoid).filter(isFull);
	const members = Object.entries(value).flatMap(([name, inner]) => {
		const full = withoutVoid(inner);
		return full === undefined || (typeof full === 'object' && full !== null && Object.keys(full).length === 0) ? [] : [[name, full] as const];
	});
	return Object.fromEntries(members);
}

function check({ types, steps }: Case): void {
	const schema = new MergeSchemas(types.catalog).object('Root');
	const versions: Versions = {
		of: (apiVersion) => (apiVersion === 'r/v1' ? { type: schema, reset: emptySet, empty: {} } : undefined),
		convert: (object) => object,
	};
	let live: JsonObject | undefined;
	for (const step of steps) {
		const before = ownersOf(live, schema);
		const { operation, manager, force, object } = step;
		const common = { live, manager, apiVersion: 'r/v1', subresource: '', now: '2022-01-01T00:00:00Z' };
		const told = JSON.stringify([live, object]);
		let result: JsonObject | undefined;
		if (operation === 'Apply') {
			try {
				result = apply(versions, { ...common, kind: 'Root', applied: object, force, lastAppliedAnnotation: 'none' });
				expectRepeatable(result, (again) => apply(versions, { ...common, kind: 'Root', live: again, applied: object, force, lastAppliedAnnotation: 'none' }));
				expectObject(before, step, live ?? nothing, result, types);
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				expect(error.reason).toBe('Conflict');
			}
		} else {
			const managedFields = update(versions, { ...common, next: object });
			result = { ...object, metadata: { ...(object.metadata as JsonObject), ...(managedFields && { managedFields: managedFields as JsonValue[] }) } };
		}
		expect(JSON.stringify([live, object]), 'operands stay as they are').toBe(told);
		const tracked = live === undefined || before.size > 0;
		if (!tracked && operation === 'Update') expect(ownersOf(result, schema).size).toBe(0);
		else if (tracked) {
			// Computes the result of a refused apply by forcing it.
			const outcome = result ?? apply(versions, { ...common, kind: 'Root', applied: object, force: true, lastAppliedAnnotation: 'none' });
			const expected = expectedOwners(before, step, live ?? nothing, outcome, types);
			expect(result === undefined, 'refused').toBe(expected === undefined);
			if (result !== undefined && expected !== undefined) expect(sorted(ownersOf(result, schema))).toEqual(sorted(expected));
		}
		live = result ?? live;
	}
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}

const nothing: JsonObject = { metadata: {} };

/** Registers a test of random sequences of writes on random types. */
export function propertySuite(runs: number, seed: number): void {
	it(`seed ${seed}, ${runs} sequences: owners as a slow reference has them, applies that repeat change nothing`, () => {
		fc.assert(fc.property(cases, check), { numRuns: runs, seed });
	});
}
