import type { Decision } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

/** No opinion rather than a denial, so that it ends no chain: modes behind it are asked (Kubernetes does the same). */
const decision: Decision = Object.freeze({ verdict: 'no opinion', reason: 'Everything is forbidden.' });

export const alwaysDeny: AuthorizerRow = {
	name: 'AlwaysDeny',
	used: 'mode',
	start: () => ({ authorize: () => decision, rulesFor: () => ({ rules: [], incomplete: false }) }),
};
