/** Tests fields and values whose feature gate is off. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { catalogOf, struct } from './fixture.ts';

const gates = [{ name: 'Feature', stages: [{ from: '1.21', stage: 'alpha', default: false }] }] as const;

const part = struct('x/v1.Part', [
	{ name: 'name', schema: { kind: 'string' } },
	{ name: 'gated', schema: { kind: 'boolean' }, gate: 'Feature' },
	{ name: 'mount', schema: { kind: 'string' }, gate: 'Feature', withoutGate: { instead: 'Default' } },
	{ name: 'shown', schema: { kind: 'string' }, gate: 'Feature', presence: 'nullable' },
	{ name: 'refused', schema: { kind: 'boolean' }, gate: 'Feature', withoutGate: 'refused' },
	{ name: 'modes', schema: { kind: 'list', items: { kind: 'string', enum: ['a', 'b'], enumGates: { b: 'Feature' } } } },
]);
const whole = struct('x/v1.Whole', [
	{ name: 'parts', schema: { kind: 'list', items: { kind: 'struct', type: 'x/v1.Part' }, listType: 'map', mapKeys: ['name'] } },
	{ name: 'byName', schema: { kind: 'map', values: { kind: 'struct', type: 'x/v1.Part' } } },
	{ name: 'inner', schema: { kind: 'struct', type: 'x/v1.Whole' } },
]);
const catalog = { ...catalogOf([part, whole]), gates };
const off = compile(narrow(catalog, '1.25')).type('x/v1.Whole');
const on = compile(narrow(catalog, '1.25', { Feature: true })).type('x/v1.Whole');

describe('fields whose gate is off', () => {
	it.each<[what: string, object: JsonObject, old: JsonObject | undefined, expected: JsonObject]>([
		['are dropped from what is new', { parts: [{ name: 'a', gated: true }] }, undefined, { parts: [{ name: 'a' }] }],
		['are dropped below maps', { byName: { a: { gated: false } } }, undefined, { byName: { a: {} } }],
		['are dropped below the type itself', { inner: { inner: { parts: [{ gated: true }] } } }, undefined, { inner: { inner: { parts: [{}] } } }],
		['are dropped when the stored object does not use them', { parts: [{ name: 'a', gated: true }] }, { parts: [{ name: 'a' }] }, { parts: [{ name: 'a' }] }],
		[
			'stay when the stored object uses them anywhere',
			{ parts: [{ name: 'a', gated: true }] },
			{ parts: [{ name: 'b', gated: false }] },
			{ parts: [{ name: 'a', gated: true }] },
		],
		['are null where that is shown', { parts: [{ shown: 'x' }] }, undefined, { parts: [{ shown: null }] }],
		['are not in use where they are null', { parts: [{ shown: 'x' }] }, { parts: [{ shown: null }] }, { parts: [{ shown: null }] }],
		['have another value instead', { parts: [{ mount: 'Odd' }] }, undefined, { parts: [{ mount: 'Default' }] }],
		['keep a value that is not the other', { parts: [{ mount: 'Odd' }] }, { parts: [{ mount: 'Strange' }] }, { parts: [{ mount: 'Odd' }] }],
		['are not in use with the other value', { parts: [{ mount: 'Odd' }] }, { parts: [{ mount: 'Default' }] }, { parts: [{ mount: 'Default' }] }],
		['are not dropped where they are refused', { parts: [{ refused: true }] }, undefined, { parts: [{ refused: true }] }],
	])('%s', (_what, object, old, expected) => {
		off.dropHeldBack(object, old);
		expect(object).toEqual(expected);
	});

	it('are let through once it is on', () => {
		const object = { parts: [{ name: 'a', gated: true, mount: 'Odd', refused: true, modes: ['b'] }] };
		const before = structuredClone(object);
		on.dropHeldBack(object);
		expect(object).toEqual(before);
		expect(on.validate(object)).toEqual([]);
	});

	it.each<[what: string, old: JsonObject | undefined, refused: boolean]>([
		['new', undefined, true],
		['new in its entry', { parts: [{ name: 'b', refused: true }] }, true],
		['there already', { parts: [{ name: 'a', refused: false }] }, false],
	])('are refused if the spec says so: %s', (_what, old, refused) => {
		const causes = off.validate({ parts: [{ name: 'a', refused: true }] }, old);
		expect(causes.map(({ field, message }) => `${field}: ${message}`)).toEqual(
			refused ? ["parts[0].refused: Forbidden: not allowed when feature gate 'Feature' is not enabled"] : [],
		);
	});
});

describe('values whose gate is off', () => {
	it.each<[what: string, old: JsonObject | undefined, refused: boolean]>([
		['new', undefined, true],
		['not used before', { parts: [{ name: 'a', modes: ['a'] }] }, true],
		['used before', { parts: [{ name: 'a', modes: ['b', 'a'] }] }, false],
	])('%s', (_what, old, refused) => {
		const causes = off.validate({ parts: [{ name: 'a', modes: ['a', 'b'] }] }, old);
		expect(causes.map(({ message }) => message)).toEqual(refused ? ['Unsupported value: "b": supported values: "a"'] : []);
	});
});
