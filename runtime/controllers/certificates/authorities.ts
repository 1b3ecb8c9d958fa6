/**
 * CAs of the built-in signers: key pairs in files, or the server's own CA. Files are read for each signature, so that a new pair is used at
 * once.
 */
import type { Flag, FlagValues } from '../../api/flag.ts';
import { duration, text } from '../../api/flag-value.ts';
import { type CheckedPair, checkPair, type PemPair } from '../../auth/pki/pair.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import type { SignerRole } from './signers.ts';

interface PairFlags {
	readonly cert: Flag<string | undefined>;
	readonly key: Flag<string | undefined>;
}

function pairFlags(infix: string, what: string, other: string): PairFlags {
	const flag = (end: 'cert' | 'key', content: string): Flag<string | undefined> => ({
		name: `cluster-signing-${infix}${end}-file`,
		value: 'FILE',
		help: `PEM file with the ${content} of the CA that signs ${what}; not with ${other}.`,
		default: undefined,
		parse: text,
	});
	return { cert: flag('cert', 'certificate'), key: flag('key', 'private key') };
}

const shared = pairFlags('', 'certificate requests of all built-in signers', 'the flags of single signers');
const single = (infix: string, what: string): PairFlags => pairFlags(`${infix}-`, what, '--cluster-signing-cert-file');

const ofSigners: Readonly<Record<SignerRole, PairFlags>> = {
	client: single('kube-apiserver-client', 'client certificates of the API'),
	nodeClient: single('kubelet-client', 'client certificates of node agents'),
	nodeServing: single('kubelet-serving', 'serving certificates of node agents'),
	legacy: single('legacy-unknown', 'requests of the signer legacy-unknown'),
};

export const signingDuration: Flag<number> = {
	name: 'cluster-signing-duration',
	value: 'TIME',
	help: 'Longest validity of signed certificates; a request may ask for less.',
	default: 365 * 24 * 3_600_000,
	shown: '8760h',
	// At least a minute, so that rotation can be tested; at most a hundred years.
	parse: (value) => duration(value, { minMs: 60_000, maxMs: 100 * 365 * 24 * 3_600_000 }),
};

const pairs: readonly PairFlags[] = [shared, ...Object.values(ofSigners)];

export const signingFlags: readonly Flag<unknown>[] = [
	...pairs.flatMap(({ cert, key }) => [cert, key] as readonly Flag<unknown>[]),
	signingDuration as Flag<unknown>,
];

/** Signers that use the server's own CA when no file is given. The legacy signer signs anything, so it needs files. */
const signedByOwn: readonly SignerRole[] = ['client', 'nodeClient', 'nodeServing'];

export interface SigningAuthorities {
	/** Returns the CA of a signer; undefined without one. Rejects with an Error that names the file. */
	of(role: SignerRole): Promise<CheckedPair> | undefined;
}

/** Reads all files once. Rejects with an Error of one sentence that names the flag or the file. */
export async function openSigningAuthorities(flags: FlagValues, own: CheckedPair): Promise<SigningAuthorities> {
	const [all, ...singles] = pairs.map((pair) => filesOf(pair, flags));
	const isSingle = singles.some((files) => files !== undefined);
	if (all !== undefined && isSingle) throw new Error(`--${shared.cert.name} is for all signers: remove it, or the flags of single signers`);
	const files = (role: SignerRole): PemPair | undefined => (isSingle ? filesOf(ofSigners[role], flags) : all);
	await Promise.all([all, ...singles].map((pair) => pair && readPair(pair)));
	return {
		of(role) {
			const given = files(role);
			if (given !== undefined) return readPair(given);
			return !isSingle && signedByOwn.includes(role) ? Promise.resolve(own) : undefined;
		},
	};
}

/** Returns the paths of a pair, or undefined when neither is given. */
function filesOf({ cert, key }: PairFlags, flags: FlagValues): PemPair | undefined {
	const [certFile, keyFile] = [flags.of(cert), flags.of(key)];
	if (certFile !== undefined && keyFile !== undefined) return { cert: certFile, key: keyFile };
	if (certFile !== undefined) throw new Error(`--${cert.name} needs --${key.name}`);
	if (keyFile !== undefined) throw new Error(`--${key.name} needs --${cert.name}`);
	return undefined;
}

async function readPair(files: PemPair): Promise<CheckedPair> {
	const read = async (file: string): Promise<string> => {
		try {
			return await readUserFile(file);
		} catch (error) {
			throw new Error(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
		}
	};
	const [cert, key] = await Promise.all([read(files.cert), read(files.key)]);
	const pair = checkPair({ cert, key }, files.cert, files.key);
	if (!pair.certificate.ca) throw new Error(`${files.cert} is not the certificate of a CA`);
	return pair;
}
