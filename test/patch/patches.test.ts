import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog, JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { applyPatch } from '../../runtime/patch/index.ts';
import { mergePatch } from '../../runtime/patch/merge-patch.ts';
import { PatchSchemas } from '../../runtime/patch/patch-schema.ts';

const noTypes = { type: () => ({ name: 't', fields: [], openapi: 't' }) } as unknown as Catalog;
const apply = (mediaType: string, current: JsonObject, patch: JsonValue): JsonObject => applyPatch(mediaType, current, patch, 't', new PatchSchemas(noTypes));
const json = (current: JsonObject, patch: JsonValue): JsonObject => apply('application/json-patch+json', current, patch);
const merge = (current: JsonObject, patch: JsonValue): JsonObject => apply('application/merge-patch+json', current, patch);

describe('merge patch', () => {
	it.each<[JsonObject, JsonValue, JsonObject]>([
		[{ a: 'b' }, { a: 'c' }, { a: 'c' }],
		[{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
		[{ a: 'b' }, { a: null }, {}],
		[{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
		[{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
		[{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
		[{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
		[{ e: null }, { a: 1 }, { e: null, a: 1 }],
		[{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
		[{}, { a: [{ b: { c: null } }, null, [{ d: null }]] }, { a: [{ b: {} }, null, [{}]] }],
		[{ a: [{ b: { c: 1 } }] }, { a: [{ b: { c: null, d: 2 } }] }, { a: [{ b: { d: 2 } }] }],
	])('%j with %j', (current, patch, expected) => {
		expect(merge(current, patch)).toEqual(expected);
	});

	it('refuses a patch that is not an object', () => {
		expect(() => merge({}, [])).toThrow('error decoding patch: it is not a JSON object');
	});

	it('follows RFC 7386, except for null within lists, and changes no argument', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
				const [current, patch] = [structuredClone(a) as JsonValue, structuredClone(b) as JsonValue];
				expect(mergePatch(current, patch)).toEqual(definition(structuredClone(current), patch));
				expect([current, patch]).toEqual([a, b]);
			}),
		);
	});

	it('keeps __proto__ as data', () => {
		const merged = merge({ spec: {} }, JSON.parse('{"spec":{"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}}'));
		expect(Object.hasOwn(merged.spec as object, '__proto__')).toBe(true);
		expect((merged.spec as { polluted?: boolean }).polluted).toBeUndefined();
		expect(({} as { polluted?: boolean; x?: number }).polluted).toBeUndefined();
		expect(({} as { x?: number }).x).toBeUndefined();
	});
});

/** Implements the pseudocode of RFC 7386, section 2; list items are merged into null. */
function definition(target: JsonValue, patch: JsonValue): JsonValue {
	if (Array.isArray(patch)) return patch.map((item) => definition(null, item));
	if (typeof patch !== 'object' || patch === null) return patch;
	const into = new Map(typeof target === 'object' && target !== null && !Array.isArray(target) ? Object.entries(target) : []);
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) into.delete(name);
		else into.set(name, definition(into.get(name) ?? null, value));
	}
	return Object.fromEntries(into);
}

describe('JSON patch', () => {
	it.each<[JsonObject, JsonValue, JsonObject]>([
		[{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
		[{ foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
		[{ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['x'] }], { foo: ['bar', ['x']] }],
		[{ foo: [] }, [{ op: 'add', path: '/foo/0', value: 1 }], { foo: [1] }],
		[{ baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
		[{ foo: [1, 2, 3] }, [{ op: 'remove', path: '/foo/1' }], { foo: [1, 3] }],
		[{ foo: 1 }, [{ op: 'replace', path: '/foo', value: null }], { foo: null }],
		[{ foo: [1] }, [{ op: 'replace', path: '/foo/0', value: 2 }], { foo: [2] }],
		[{ foo: {} }, [{ op: 'replace', path: '/foo/bar', value: 2 }], { foo: { bar: 2 } }],
		[{ a: { x: 1 }, b: {} }, [{ op: 'move', from: '/a/x', path: '/b/y' }], { a: {}, b: { y: 1 } }],
		[{ foo: [1, 2, 3] }, [{ op: 'move', from: '/foo/0', path: '/foo/2' }], { foo: [2, 3, 1] }],
		[
			{ a: { x: [1] } },
			[
				{ op: 'copy', from: '/a', path: '/b' },
				{ op: 'add', path: '/b/x/-', value: 2 },
			],
			{ a: { x: [1] }, b: { x: [1, 2] } },
		],
		[{ a: { b: [1, 'x'] } }, [{ op: 'test', path: '/a', value: { b: [1, 'x'] } }], { a: { b: [1, 'x'] } }],
		[{}, [{ op: 'test', path: '/missing', value: null }], {}],
		[
			{ 'a/b': 1, 'm~n': 2 },
			[
				{ op: 'remove', path: '/a~1b' },
				{ op: 'test', path: '/m~0n', value: 2 },
			],
			{ 'm~n': 2 },
		],
		[{ a: 1 }, [{ op: 'replace', path: '', value: { b: 1 } }], { b: 1 }],
		[{ a: 1 }, [], { a: 1 }],
		[{ '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
	])('%j with %j', (current, patch, expected) => {
		const before = structuredClone(current);
		expect(json(current, patch)).toEqual(expected);
		expect(current).toEqual(before);
	});

	it.each<[JsonObject, JsonValue, string, string]>([
		[{}, {}, 'BadRequest', 'array of operations'],
		[{}, ['x'], 'BadRequest', 'each operation is an object'],
		[{}, [{ op: 'spam', path: '/a' }], 'Invalid', 'Unexpected kind: spam'],
		[{}, [{ op: 'add', value: 1 }], 'Invalid', 'add operation does not have a path'],
		[{}, [{ op: 'add', path: '/a' }], 'Invalid', 'add operation does not have a value'],
		[{}, [{ op: 'copy', path: '/a' }], 'Invalid', 'copy operation does not have a from'],
		[{}, [{ op: 'remove', path: '/a' }], 'Invalid', 'Unable to remove nonexistent key: a'],
		[{}, [{ op: 'replace', path: '/a/b', value: 1 }], 'Invalid', 'replace operation does not apply: doc is missing path: "/a/b"'],
		[{ a: [1] }, [{ op: 'replace', path: '/a/1', value: 1 }], 'Invalid', 'invalid index referenced'],
		[{}, [{ op: 'add', path: '/a/b', value: 1 }], 'Invalid', 'add operation does not apply: doc is missing path: "/a/b"'],
		[{ a: [] }, [{ op: 'add', path: '/a/1', value: 1 }], 'Invalid', 'invalid index referenced'],
		[{ a: [1] }, [{ op: 'remove', path: '/a/-1' }], 'Invalid', 'invalid index referenced'],
		[{ a: [1] }, [{ op: 'remove', path: '/a/00' }], 'Invalid', 'invalid index referenced'],
		[{ a: 1 }, [{ op: 'test', path: '/a', value: 2 }], 'Invalid', 'testing value /a failed: test failed'],
		[{ a: 1 }, [{ op: 'add', path: 'a', value: 2 }], 'Invalid', 'does not start with "/"'],
		[{ a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }], 'Invalid', 'cannot move /a into itself'],
		[{ a: 1 }, [{ op: 'replace', path: '', value: 1 }], 'Invalid', 'not an object'],
		[{}, [{ op: 'copy', from: '/constructor', path: '/a' }], 'Invalid', 'missing value'],
		[
			{},
			Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} })),
			'RequestEntityTooLarge',
			'maximum operations in a JSON patch is 10000, got 10001',
		],
	])('%j with %j is %s', (current, patch, reason, message) => {
		expect(() => json(current, patch)).toThrow(expect.objectContaining({ reason, message: expect.stringContaining(message) }));
	});

	it('stops copies that double', () => {
		const patch = Array.from({ length: 60 }, (_, i) => ({ op: 'copy', from: '/a', path: `/a/${i}` }));
		expect(() => json({ a: { x: 'y'.repeat(100) } }, patch)).toThrow(expect.objectContaining({ reason: 'RequestEntityTooLarge' }));
	});

	it('stops nesting that no path shows', () => {
		const patch = Array.from({ length: 3000 }, () => [
			{ op: 'add', path: '/b', value: {} },
			{ op: 'move', from: '/a', path: '/b/a' },
			{ op: 'move', from: '/b', path: '/a' },
		]).flat();
		expect(() => json({ a: {} }, patch)).toThrow(expect.objectContaining({ reason: 'RequestEntityTooLarge' }));
		expect(() => json({ a: {} }, [...patch, { op: 'copy', from: '/a', path: '/c' }])).toThrow('levels deep');
	});

	it('writes __proto__ as data', () => {
		const patched = json({ a: {} }, [{ op: 'add', path: '/a/__proto__', value: { polluted: 1 } }]);
		expect(Object.hasOwn(patched.a as object, '__proto__')).toBe(true);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});

it('refuses other media types', () => {
	expect(() => apply('application/apply-patch+yaml', {}, {})).toThrow(expect.objectContaining({ reason: 'UnsupportedMediaType' }));
});
