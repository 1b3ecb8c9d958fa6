/** Who is believed: the keys of the server and its authority, and the authorities that the user brings. */
import { join } from 'node:path';
import { AccountTokens } from '../auth/accounts/account-tokens.ts';
import { openAccountKeys } from '../auth/accounts/keys.ts';
import { clientCaFile } from '../auth/authn/client-certificate.ts';
import { proxyCaFile } from '../auth/authn/request-header.ts';
import { kubeconfig } from '../auth/pki/kubeconfig.ts';
import { openTls, type Tls } from '../auth/pki/tls.ts';
import { firstAddress } from '../kinds/service/range.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { atOnce, isNoRoom, readIfThere, type Writing, writePrivateFiles } from '../storage/private-files.ts';
import { advertisedAddress } from './advertised-address.ts';
import type { ServerOptions } from './flags/read.ts';

/** What the process has once of keys. */
export interface OwnKeys extends Tls {
	/** Tokens of service accounts. */
	readonly accounts: AccountTokens;
}

export interface KeyWriting {
	readonly writing: Writing;
	/** Hears of files that others could read. */
	readonly warn: (sentence: string) => void;
}

const unheard: KeyWriting = { writing: atOnce, warn: () => undefined };

/** Throws an Error with one sentence that names the flag or the file. */
export async function openSecurity(options: ServerOptions, dataDir: string, vocabulary: Vocabulary, { writing, warn }: KeyWriting = unheard): Promise<OwnKeys> {
	const folder = join(dataDir, 'pki');
	const tls = await openTls({
		...options,
		addresses: addressesOf(options),
		clientCaFile: options.flags.of(clientCaFile),
		proxyCaFile: options.flags.of(proxyCaFile),
		folder,
		vocabulary,
		writing,
	});
	const { flags } = options;
	// Behind the others, whose folder appears whole.
	const keys = await openAccountKeys({ flags, tlsKeyFile: options.tlsPrivateKeyFile, folder, writing, warn });
	return { ...tls, accounts: new AccountTokens(keys, flags, vocabulary) };
}

/** Where its endpoints lead, and the one that it has as a service. */
function addressesOf(options: ServerOptions): string[] {
	const [range] = options.serviceClusterIpRange;
	const advertised = advertisedAddress(options, range?.ip.family ?? 4);
	return [...(advertised === undefined ? [] : [advertised]), ...(range === undefined ? [] : [firstAddress(range)])];
}

export interface KubeconfigPlace {
	readonly path: string;
	/** Address of the server. */
	readonly server: string;
	readonly writing: Writing;
	/** Hears that there was no room for it. */
	readonly report: (sentence: string) => void;
}

/**
 * The administrator's. Written again only when something in it changed, so that who watches the file is not woken for nothing. Where
 * there is no room for it, the server goes on: who has an older one may make room with it, or others may.
 */
export async function writeKubeconfig({ path, server, writing, report }: KubeconfigPlace, vocabulary: Vocabulary, { authority, keys }: Tls): Promise<void> {
	const text = kubeconfig({ name: vocabulary.product, server, authority, admin: keys.admin });
	if ((await readIfThere(path)) === text) return;
	try {
		await writing(() => writePrivateFiles({ path, text }));
	} catch (error) {
		if (!isNoRoom(error)) throw error;
		report(`${(error as Error).message}; until then, what is there is not the kubeconfig of ${server}`);
	}
}
