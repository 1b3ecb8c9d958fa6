/**
 * Every installed kubectl except the newest, which `kubectl.test.ts` runs. A commit takes the oldest, and the identity suite also a sixth
 * of the others; a full run takes all.
 */
import { describe, it } from 'vitest';
import { sampleOf, shareOf } from '../setup/sample.ts';
import { findKubectls } from './kubectl.ts';
import { kubectlApplySuite } from './kubectl-apply-suite.ts';
import { kubectlIdentitySuite } from './kubectl-identity-suite.ts';
import { kubectlSuite } from './kubectl-suite.ts';

const older = findKubectls().slice(0, -1);
if (older.length === 0) describe('kubectl', () => it.skip('has no older versions on this machine', () => undefined));
for (const kubectl of sampleOf(older, 1)) {
	kubectlSuite(kubectl);
	kubectlApplySuite(kubectl);
}
for (const kubectl of new Set([...sampleOf(older, 1), ...shareOf(older, 6)])) kubectlIdentitySuite(kubectl);
