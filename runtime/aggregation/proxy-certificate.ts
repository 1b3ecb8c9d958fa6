/**
 * Client certificate that this server presents to extension API servers. They trust the user headers of requests only together with it.
 */
import { unwatchFile, watchFile } from 'node:fs';
import type { FlagValues } from '../api/flag.ts';
import { checkPair, type PemPair } from '../auth/pki/pair.ts';
import { readUserFile } from '../storage/read-user-file.ts';
import { proxyClientCertFile, proxyClientKeyFile } from './flags.ts';

/** Interval at which the files are checked, that of the client CAs. */
const pollIntervalMs = 2000;

interface PairFiles {
	readonly cert: string;
	readonly key: string;
}

export class ProxyCertificate {
	readonly #files: PairFiles | undefined;
	#pair: PemPair | undefined;

	private constructor(files: PairFiles | undefined, pair: PemPair | undefined) {
		this.#files = files;
		this.#pair = pair;
	}

	/** Reads the files that the flags name. Rejects with an Error of one sentence that names the flag or the file. */
	static async open(flags: FlagValues): Promise<ProxyCertificate> {
		const [cert, key] = [flags.of(proxyClientCertFile), flags.of(proxyClientKeyFile)];
		if ((cert === undefined) !== (key === undefined)) throw new Error(`--${proxyClientCertFile.name} and --${proxyClientKeyFile.name} must be given together`);
		if (cert === undefined || key === undefined) return new ProxyCertificate(undefined, undefined);
		return new ProxyCertificate({ cert, key }, await readPair({ cert, key }));
	}

	/** The current pair; undefined when the flags are not given. */
	get pair(): PemPair | undefined {
		return this.#pair;
	}

	/** Watches the files until the returned function is called. `report` receives a sentence about files that cannot be used. */
	follow(report: (sentence: string) => void): () => void {
		const files = this.#files;
		if (files === undefined) return () => {};
		const read = (): void => {
			readPair(files).then(
				(pair) => {
					this.#pair = pair;
				},
				(error: Error) => report(`${error.message}; the previous proxy certificate stays in use`),
			);
		};
		for (const file of [files.cert, files.key]) watchFile(file, { persistent: false, interval: pollIntervalMs }, read);
		return () => {
			for (const file of [files.cert, files.key]) unwatchFile(file, read);
		};
	}
}

async function readPair({ cert, key }: PairFiles): Promise<PemPair> {
	const [certPem, keyPem] = await Promise.all([readPart(proxyClientCertFile.name, cert), readPart(proxyClientKeyFile.name, key)]);
	const { cert: checkedCert, key: checkedKey } = checkPair({ cert: certPem, key: keyPem }, cert, key);
	return { cert: checkedCert, key: checkedKey };
}

async function readPart(flag: string, file: string): Promise<string> {
	try {
		return await readUserFile(file);
	} catch (error) {
		throw new Error(`--${flag} ${file} cannot be read: ${(error as Error).message}`, { cause: error });
	}
}
