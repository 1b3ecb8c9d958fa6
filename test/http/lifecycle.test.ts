/** Health endpoints during an unfinished start. */
import { expect, it } from 'vitest';
import { Lifecycle } from '../../runtime/http/endpoints/lifecycle.ts';

const failing = (lifecycle: Lifecycle, endpoint: 'healthz' | 'livez' | 'readyz'): string[] =>
	lifecycle.endpoints()[endpoint].checks.flatMap(({ name, check }) => (check() === undefined ? [] : [name]));

it.each([
	[0, ['poststarthook/one']],
	[60_000, []],
])('after a grace of %d ms an unfinished start fails livez: %j; it fails readyz at once', async (livezGraceMs, expected) => {
	const lifecycle = new Lifecycle({ livezGraceMs });
	const { promise, resolve } = Promise.withResolvers<void>();
	lifecycle.addHooks([{ name: 'one', run: () => promise }]);
	const started = lifecycle.start();
	expect([failing(lifecycle, 'livez'), failing(lifecycle, 'readyz')]).toEqual([expected, ['poststarthook/one']]);
	resolve();
	await started;
	expect([failing(lifecycle, 'livez'), failing(lifecycle, 'readyz')]).toEqual([[], []]);
});

it('hooks run in order, each as a check; failures are reported by name', async () => {
	const lifecycle = new Lifecycle({ livezGraceMs: 0 });
	const seen: unknown[] = [];
	const hook = (name: string) => ({ name, run: () => void seen.push([name, failing(lifecycle, 'readyz')]) });
	const bad = { name: 'bad', run: () => Promise.reject(new Error('no room')) };
	lifecycle.addHooks([hook('a'), hook('b'), bad, hook('c')]);
	await expect(lifecycle.start()).rejects.toThrow('the post-start hook bad failed: no room');
	const checks = ['a', 'b', 'bad', 'c'].map((name) => `poststarthook/${name}`);
	expect(seen).toEqual([
		['a', checks],
		['b', checks.slice(1)],
	]);
	expect(failing(lifecycle, 'readyz')).toEqual(checks.slice(2));
});
