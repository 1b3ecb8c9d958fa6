/** All authenticators, in the order in which they are asked. */

import type { User } from '../../api/request.ts';
import type { Tokens } from '../../api/tokens.ts';
import type { AccountTokens } from '../accounts/account-tokens.ts';
import { anonymous } from './anonymous.ts';
import { bootstrapTokens } from './bootstrap-tokens.ts';
import { type Authentication, authentication } from './chain.ts';
import { clientCertificate } from './client-certificate.ts';
import type { Authenticate, Authenticator, AuthenticatorContext, Credentials } from './contract.ts';
import { openIdConnect } from './oidc.ts';
import { requestHeader } from './request-header.ts';
import { serviceAccountTokens } from './service-accounts.ts';
import { staticTokens } from './static-tokens.ts';
import { webhook } from './webhook.ts';

/** Who must be asked elsewhere comes behind those who know at once. The anonymous user comes last: it is who nobody else has said anything about, and who is refused by another is not it. */
export const authenticators: readonly Authenticator[] = [
	requestHeader,
	clientCertificate,
	staticTokens,
	serviceAccountTokens,
	bootstrapTokens,
	openIdConnect,
	webhook,
	anonymous,
];

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
	return { authenticate: authentication({ authenticators: proving, anonymous: unproved }), tokens: tokensOf(proving, context.accounts) };
}

/** A token proves somebody, or it is nobody's: the anonymous user shows none. */
function tokensOf(proving: readonly Authenticate[], accounts: AccountTokens): Tokens {
	return {
		accounts,
		async userOf(token, audiences) {
			const asked = audiences.length > 0 ? audiences : accounts.audiences;
			const header = (name: string) => (name === 'authorization' ? `Bearer ${token}` : undefined);
			const shown: Credentials = { header, headersBeginning: () => [], webSocket: undefined, peer: undefined, audiences: asked };
			for (const authenticate of proving) {
				const user = await authenticate(shown);
				if (user === undefined || user === 'refused') continue;
				const good = goodFor(user, accounts.audiences);
				const shared = asked.filter((audience) => good.includes(audience));
				if (shared.length > 0) return { user, audiences: shared };
			}
			return undefined;
		},
	};
}

/** What says nothing of whom it is for is for this server. */
function goodFor({ proof }: User, own: readonly string[]): readonly string[] {
	return proof === undefined || proof.audiences.length === 0 ? own : proof.audiences;
}
