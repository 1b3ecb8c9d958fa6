/**
 * Every installed kubectl except the newest, which `kubectl.test.ts` runs. The identity suite runs with all of them, and the other suites
 * only with the oldest except in a full run.
 */
import { describe, it } from 'vitest';
import { sampleOf } from '../setup/sample.ts';
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
for (const kubectl of older) kubectlIdentitySuite(kubectl);
