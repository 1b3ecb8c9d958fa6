/** TLS material of the server: its own keys, and user-provided ones (`--tls-cert-file`, `--client-ca-file`). */
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Writing } from '../../storage/private-files.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import { Authorities } from './authorities.ts';
import { type KeyNames, type Keys, openKeys } from './keys.ts';
import { certificatesOf, checkPair, type PemPair } from './pair.ts';

export interface TlsOptions {
	/** Folder of the server's own keys. */
	readonly folder: string;
	readonly bindAddress: string;
	/** Additional addresses that are advertised to clients. */
	readonly addresses: readonly string[];
	readonly vocabulary: Vocabulary;
	readonly tlsCertFile: string | undefined;
	readonly tlsPrivateKeyFile: string | undefined;
	readonly clientCaFile: string | undefined;
	readonly proxyCaFile: string | undefined;
	/** Writes newly generated keys. */
	readonly writing: Writing;
}

export interface Tls extends PemPair {
	/** Trusted authorities of clients. */
	readonly authorities: Authorities;
	/** PEM of the CA that clients need to verify the server. */
	readonly authority: string;
	readonly keys: Keys;
}

/** Opens the TLS material. Throws an Error of one sentence that names the file. */
export async function openTls(options: TlsOptions): Promise<Tls> {
	const { folder, tlsCertFile, tlsPrivateKeyFile, clientCaFile, proxyCaFile } = options;
	const keys = await openKeys(folder, keyNames(options), options.writing);
	const authorities = await Authorities.open({ own: keys.authority.cert, client: clientCaFile, proxy: proxyCaFile });
	if (tlsCertFile === undefined || tlsPrivateKeyFile === undefined) {
		const authority = certificatesOf(keys.authority.cert, join(folder, 'ca.crt'));
		return { ...keys.serving, authorities, authority, keys };
	}
	const [cert, key] = await Promise.all([readNamed(tlsCertFile), readNamed(tlsPrivateKeyFile)]);
	return { ...checkPair({ cert, key }, tlsCertFile, tlsPrivateKeyFile), authorities, authority: certificatesOf(cert, tlsCertFile), keys };
}

/** Returns a reachable host for a bind address. The wildcard addresses map to the loopback address. */
export function reachableHost(bindAddress: string): string {
	if (bindAddress === '0.0.0.0') return '127.0.0.1';
	return bindAddress === '::' ? '::1' : bindAddress;
}

function keyNames({ bindAddress, addresses, vocabulary }: TlsOptions): KeyNames {
	const { product } = vocabulary;
	const service = [product, `${product}.default`, `${product}.default.svc`, `${product}.default.svc.cluster.local`];
	const serving = ['localhost', '127.0.0.1', '::1', reachableHost(bindAddress), hostname(), ...addresses, ...service];
	return { serving, admin: `${product}-admin`, authority: product };
}

async function readNamed(file: string): Promise<string> {
	try {
		return await readUserFile(file);
	} catch (error) {
		throw new Error(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
	}
}
