/** Providers that encrypt rows: seed 3, "Encryption of secret data at rest". A provider has one or more keys; the first one encrypts. */

/** Cipher with one key. */
export interface Cipher {
	/**
	 * Encrypts bytes and binds them to `context`, which identifies their row. Decryption in another context fails. Throws when the key may
	 * no longer be used.
	 */
	encrypt(context: string, plain: Uint8Array): Uint8Array;
	/** Throws when the bytes were not encrypted in this context. */
	decrypt(context: string, encrypted: Uint8Array): Uint8Array;
}

export interface EncryptionProvider {
	/** Display name: `aesgcm`, `kms vault`. */
	readonly name: string;
	/** Cipher for new rows, and the mark that these get. */
	readonly current: { readonly mark: string; readonly cipher: Cipher };
	/** Reports whether the provider would now encrypt a row with this mark in the same way. */
	isCurrent(mark: string): boolean;
	/**
	 * Returns the cipher that decrypts rows with a mark. Returns undefined when no key of the provider wrote them, or when the key must be
	 * fetched first.
	 */
	cipher(mark: string): Cipher | undefined;
	/**
	 * Fetches the key of a mark, so that `cipher` finds it afterwards. Only providers with external keys have this method. Rejects with a
	 * sentence.
	 */
	ask?(mark: string): Promise<void>;
	/** Called after all stored rows could be read, and before anything is written. */
	begin?(): Promise<void>;
	/** Returns a sentence why the provider cannot be used now, or undefined. Only providers that can fail have this method. */
	failure?(): string | undefined;
	close?(): void;
}

const encrypted = 'encrypted:';

/**
 * Returns the mark that a row has in place of its version. Versions contain no colon. `key`: identifies one of the provider's keys without
 * revealing its secret.
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
