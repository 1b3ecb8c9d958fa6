/** What encrypts rows: seed 3, "Encryption of secret data at rest". One provider has one or more keys; its first writes. */

/** One key at work. */
export interface Cipher {
	/** `context`: what the result belongs to; nobody can read it as something else. Throws where the key may not be used any more. */
	encrypt(context: string, plain: Uint8Array): Uint8Array;
	/** Throws when it is not what was encrypted in this context. */
	decrypt(context: string, encrypted: Uint8Array): Uint8Array;
}

export interface EncryptionProvider {
	/** For people: `aesgcm`, `kms vault`. */
	readonly name: string;
	/** What rows are written with now, and the mark that they get. */
	readonly current: { readonly mark: string; readonly cipher: Cipher };
	/** Whether rows of a mark are what it would write now. */
	isCurrent(mark: string): boolean;
	/** What reads rows of a mark; undefined: none of its keys wrote them, or it has to be asked for. */
	cipher(mark: string): Cipher | undefined;
	/** Asks for what reads rows of a mark, after which `cipher` has it. Only providers do that whose keys are elsewhere. Rejects with a sentence. */
	ask?(mark: string): Promise<void>;
	/** Called when everything that is stored could be read, and before anything is written. */
	begin?(): Promise<void>;
	/** Why the provider cannot be used now: a sentence. Only of those that can fail. */
	failure?(): string | undefined;
	close?(): void;
}

const encrypted = 'encrypted:';

/** Rows carry it in place of a version, which has no colon. `key`: which one of the provider's, in a form that tells no secret. */
export function markOf(provider: string, key: string): string {
	return `${encrypted}${provider}:${key}`;
}

export function isMark(version: string): boolean {
	return version.startsWith(encrypted);
}

/** For people: `aesgcm:1a2b3c4d:NAME`; of a key management plugin, which holds the key, its name. */
export function keyOf(mark: string): string {
	const key = mark.slice(encrypted.length);
	return /^kms:[^:]*/.exec(key)?.[0] ?? key;
}
