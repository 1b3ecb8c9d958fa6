/** Who is believed and who may do what: keys and certificates, credentials, authorizers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Authenticator, authenticator } from '../auth/authn/authenticator.ts';
import { readTokens, type TokenLookup } from '../auth/authn/static-tokens.ts';
import { alwaysOpen } from '../auth/authz/always-open.ts';
import { type Authorizer, firstOpinion } from '../auth/authz/authorizer.ts';
import { authorizersOf } from '../auth/authz/modes.ts';
import { privileged } from '../auth/authz/privileged-group.ts';
import { readIfThere, writePrivateFile } from '../auth/pki/files.ts';
import { kubeconfig } from '../auth/pki/kubeconfig.ts';
import { openTls, type Tls } from '../auth/pki/tls.ts';
import type { ServerOptions } from '../flags.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Log } from '../telemetry/log.ts';

export interface Security {
	readonly tls: Tls;
	readonly authenticate: Authenticator;
	readonly authorize: Authorizer;
}

export interface SecurityContext {
	readonly dataDir: string;
	readonly vocabulary: Vocabulary;
	readonly log: Log;
}

/** Throws an Error with one sentence that names the flag or the file. */
export async function openSecurity(options: ServerOptions, { dataDir, vocabulary, log }: SecurityContext): Promise<Security> {
	const authorizers = authorizersOf(options.authorizationMode);
	const tls = await openTls({ ...options, folder: join(dataDir, 'pki'), vocabulary });
	const tokens = await readTokenFile(options, log);
	return {
		tls,
		authenticate: authenticator({ tokens, anonymous: options.anonymousAuth }),
		authorize: firstOpinion([privileged, alwaysOpen, ...authorizers]),
	};
}

async function readTokenFile({ tokenAuthFile }: ServerOptions, log: Log): Promise<TokenLookup[]> {
	if (tokenAuthFile === undefined) return [];
	let text: string;
	try {
		text = await readFile(tokenAuthFile, 'utf8');
	} catch (error) {
		throw new Error(`cannot read --token-auth-file: ${(error as Error).message}`, { cause: error });
	}
	return [readTokens(text, tokenAuthFile, (sentence) => log.warn(sentence))];
}

/** The administrator's. Written again only when something in it changed, so that who watches the file is not woken for nothing. */
export async function writeKubeconfig(path: string, server: string, vocabulary: Vocabulary, { authority, keys }: Tls): Promise<void> {
	const text = kubeconfig({ name: vocabulary.product, server, authority, admin: keys.admin });
	if ((await readIfThere(path)) !== text) await writePrivateFile(path, text);
}
