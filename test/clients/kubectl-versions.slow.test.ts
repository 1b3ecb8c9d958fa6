/** Every kubectl of the machine but the newest, which `kubectl.test.ts` runs; of these the oldest, where it is not a full run. */
import { describe, it } from 'vitest';
import { sampleOf } from '../setup/sample.ts';
import { findKubectls } from './kubectl.ts';
import { kubectlApplySuite } from './kubectl-apply-suite.ts';
import { kubectlIdentitySuite } from './kubectl-identity-suite.ts';
import { kubectlSuite } from './kubectl-suite.ts';

const older = sampleOf(findKubectls().slice(0, -1), 1);
if (older.length === 0) describe('kubectl', () => it.skip('has no older versions on this machine', () => undefined));
for (const kubectl of older) {
	kubectlSuite(kubectl);
	kubectlApplySuite(kubectl);
	kubectlIdentitySuite(kubectl);
}
