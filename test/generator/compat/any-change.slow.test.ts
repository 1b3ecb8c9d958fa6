/** Many single changes of the shop's specs, including mutations that stay valid: every change of a promise is classified. */
import { expect, it } from 'vitest';
import { changedFiles, checkChanges } from './any-change.ts';

it('every random change is classified', { timeout: 600_000 }, () => {
	const { specs, changed } = checkChanges(changedFiles(400));
	expect(specs).toBeGreaterThan(150);
	expect(changed).toBeGreaterThan(50);
});
