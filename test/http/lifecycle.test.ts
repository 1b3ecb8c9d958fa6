/** What the health endpoints say of a start that is not finished. */
import { expect, it } from 'vitest';
import { Lifecycle } from '../../runtime/http/endpoints/lifecycle.ts';

const failing = (lifecycle: Lifecycle, endpoint: 'healthz' | 'livez' | 'readyz'): string[] =>
	lifecycle.endpoints()[endpoint].checks.flatMap(({ name, check }) => (check() === undefined ? [] : [name]));

it.each([
	[0, ['poststarthook/one']],
	[60_000, []],
])('after a grace of %d ms an unfinished start fails livez: %j; it fails readyz at once', (livezGraceMs, expected) => {
	const lifecycle = new Lifecycle({ livezGraceMs, startHooks: ['one'] });
	expect([failing(lifecycle, 'livez'), failing(lifecycle, 'readyz')]).toEqual([expected, ['poststarthook/one']]);
	lifecycle.done('one');
	expect([failing(lifecycle, 'livez'), failing(lifecycle, 'readyz')]).toEqual([[], []]);
});
