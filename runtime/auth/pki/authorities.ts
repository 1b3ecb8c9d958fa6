/**
 * Trusted certificate authorities, separate for clients and for proxies. Clients speak for themselves (`--client-ca-file`, and the server's
 * own CA); proxies speak for other users (`--requestheader-client-ca-file`). The files are read again when they change; removed authorities
 * lose trust at once, also on open connections.
 */
import { X509Certificate } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { readUserFile } from '../../storage/read-user-file.ts';
import { certificatesOf } from './pair.ts';

export type ClientCaPurpose = 'client' | 'proxy';

export interface AuthorityFiles {
	/** PEM of the server's own CA, which signs client certificates. */
	readonly own: string;
	/** Additional CA files. Undefined: none is given. */
	readonly client: string | undefined;
	readonly proxy: string | undefined;
}

const pollIntervalMs = 2000;
/** Limit of a certificate chain's length. OpenSSL itself stops at a hundred. */
const maxChainLength = 10;

export class Authorities {
	readonly #files: AuthorityFiles;
	#pem: Readonly<Record<ClientCaPurpose, string>>;
	readonly #parsed = new Map<ClientCaPurpose, readonly X509Certificate[]>();
	#generation = 0;
	readonly #listeners = new Set<() => void>();

	private constructor(files: AuthorityFiles, pem: Readonly<Record<ClientCaPurpose, string>>) {
		this.#files = files;
		this.#pem = pem;
	}

	/** Reads the files. Rejects with an Error of one sentence that names the file. */
	static async open(files: AuthorityFiles): Promise<Authorities> {
		return new Authorities(files, await pemOf(files));
	}

	/** PEM of all authorities, for the handshake. */
	get pem(): readonly string[] {
		return [this.#pem.client, this.#pem.proxy].filter((each) => each !== '');
	}

	/** Returns the PEM of the client or the proxy authorities. Empty: none are trusted. */
	of(purpose: ClientCaPurpose): string {
		return this.#pem[purpose];
	}

	/** Number that changes whenever the trusted authorities change. */
	get generation(): number {
		return this.#generation;
	}

	/** Reports whether a certificate that passed the handshake is signed by the given authorities. */
	hasSigned(certificate: X509Certificate, purpose: ClientCaPurpose): boolean {
		const trusted = this.#certificates(purpose);
		let at = certificate;
		for (let steps = 0; steps < maxChainLength; steps++) {
			if (trusted.some((each) => each.fingerprint256 === at.fingerprint256 || hasSigned(each, at))) return true;
			const above = at.issuerCertificate;
			if (above === undefined || above.fingerprint256 === at.fingerprint256 || !above.ca || !hasSigned(above, at)) return false;
			at = above;
		}
		return false;
	}

	#certificates(purpose: ClientCaPurpose): readonly X509Certificate[] {
		const known = this.#parsed.get(purpose);
		if (known !== undefined) return known;
		const blocks = this.#pem[purpose].match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
		const parsed = blocks.map((block) => new X509Certificate(block));
		this.#parsed.set(purpose, parsed);
		return parsed;
	}

	/** Registers a callback for changes of trust. Returns a function that removes it. */
	onChange(changed: () => void): () => void {
		this.#listeners.add(changed);
		return () => void this.#listeners.delete(changed);
	}

	/**
	 * Watches the files until the returned function is called. `report` receives a sentence about an unreadable file, whose last content
	 * stays trusted.
	 */
	follow(report: (sentence: string) => void): () => void {
		const files = [this.#files.client, this.#files.proxy].filter((file) => file !== undefined);
		const read = (): void => {
			pemOf(this.#files).then(
				(pem) => {
					if (pem.client === this.#pem.client && pem.proxy === this.#pem.proxy) return;
					this.#pem = pem;
					this.#parsed.clear();
					this.#generation++;
					for (const changed of this.#listeners) changed();
				},
				(error: Error) => report(`${error.message}; its previous CAs stay trusted`),
			);
		};
		for (const file of files) watchFile(file, { persistent: false, interval: pollIntervalMs }, read);
		return () => {
			for (const file of files) unwatchFile(file, read);
		};
	}
}

function hasSigned(authority: X509Certificate, certificate: X509Certificate): boolean {
	return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

async function pemOf({ own, client, proxy }: AuthorityFiles): Promise<Readonly<Record<ClientCaPurpose, string>>> {
	const [given, ofProxies] = await Promise.all([readAuthorities(client), readAuthorities(proxy)]);
	return { client: own + given, proxy: ofProxies };
}

async function readAuthorities(file: string | undefined): Promise<string> {
	if (file === undefined) return '';
	let text: string;
	try {
		text = await readUserFile(file);
	} catch (error) {
		throw new Error(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
	}
	return certificatesOf(text, file);
}
