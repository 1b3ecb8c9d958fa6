/** The check names every loss in the round trip of objects of generated kinds. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckCache, Fingerprints } from '../../../generator/read/check-cache.ts';
import { checkRoundTrip } from '../../../generator/read/kinds/round-trip.ts';
import type { MapNode } from '../../../generator/read/source/node.ts';
import { specFile } from '../../../generator/read/source/spec-file.ts';
import type { ConversionStep, JsonObject, JsonValue } from '../../../runtime/model/catalog.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { stepsOf } from '../../../runtime/schema/conversion/declared.ts';
import { Resources } from '../../../runtime/serving/resources.ts';
import { objectOf } from '../../schema/arbitrary.ts';
import { runs } from '../../setup/sample.ts';
import { isObject, withKeys } from '../../verbs/mixed-objects.ts';
import { group, type MadeUp, madeUpKinds } from '../../verbs/random-versions.ts';
import { source } from '../fixture.ts';

const file = specFile(source('made/made.yaml', 'x\n'));
const node: MapNode = { kind: 'map', entries: new Map(), file, start: 0, end: 1 };

/** Returns the reported loss paths of the storage version and of the older one. */
function named({ catalog, kind }: MadeUp): { readonly storage: string[]; readonly here: string[] } {
	const found: string[] = [];
	const steps = stepsOf(kind.versions[1] ?? {});
	const version = { node, losing: [node], isDirect: true, version: 'v1', here: 'x/v1.Root', storage: 'x/v2.Root', steps, removed: undefined };
	checkRoundTrip([version], [], {
		catalog,
		passed: new CheckCache(),
		types: new Fingerprints((name) => catalog.type(name)),
		report: (_, message) => found.push(message),
	});
	const paths = (pattern: RegExp) => found.filter((message) => pattern.test(message)).map((message) => message.slice(0, message.indexOf(' ')));
	return { storage: paths(/does not return from v1/), here: paths(/^\S+ of v1 does not/) };
}

/** Yields the paths of leaves that differ or are missing in another object, without indices and keys. */
function* lost(before: JsonValue, after: JsonValue | undefined, path = ''): Generator<string> {
	if (Array.isArray(before)) for (const [index, item] of before.entries()) yield* lost(item, Array.isArray(after) ? after[index] : undefined, path);
	else if (!isObject(before)) {
		if (before !== after) yield path.replaceAll('[]', '');
	} else
		for (const [name, value] of Object.entries(before)) {
			if (path === '' && ['kind', 'apiVersion', 'metadata'].includes(name)) continue;
			const next = isObject(after) && Object.hasOwn(after, name) ? after[name] : undefined;
			yield* lost(value, next, /(^|\.)map\d+$/.test(path) ? `${path}[]` : path === '' ? name : `${path}.${name}`);
		}
}

const isNamed = (path: string, names: readonly string[]): boolean => names.some((name) => path === name || path.startsWith(`${name}.`));

/** Alternatives of a split: only one is kept, but generated objects have both. */
const ofSplit = /(^|\.)port\d+(Number|Name)?$/;

/** Returns the parts after one that contains the separator; the check names only that one. */
function mixedUp(object: JsonObject, steps: readonly ConversionStep[]): readonly string[] {
	const text = JSON.stringify(object, (_, value: JsonValue) => (typeof value === 'bigint' ? Number(value) : value));
	return steps.flatMap((step) => {
		if (step.kind !== 'join') return [];
		const names = [...step.here, ...step.storage].map((path) => path.slice(path.lastIndexOf('.') + 1));
		const first = names.find((name) => name.endsWith('First'));
		return new RegExp(`"${first}":"(?:[^"\\\\]|\\\\.)*${step.separator}`).test(text) ? names.filter((name) => name !== first) : [];
	});
}

describe('losses of random objects', () => {
	it('is named', () => {
		const cases = madeUpKinds.chain((madeUp) => {
			const resources = new Resources(madeUp.catalog, compile(madeUp.catalog), {});
			const [v1, v2] = [resources.resource(group, 'v1', 'mades'), resources.resource(group, 'v2', 'mades')];
			if (v1 === undefined || v2 === undefined) throw new Error('not served');
			const objects = (type: string) =>
				fc.array(
					objectOf(type, 6, (name) => madeUp.catalog.type(name)),
					{ minLength: 1, maxLength: 5 },
				);
			return fc.tuple(objects('x/v1.Root'), objects('x/v2.Root')).map(([here, storage]) => {
				const shown = { steps: v1.version.conversion, here, storage };
				return { madeUp, v1, v2, here, storage, [fc.toStringMethod]: () => JSON.stringify(shown) };
			});
		});
		fc.assert(
			fc.property(cases, ({ madeUp, v1, v2, here, storage }) => {
				const names = named(madeUp);
				const read = (object: unknown, { schema }: typeof v1): JsonObject => schema.read(withKeys(object as JsonObject), { notices: [] });
				const steps = stepsOf(v1.version);
				for (const object of storage) {
					const before = read(object, v2);
					const excused = mixedUp(before, steps);
					const isExcused = (path: string) => ofSplit.test(path) || excused.some((name) => path.endsWith(name));
					for (const path of lost(before, v1.toStorage(v1.fromStorage(before)))) if (!isExcused(path)) expect(isNamed(path, names.storage), path).toBe(true);
				}
				for (const object of here) {
					const before = read(object, v1);
					const excused = mixedUp(before, steps);
					for (const path of lost(before, v1.fromStorage(v1.toStorage(before))))
						if (!excused.some((name) => path.endsWith(name))) expect(isNamed(path, names.here), path).toBe(true);
				}
			}),
			{ numRuns: runs(300) },
		);
	});
});
