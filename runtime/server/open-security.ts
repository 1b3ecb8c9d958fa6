/** Trust anchors: the server's own keys and certificate authority, and the authorities given by flags. */
import { join } from 'node:path';
import { AccountTokens } from '../auth/accounts/account-tokens.ts';
import { openAccountKeys } from '../auth/accounts/keys.ts';
import { clientCaFile } from '../auth/authn/client-certificate.ts';
import { proxyCaFile } from '../auth/authn/request-header.ts';
import { kubeconfig } from '../auth/pki/kubeconfig.ts';
import { openTls, type Tls } from '../auth/pki/tls.ts';
import { firstAddress } from '../kinds/service/address-range.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { atOnce, isNoRoom, readIfThere, type Writing, writePrivateFiles } from '../storage/private-files.ts';
import { advertisedAddress } from './advertised-address.ts';
import type { ServerOptions } from './flags/read.ts';

/** Keys of which a process has one set. */
export interface OwnKeys extends Tls {
	/** Issuer and verifier of service account tokens. */
	readonly accounts: AccountTokens;
}

export interface KeyWriting {
	readonly writing: Writing;
	/** Receives warnings about key files that other users can read. */
	readonly warn: (sentence: string) => void;
}

const unheard: KeyWriting = { writing: atOnce, warn: () => undefined };

/** Opens or creates the keys. Throws an Error with one sentence that names the flag or the file. */
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
	// The account keys are created after the others, because the folder of the other keys is created atomically.
	const keys = await openAccountKeys({ flags, tlsKeyFile: options.tlsPrivateKeyFile, folder, writing, warn });
	return { ...tls, accounts: new AccountTokens(keys, flags, vocabulary) };
}

/** Returns the addresses that the server's certificate names: the advertised one, and that of its own Service. */
function addressesOf(options: ServerOptions): string[] {
	const [range] = options.serviceClusterIpRange;
	const advertised = advertisedAddress(options, range?.ip.family ?? 4);
	return [...(advertised === undefined ? [] : [advertised]), ...(range === undefined ? [] : [firstAddress(range)])];
}

export interface KubeconfigPlace {
	readonly path: string;
	/** URL of the server. */
	readonly server: string;
	readonly writing: Writing;
	/** Receives a sentence when the disk is full. */
	readonly report: (sentence: string) => void;
}

/**
 * Writes the administrator's kubeconfig if its content differs, so that programs that watch the file see no change otherwise. A full disk
 * does not stop the server: an administrator with an older kubeconfig, or another user, can free space.
 */
export async function writeKubeconfig({ path, server, writing, report }: KubeconfigPlace, vocabulary: Vocabulary, { authority, keys }: Tls): Promise<void> {
	const text = kubeconfig({ name: vocabulary.product, server, authority, admin: keys.admin });
	if ((await readIfThere(path)) === text) return;
	try {
		await writing(() => writePrivateFiles({ path, text }));
	} catch (error) {
		if (!isNoRoom(error)) throw error;
		report(`${(error as Error).message}; until then, the file is not a kubeconfig for ${server}`);
	}
}
