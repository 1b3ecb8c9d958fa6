import type { Decision } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

/** Returns no opinion instead of a denial, so that later modes are still asked, as in Kubernetes. */
const decision: Decision = Object.freeze({ verdict: 'no opinion', reason: 'Everything is forbidden.' });

export const alwaysDeny: AuthorizerRow = {
	name: 'AlwaysDeny',
	used: 'mode',
	start: () => ({ authorize: () => decision, rulesFor: () => ({ rules: [], incomplete: false }) }),
};
