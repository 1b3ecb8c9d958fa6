/** Service account tokens signed with a key made for the test. */
import { generateKeyPairSync } from 'node:crypto';
import { vocabulary } from '../../generated/vocabulary.ts';
import { AccountTokens } from '../../runtime/auth/accounts/account-tokens.ts';
import { signingKeysIn } from '../../runtime/auth/accounts/keys.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';

export function ecKey(): string {
	return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function testAccounts(...args: readonly string[]): AccountTokens {
	const { options } = readFlags(args) as { options: ServerOptions };
	const [signing] = signingKeysIn(ecKey());
	if (signing === undefined) throw new Error('no key was made');
	return new AccountTokens({ signing, signingForSecrets: signing, believed: [signing] }, options.flags, vocabulary);
}
