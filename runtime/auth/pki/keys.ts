/**
 * The server's own CA and certificates, under `<data-dir>/pki`. They are created on the first start, checked on every start, and renewed
 * before they expire. Trust in user-provided authorities is not handled here (`--client-ca-file`, `--tls-cert-file`).
 */
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { privilegedGroup } from '../../api/identity.ts';
import { atOnce, makePrivateFolder, readIfThere, type Writing, writePrivateFiles } from '../../storage/private-files.ts';
import type { Leaf } from './issue.ts';
import { type CheckedPair, checkPair, type PemPair } from './pair.ts';

/**
 * Remaining validity below which a certificate is renewed at a start. A server that restarts at least every month never has an expired
 * certificate.
 */
const renewBeforeMs = 30 * 24 * 60 * 60 * 1000;

export interface KeyNames {
	/** Names and addresses that clients use to reach the server. */
	readonly serving: readonly string[];
	/** Common name of the administrator's certificate. */
	readonly admin: string;
	/** Common name of the CA. */
	readonly authority: string;
}

export interface Keys {
	readonly authority: CheckedPair;
	readonly serving: CheckedPair;
	readonly admin: CheckedPair;
	/** True when the CA was just created, so that no client has a certificate of it yet. */
	readonly areNew: boolean;
}

/** Opens the keys, creating missing ones. Throws an Error of one sentence that names the file and the remedy. */
export async function openKeys(folder: string, names: KeyNames, writing: Writing = atOnce): Promise<Keys> {
	const found = await readPair(folder, 'ca');
	const authority = found ?? (await firstAuthority(folder, names.authority, writing));
	if (expiresSoon(authority)) {
		throw new Error(
			`the authority ${join(folder, 'ca.crt')} expires on ${authority.certificate.validTo}: delete ${folder} to make new keys (every client then needs the new kubeconfig)`,
		);
	}
	const [serving, admin] = await Promise.all([
		leaf(folder, 'apiserver', authority, servingLeaf(names), writing),
		leaf(folder, 'admin', authority, { commonName: names.admin, organisations: [privilegedGroup], usage: 'client', alternativeNames: [] }, writing),
	]);
	return { authority, serving, admin, areNew: found === undefined };
}

function servingLeaf(names: KeyNames): Leaf {
	return { commonName: `${names.authority}-apiserver`, organisations: [], usage: 'server', alternativeNames: [...new Set(names.serving)] };
}

/**
 * Reads a pair, or returns undefined if neither file exists. One file without the other is an error, because a new CA would lock out every
 * client.
 */
async function readPair(folder: string, name: string): Promise<CheckedPair | undefined> {
	const certFile = join(folder, `${name}.crt`);
	const keyFile = join(folder, `${name}.key`);
	const [cert, key] = await Promise.all([readIfThere(certFile), readIfThere(keyFile)]);
	if (cert === undefined && key === undefined) return undefined;
	if (cert === undefined || key === undefined) {
		const [missing, there] = cert === undefined ? [certFile, keyFile] : [keyFile, certFile];
		throw new Error(`${missing} is missing, but ${there} exists: restore it, or delete the existing file to generate both again`);
	}
	return checkPair({ cert, key }, certFile, keyFile);
}

/**
 * Creates the CA and renames its folder into place. A crash before the rename leaves no folder; a crash after it leaves a CA from which the
 * other files are created.
 */
async function firstAuthority(folder: string, commonName: string, writing: Writing): Promise<CheckedPair> {
	const { issueAuthority } = await import('./issue.ts');
	const pair = await issueAuthority(commonName);
	await writing(() => writeAuthority(folder, pair));
	return checkPair(pair, join(folder, 'ca.crt'), join(folder, 'ca.key'));
}

async function writeAuthority(folder: string, pair: PemPair): Promise<void> {
	const making = `${folder}.${randomBytes(6).toString('hex')}.tmp`;
	await makePrivateFolder(making);
	try {
		await writePair(making, 'ca', pair);
		try {
			await rename(making, folder);
		} catch {
			// The folder already exists, without a CA.
			await writePair(folder, 'ca', pair);
		}
	} finally {
		await rm(making, { recursive: true, force: true });
	}
}

async function leaf(folder: string, name: string, authority: CheckedPair, wanted: Leaf, writing: Writing): Promise<CheckedPair> {
	const known = await readPair(folder, name);
	if (known?.certificate.verify(authority.certificate.publicKey) && !expiresSoon(known) && covers(known, wanted.alternativeNames)) return known;
	const { issueLeaf } = await import('./issue.ts');
	const pair = await issueLeaf(authority, wanted);
	await writing(() => writePair(folder, name, pair));
	return checkPair(pair, join(folder, `${name}.crt`), join(folder, `${name}.key`));
}

async function writePair(folder: string, name: string, { cert, key }: PemPair): Promise<void> {
	await writePrivateFiles({ path: join(folder, `${name}.key`), text: key }, { path: join(folder, `${name}.crt`), text: cert });
}

function expiresSoon({ certificate }: CheckedPair): boolean {
	return certificate.validToDate.getTime() - Date.now() < renewBeforeMs;
}

function covers({ certificate }: CheckedPair, names: readonly string[]): boolean {
	return names.every((name) => (isAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined);
}

/**
 * Distinguishes addresses from DNS names in validated input. `isIP` is avoided because its IPv6 expression takes 15 ms of a start to
 * compile.
 */
function isAddress(name: string): boolean {
	return isIPv4(name) || name.includes(':');
}
