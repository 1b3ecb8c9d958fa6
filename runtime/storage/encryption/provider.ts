/** Providers that encrypt rows: seed 3, "Encryption of secret data at rest". A provider has one or more keys; the first encrypts. */

/** Cipher with one key. */
export interface Cipher {
	/**
	 * Encrypts bytes bound to `context`, the row they belong to: decryption in another context fails. Throws when the key may no longer be
	 * used.
	 */
	encrypt(context: string, plain: Uint8Array): Uint8Array;
	/** Throws when the bytes were not encrypted in this context. */
	decrypt(context: string, encrypted: Uint8Array): Uint8Array;
}

export interface EncryptionProvider {
	/** Display name: `aesgcm`, `kms vault`. */
	readonly name: string;
	/** Cipher that new rows are encrypted with, and the mark that they get. */
	readonly current: { readonly mark: string; readonly cipher: Cipher };
	/** Reports whether a row with this mark is encrypted as the provider would do now. */
	isCurrent(mark: string): boolean;
	/**
	 * Returns the cipher that decrypts rows with a mark. Undefined when no key of the provider wrote them, or when the key has to be asked
	 * for first.
	 */
	cipher(mark: string): Cipher | undefined;
	/**
	 * Fetches the key for a mark, so that `cipher` finds it afterwards. Only providers with external keys have it. Rejects with a sentence.
	 */
	ask?(mark: string): Promise<void>;
	/** Called after everything stored could be read, and before anything is written. */
	begin?(): Promise<void>;
	/** Returns, as a sentence, why the provider cannot be used now. Only providers that can fail have it. */
	failure?(): string | undefined;
	close?(): void;
}

const encrypted = 'encrypted:';

/**
 * Returns the mark that a row carries in place of its version; versions contain no colon. `key` identifies one of the provider's keys
 * without revealing its secret.
 */
export function markOf(provider: string, key: string): string {
	return `${encrypted}${provider}:${key}`;
}

export function isMark(version: string): boolean {
	return version.startsWith(encrypted);
}

/**
 * Returns the display name of a mark's key: `aesgcm:1a2b3c4d:NAME`. For a key management plugin, which holds the key, it is the plugin's
 * name.
 */
export function keyOf(mark: string): string {
	const key = mark.slice(encrypted.length);
	return /^kms:[^:]*/.exec(key)?.[0] ?? key;
}
