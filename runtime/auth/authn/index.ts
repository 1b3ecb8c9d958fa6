/** All authenticators, in the order they are asked. */

import type { User } from '../../api/request.ts';
import type { Tokens } from '../../api/tokens.ts';
import type { AccountTokens } from '../accounts/account-tokens.ts';
import { anonymous } from './anonymous.ts';
import { bootstrapTokens } from './bootstrap-tokens.ts';
import { type Authentication, authentication } from './chain.ts';
import { clientCertificate } from './client-certificate.ts';
import { openAuthenticationFile } from './configuration/file.ts';
import type { Authenticate, Authenticator, AuthenticatorContext, Credentials } from './contract.ts';
import { openIdConnect } from './oidc.ts';
import { requestHeader } from './request-header.ts';
import { serviceAccountTokens } from './service-accounts.ts';
import { staticTokens } from './static-tokens.ts';
import { webhook } from './webhook.ts';

/**
 * Authenticators that need the network come after local ones. Anonymous is last and applies only when no other authenticator saw a
 * credential.
 */
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
	/** Authenticates requests. */
	readonly authenticate: Authentication;
	/** Authenticates tokens that another server received. */
	readonly tokens: Tokens;
	/** Whether requests without credentials are accepted, at least for some paths. */
	readonly acceptsAnonymous: boolean;
}

/** Starts the authenticators. Rejects with an Error of one sentence. */
export async function startAuthentication(given: Omit<AuthenticatorContext, 'configuration'>, rows: readonly Authenticator[]): Promise<Authenticators> {
	const context = { ...given, configuration: await openAuthenticationFile(given) };
	const started = await Promise.all(rows.map(async (row) => ({ row, authenticate: await row.start(context) })));
	const proving: Authenticate[] = [];
	let unproved: Authenticate | undefined;
	for (const { row, authenticate } of started) {
		if (row === anonymous) unproved = authenticate;
		else if (authenticate !== undefined) proving.push(authenticate);
	}
	return {
		authenticate: authentication({ authenticators: proving, anonymous: unproved }),
		tokens: tokensOf(proving, context.accounts),
		acceptsAnonymous: unproved !== undefined,
	};
}

/** Authenticates bare tokens. The anonymous authenticator is not asked: a token either identifies a user or is unknown. */
function tokensOf(proving: readonly Authenticate[], accounts: AccountTokens): Tokens {
	return {
		accounts,
		async userOf(token, audiences) {
			const asked = audiences.length > 0 ? audiences : accounts.audiences;
			const header = (name: string) => (name === 'authorization' ? `Bearer ${token}` : undefined);
			const shown: Credentials = { path: '', header, headersBeginning: () => [], webSocket: undefined, peer: undefined, audiences: asked };
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

/** Returns the audiences of a credential. A credential without audiences is valid for this server's own. */
function goodFor({ proof }: User, own: readonly string[]): readonly string[] {
	return proof === undefined || proof.audiences.length === 0 ? own : proof.audiences;
}
