/** What cannot be rewritten in the version of now: after going back to specs that do not have the version it is stored in, say. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ControllerContext, ControllerFailure } from '../../runtime/controllers/contract.ts';
import { storageVersions } from '../../runtime/controllers/storage-versions.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

it('is told of once, by kind, with the number and an example, and tried in steps', async () => {
	const older = new Map<CachedObject, string>();
	let tried = 0;
	const add = (resource: string, namespace: string, name: string): void => {
		const object = {
			namespace,
			name,
			get bytes(): Buffer {
				tried++;
				throw new Error(`${name} is stored as example.com/v2`);
			},
		};
		older.set(object as unknown as CachedObject, resource);
	};
	for (let i = 0; i < 220; i++) add('widgets', 'a', `w${i}`);
	for (let i = 0; i < 3; i++) add('gadgets', '', `g${i}`);
	const steps: number[] = [];
	const reports: ControllerFailure[] = [];
	const objects = () => new Map([...older].map(([object, resource]) => [`${resource}/${object.namespace}/${object.name}`, object]));
	const context = {
		verbs: {
			cache: { older, get: (resource: string, namespace: string, name: string) => objects().get(`${resource}/${namespace}/${name}`) },
			stored: () => ({}),
			store: {
				commit: async () => {
					steps.push(tried);
					tried = 0;
					return [];
				},
			},
		},
		report: (failure: ControllerFailure) => reports.push(failure),
	} as unknown as ControllerContext;
	const running = await storageVersions.start(context);
	await vi.advanceTimersByTimeAsync(30_000);
	expect(Math.max(...steps)).toBeLessThanOrEqual(50);
	const told = () => reports.splice(0).map(({ subject, error }) => [subject, (error as Error).message]);
	expect(told()).toEqual([
		['220 widgets that stay as they are stored, such as a/w0', 'w0 is stored as example.com/v2'],
		['3 gadgets that stay as they are stored, such as g0', 'g0 is stored as example.com/v2'],
	]);
	add('widgets', 'b', 'late');
	await vi.advanceTimersByTimeAsync(30_000);
	expect(told()).toEqual([['1 widgets that stay as they are stored, such as b/late', 'late is stored as example.com/v2']]);
	await running.stop();
});
