import { allowed, everything } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';

/** Authorizer that allows every request; for trials on a local machine. */
export const alwaysAllow: AuthorizerRow = {
	name: 'AlwaysAllow',
	used: 'mode',
	start({ acceptsAnonymous }) {
		if (acceptsAnonymous) throw new Error('AlwaysAllow would allow everyone everything: set --anonymous-auth=false');
		return { authorize: () => allowed, rulesFor: () => ({ rules: everything, incomplete: false }) };
	},
};
