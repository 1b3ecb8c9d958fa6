/** Tests writes through an older version of any kind: its values are stored as sent, and values that it cannot express stay. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConversionStep, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { stepsOf } from '../../runtime/schema/conversion/declared.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { Resources } from '../../runtime/serving/resources.ts';
import { stamped } from '../../runtime/verbs/body.ts';
import { toProposal } from '../../runtime/verbs/write/proposal.ts';
import { objectOf } from '../schema/arbitrary.ts';
import { runs } from '../setup/sample.ts';
import { hiddenValues, isObject, mixedObjects, withKeys } from './mixed-objects.ts';
import { group, type MadeUp, madeUpKinds } from './random-versions.ts';

interface Case {
	readonly madeUp: MadeUp;
	readonly v1: ServedResource;
	readonly v2: ServedResource;
	readonly old: JsonObject;
	readonly sent: JsonObject;
}

const cases: fc.Arbitrary<Case> = madeUpKinds.chain((madeUp) => {
	const resources = new Resources(madeUp.catalog, compile(madeUp.catalog), {});
	const [v1, v2] = [resources.resource(group, 'v1', 'mades'), resources.resource(group, 'v2', 'mades')];
	if (v1 === undefined || v2 === undefined) throw new Error('not served');
	return fc.tuple(bodies(madeUp, v2), bodies(madeUp, v1), fc.func(fc.nat())).map(([old, other, choose]) => {
		const sent = bodyOf(mixedObjects(v1.fromStorage(old), other, choose), v1);
		const shown = { steps: v1.version.conversion, old, sent };
		return { madeUp, v1, v2, old, sent, [fc.toStringMethod]: () => JSON.stringify(shown) };
	});
});

function bodies({ catalog }: MadeUp, version: ServedResource): fc.Arbitrary<JsonObject> {
	return objectOf(version.version.type, 6, (name) => catalog.type(name)).map((made) => {
		const body = bodyOf(made as JsonObject, version);
		version.schema.applyDefaults(body);
		return body;
	});
}

function bodyOf(object: JsonObject, { schema, apiVersion }: ServedResource): JsonObject {
	const { metadata: _metadata, kind: _kind, apiVersion: _apiVersion, ...rest } = withKeys(object);
	return stamped(schema.read({ ...rest, metadata: { name: 'm' } }, { notices: [] }), { apiVersion, kind: 'Made' });
}

/** Converts the object there and back: a split treats 0 and "" as absent. */
function asMade(object: JsonObject, v1: ServedResource): JsonObject {
	return v1.fromStorage(v1.toStorage(object));
}

/**
 * Returns true when a part of a moved struct is converted separately: an object that becomes empty is then indistinguishable from an absent
 * one.
 */
function hasParts(steps: readonly ConversionStep[] = []): boolean {
	const places = steps.flatMap((step) => (step.kind === 'move' ? [step] : []));
	return places.some(({ type, here }) => places.some((other) => other.type === type && other.here.startsWith(`${here}.`)));
}

function withoutHollow(object: JsonObject): JsonObject {
	const kept = Object.entries(object).map(([name, value]) => [name, isObject(value) ? withoutHollow(value) : value] as const);
	return Object.fromEntries(kept.filter(([, value]) => !isObject(value) || Object.keys(value).length > 0));
}

it('fields of the version are as sent, inexpressible ones stay', () => {
	fc.assert(
		fc.property(cases, ({ madeUp: { pair }, v1, v2, old, sent }) => {
			const before = structuredClone(old);
			const shown = v1.fromStorage(old);
			const result = v2.schema.read(toProposal(structuredClone(sent), old, v1), { notices: [] });
			expect(old).toEqual(before);
			const said = hasParts(stepsOf(v1.version)) ? withoutHollow : (object: JsonObject) => object;
			expect(said(asMade(v1.fromStorage(result), v1))).toEqual(said(asMade(sent, v1)));
			const hidden = hiddenValues(pair, result, shown, sent);
			for (const [path, value] of hiddenValues(pair, old, shown, sent)) expect([path, hidden.get(path)]).toEqual([path, value]);
			expect(toProposal(structuredClone(shown), old, v1)).toEqual(old);
		}),
		{ numRuns: runs(500) },
	);
});
