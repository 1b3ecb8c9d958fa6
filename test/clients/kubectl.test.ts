/** The kubectl in PATH; `kubectl-versions.slow.test.ts` runs the others. */
import { describe, it } from 'vitest';
import { findKubectls } from './kubectl.ts';
import { kubectlApplySuite } from './kubectl-apply-suite.ts';
import { kubectlIdentitySuite } from './kubectl-identity-suite.ts';
import { kubectlSuite } from './kubectl-suite.ts';

const newest = findKubectls().at(-1);
if (newest === undefined) describe('kubectl', () => it.skip('is not on PATH of this machine', () => undefined));
else {
	kubectlSuite(newest);
	kubectlApplySuite(newest);
	kubectlIdentitySuite(newest);
}
