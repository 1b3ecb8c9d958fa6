/**
 * Tests values outside JSON that hooks of spec roots leave in objects. The error names the hook and the path, and the value is not dropped.
 */
import { describe, expect, it } from 'vitest';
import type { ServedHooks } from '../../runtime/api/hooks.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { Aged } from '../../runtime/scalars/age.ts';
import { guardedHooks } from '../../runtime/server/guarded-hooks.ts';

class Folder {
	readonly name = 'a';
}
const ring: Record<string, unknown> = {};
ring.ring = ring;

const odd: readonly [what: string, value: unknown][] = [
	['a Promise', Promise.resolve(1)],
	['a Map', new Map([['a', 1]])],
	['a Set', new Set([1])],
	['a Date', new Date(0)],
	['a Folder', new Folder()],
	['a function', () => 1],
	['a symbol', Symbol('a')],
	['NaN', Number.NaN],
	['an object within itself', ring],
];
const context = {} as Parameters<NonNullable<ServedHooks['validate']>>[1];
const guard = (hooks: object): Required<ServedHooks> => guardedHooks('backups.backup.example.com', hooks as ServedHooks) as Required<ServedHooks>;
const message = (hook: string, what: string, at: string) => new RegExp(`^the hook "${hook}" of backups\\.backup\\.example\\.com gives ${what} at ${at}`);

describe.each(odd)('%s', (what, value) => {
	it.each(['normalize', 'prepareForCreate', 'prepareForUpdate', 'prepareForDelete'] as const)('in an object that %s changes', (hook) => {
		const hooks = guard({ [hook]: (object: { spec: { folders: unknown[] } }) => void object.spec.folders.push({ at: value }) });
		const object = { spec: { folders: ['x'] } } as unknown as JsonObject;
		expect(() => (hooks[hook] as (object: JsonObject) => void)(object)).toThrow(message(hook, what, String.raw`spec\.folders\[1\]\.at`));
	});

	it('in an answer, a conversion or an observed object', async () => {
		const answer = { spec: { a: value } };
		const hooks = guard({
			computes: { restore: async () => answer },
			observes: { '': () => ({ tape: async () => answer }) },
			convert: { v2: { toStorage: () => answer, fromStorage: () => answer } },
			cells: () => ({ Odd: value }),
		});
		await expect(hooks.computes.restore?.({} as never)).rejects.toThrow(message('computes', what, String.raw`spec\.a`));
		await expect(hooks.observes['']?.({} as never).tape?.()).rejects.toThrow(message('observes', what, String.raw`spec\.a`));
		for (const way of ['toStorage', 'fromStorage'] as const) expect(() => hooks.convert.v2?.[way]({})).toThrow(message('convert', what, String.raw`spec\.a`));
		expect(() => hooks.cells({})).toThrow(message('cells', what, 'Odd'));
	});
});

describe('hooks', () => {
	it('that are synchronous must not return a promise', () => {
		for (const hook of ['validate', 'readyToRemove', 'prepareForCreate', 'claims'] as const)
			expect(() => (guard({ [hook]: async () => [] })[hook] as (object: JsonObject, given: typeof context) => unknown)({}, context)).toThrow(
				`the hook "${hook}" of backups.backup.example.com gives a Promise, which cannot be kept`,
			);
	});

	it('receive and return JSON values only', async () => {
		const plain = { spec: { a: [1, 'x', true, null, { b: 2n }], absent: undefined, free: Object.create(null) } };
		const hooks = guard({
			preservedMetadata: { status: ['labels'] },
			prepareForCreate: (object: JsonObject) => void Object.assign(object, plain),
			computes: { restore: () => plain },
			cells: () => ({ Age: new Aged('2024-01-01T00:00:00Z'), Size: 1 }),
		});
		const object: JsonObject = {};
		hooks.prepareForCreate(object, context);
		expect(object).toEqual(plain);
		expect(await hooks.computes.restore?.({} as never)).toBe(plain);
		expect(hooks.cells({})).toMatchObject({ Size: 1 });
		expect(hooks.preservedMetadata).toEqual({ status: ['labels'] });
		expect(hooks).not.toHaveProperty('validate');
	});
});
