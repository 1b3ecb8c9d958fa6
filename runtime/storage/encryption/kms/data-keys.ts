/**
 * Data keys that a key management plugin encrypts: a new one at each start, and whenever the plugin changes its key. The mark of each row
 * contains the encrypted data key, so every server with access to the plugin can read it.
 */
import { randomBytes } from 'node:crypto';
import { sleep } from '../../../scheduling/sleep.ts';
import { aesGcm } from '../ciphers/aes-gcm.ts';
import { type Cipher, type EncryptionProvider, markOf } from '../provider.ts';
import type { Plugin, WrappedKey } from './plugin.ts';

/** Intervals at which the plugin is asked for its current key: normally, and after a failed call. */
const everyMs = { well: 60_000, ill: 10_000 };

/**
 * Age after which a key that the plugin has not confirmed no longer encrypts, because it may have been withdrawn. kube-apiserver has the
 * same bound.
 */
const trustedMs = 180_000;

/** Maximum wait at the start for a plugin, which may be starting at the same time. */
const startMs = 10_000;
const startAgainMs = 250;

export interface KmsOptions {
	readonly name: string;
	readonly plugin: Plugin;
	/** Receives sentences for the administrator. */
	readonly report: (sentence: string) => void;
	readonly now?: () => number;
	readonly waitMs?: number;
}

interface Current {
	readonly mark: string;
	readonly cipher: Cipher;
	readonly keyId: string;
}

/** Starts the provider. Rejects with a sentence when the plugin does not answer. */
export async function startKms(options: KmsOptions): Promise<EncryptionProvider> {
	const kms = new Kms(options);
	await kms.start(options.waitMs ?? startMs);
	return kms;
}

class Kms implements EncryptionProvider {
	readonly name: string;
	readonly #plugin: Plugin;
	readonly #report: (sentence: string) => void;
	readonly #now: () => number;
	readonly #provider: string;
	/** Ciphers of unwrapped data keys, by mark. */
	readonly #ciphers = new Map<string, Cipher>();
	readonly #ended = new AbortController();
	#current: Current | undefined;
	#seenMs = 0;
	#failure: string | undefined;

	constructor({ name, plugin, report, now = () => performance.now() }: KmsOptions) {
		this.name = `kms ${name}`;
		this.#provider = `kms:${name}`;
		this.#plugin = plugin;
		this.#report = report;
		this.#now = now;
	}

	async start(waitMs: number): Promise<void> {
		for (const until = this.#now() + waitMs; ; ) {
			try {
				await this.#look();
				break;
			} catch (error) {
				if (this.#now() >= until) throw this.#unusable(error);
				await sleep(startAgainMs, this.#ended.signal);
			}
		}
		void this.#watch();
	}

	get current(): Current {
		const current = this.#current;
		if (current === undefined || this.#now() - this.#seenMs > trustedMs)
			throw new Error(`${this.name} has not confirmed its key for ${trustedMs / 60_000} minutes (${this.#failure}): it is not used for encryption until then`);
		return current;
	}

	isCurrent(mark: string): boolean {
		return wrappedIn(mark, this.#provider)?.keyId === this.#current?.keyId;
	}

	cipher(mark: string): Cipher | undefined {
		return this.#ciphers.get(mark);
	}

	async ask(mark: string): Promise<void> {
		const wrapped = wrappedIn(mark, this.#provider);
		if (wrapped === undefined || this.#ciphers.has(mark)) return;
		try {
			this.#ciphers.set(mark, aesGcm(await this.#plugin.unwrap(wrapped)));
		} catch (error) {
			throw this.#unusable(error);
		}
	}

	failure(): string | undefined {
		return this.#failure;
	}

	close(): void {
		this.#ended.abort();
		this.#plugin.close();
	}

	async #look(): Promise<void> {
		const keyId = await this.#plugin.status();
		if (keyId !== this.#current?.keyId) {
			const key = randomBytes(32);
			const wrapped = await this.#plugin.wrap(key);
			const mark = markOf(this.#provider, textOf(wrapped));
			const cipher = aesGcm(key);
			this.#ciphers.set(mark, cipher);
			this.#current = { mark, cipher, keyId: wrapped.keyId };
		}
		this.#seenMs = this.#now();
	}

	async #watch(): Promise<void> {
		while (!this.#ended.signal.aborted) {
			await sleep(this.#failure === undefined ? everyMs.well : everyMs.ill, this.#ended.signal);
			if (this.#ended.signal.aborted) return;
			try {
				await this.#look();
				if (this.#failure !== undefined) this.#report(`${this.name} recovered`);
				this.#failure = undefined;
			} catch (error) {
				const { message } = this.#unusable(error);
				if (this.#failure === undefined) this.#report(message);
				this.#failure = message;
			}
		}
	}

	#unusable(error: unknown): Error {
		return new Error(`${this.name} cannot be used: ${(error as Error).message}`, { cause: error });
	}
}

function textOf({ keyId, ciphertext, annotations }: WrappedKey): string {
	const texts = Object.entries(annotations).map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
	return Buffer.from(JSON.stringify([keyId, Buffer.from(ciphertext).toString('base64'), Object.fromEntries(texts)])).toString('base64url');
}

/** Parses a mark. Returns undefined when it belongs to another provider. */
function wrappedIn(mark: string, provider: string): WrappedKey | undefined {
	const prefix = markOf(provider, '');
	if (!mark.startsWith(prefix)) return undefined;
	const [keyId, ciphertext, annotations] = JSON.parse(Buffer.from(mark.slice(prefix.length), 'base64url').toString()) as [
		string,
		string,
		Record<string, string>,
	];
	const bytes = Object.entries(annotations).map(([name, content]) => [name, Buffer.from(content, 'base64')]);
	return { keyId, ciphertext: Buffer.from(ciphertext, 'base64'), annotations: Object.fromEntries(bytes) as Record<string, Uint8Array> };
}
