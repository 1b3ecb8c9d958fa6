/** All authenticators, in the order in which they are asked. */

import type { Tokens } from '../../api/tokens.ts';
import { anonymous } from './anonymous.ts';
import { type Authentication, authentication } from './chain.ts';
import { clientCertificate } from './client-certificate.ts';
import type { Authenticate, Authenticator, AuthenticatorContext } from './contract.ts';
import { requestHeader } from './request-header.ts';
import { staticTokens } from './static-tokens.ts';

/** The anonymous user comes last: it is who nobody else has said anything about, and who is refused by another is not it. */
export const authenticators: readonly Authenticator[] = [requestHeader, clientCertificate, staticTokens, anonymous];

export interface Authenticators {
	/** Whose requests are. */
	readonly authenticate: Authentication;
	/** Whose tokens are that somebody else was shown. */
	readonly tokens: Tokens;
}

/** Rejects with an Error with one sentence. */
export async function startAuthentication(context: AuthenticatorContext, rows: readonly Authenticator[]): Promise<Authenticators> {
	const started = await Promise.all(rows.map(async (row) => ({ row, authenticate: await row.start(context) })));
	const proving: Authenticate[] = [];
	let unproved: Authenticate | undefined;
	for (const { row, authenticate } of started) {
		if (row === anonymous) unproved = authenticate;
		else if (authenticate !== undefined) proving.push(authenticate);
	}
	return { authenticate: authentication({ authenticators: proving, anonymous: unproved }), tokens: tokensOf(proving) };
}

/** A token proves somebody, or it is nobody's: the anonymous user shows none. */
function tokensOf(proving: readonly Authenticate[]): Tokens {
	return {
		async userOf(token) {
			const shown = { header: (name: string) => (name === 'authorization' ? `Bearer ${token}` : undefined), headersBeginning: () => [], peer: undefined };
			for (const authenticate of proving) {
				const claim = await authenticate(shown);
				if (claim !== undefined && claim !== 'refused') return claim;
			}
			return undefined;
		},
	};
}
