import { allowed, everything } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

/** Everybody may do everything: for trials on one's own machine. */
export const alwaysAllow: AuthorizerRow = {
	name: 'AlwaysAllow',
	used: 'mode',
	start: () => ({ authorize: () => allowed, rulesFor: () => ({ rules: everything, incomplete: false }) }),
};
