/** All authenticators, in the order in which they are asked. */
import { anonymous } from './anonymous.ts';
import { type Authentication, authentication } from './chain.ts';
import { clientCertificate } from './client-certificate.ts';
import type { Authenticate, Authenticator, AuthenticatorContext } from './contract.ts';
import { staticTokens } from './static-tokens.ts';

/** The anonymous user comes last: it is who nobody else has said anything about, and who is refused by another is not it. */
export const authenticators: readonly Authenticator[] = [clientCertificate, staticTokens, anonymous];

/** Rejects with an Error with one sentence. */
export async function startAuthentication(context: AuthenticatorContext, rows: readonly Authenticator[]): Promise<Authentication> {
	const started = await Promise.all(rows.map(async (row) => ({ row, authenticate: await row.start(context) })));
	const proving: Authenticate[] = [];
	let unproved: Authenticate | undefined;
	for (const { row, authenticate } of started) {
		if (row === anonymous) unproved = authenticate;
		else if (authenticate !== undefined) proving.push(authenticate);
	}
	return authentication({ authenticators: proving, anonymous: unproved });
}
