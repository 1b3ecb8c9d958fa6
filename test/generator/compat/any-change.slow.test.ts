/** Many single changes of the shop's specs, including mutations that stay valid: every change of a promise is classified. */
import { expect, it } from 'vitest';
import { tries } from '../../setup/sample.ts';
import { changedFiles, checkChanges } from './any-change.ts';

it('every random change is classified', { timeout: 600_000 }, () => {
	const count = tries({ sample: 200, full: 400 });
	const { specs, changed } = checkChanges(changedFiles(count));
	expect(specs).toBeGreaterThan((count * 3) / 8);
	expect(changed).toBeGreaterThan(count / 8);
});
