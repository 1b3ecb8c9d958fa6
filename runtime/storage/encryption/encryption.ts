/**
 * Determines which rows are encrypted, and by which provider: the first rule that includes the row's resource applies. Decryption ignores
 * the rules and uses the provider with the key that the row's mark names.
 */
import { StorageRefusedError } from '../errors.ts';
import type { Key, Mutation, Row } from '../store.ts';
import type { WrittenState } from '../versions.ts';
import { contextOf, packed, unpacked } from './envelope.ts';
import { type EncryptionProvider, isMark, keyOf } from './provider.ts';

export interface EncryptionRule {
	/** `resource` is a `KindDescriptor.storageName`. */
	includes(resource: string): boolean;
	/** Provider that encrypts; undefined when rows are written in clear. */
	readonly writer: EncryptionProvider | undefined;
	/** Set when rows in clear are refused. Otherwise an attacker who can write to the database but has no key could insert rows. */
	readonly refusesClear?: true;
}

/** No provider can decrypt a row. The message is a sentence for the administrator. */
export class UnknownKeyError extends StorageRefusedError {}

/** The ciphertext does not belong to this object: it was modified, or moved from another row. */
export class UnreadableError extends Error {
	override readonly name = 'UnreadableError';
}

export interface EncryptionOptions {
	readonly rules: readonly EncryptionRule[];
	/** Providers that can decrypt. */
	readonly providers: readonly EncryptionProvider[];
	/** Description of the sources of keys, for people. */
	readonly sources: string;
	/**
	 * Reports whether the resource has a kind. Rows of a removed kind keep the provider that encrypted them unless a rule includes them.
	 */
	readonly isKnown: (resource: string) => boolean;
}

export class Encryption {
	readonly #rules: readonly EncryptionRule[];
	readonly #providers: readonly EncryptionProvider[];
	readonly #sources: string;
	readonly #isKnown: (resource: string) => boolean;
	readonly #writers = new Map<string, EncryptionProvider | undefined>();

	constructor({ rules, providers, sources, isKnown }: EncryptionOptions) {
		this.#rules = rules;
		this.#providers = providers;
		this.#sources = sources;
		this.#isKnown = isKnown;
	}

	/** Returns the provider that encrypts rows of a resource; undefined when they are written in clear. */
	writer(resource: string): EncryptionProvider | undefined {
		if (!this.#writers.has(resource)) this.#writers.set(resource, this.#rules.find((rule) => rule.includes(resource))?.writer);
		return this.#writers.get(resource);
	}

	/** Drops the cached writers after the set of kinds changed. */
	kindsChanged(): void {
		this.#writers.clear();
	}

	/** Reports whether the resource's kind was removed. Only the store itself rewrites such rows. */
	isGone(resource: string): boolean {
		return !this.#isKnown(resource);
	}

	/** Reports whether a row with this version would now be written differently. */
	isStale(resource: string, version: string): boolean {
		const writer = this.#writerOf(resource, version);
		return isMark(version) ? writer?.isCurrent(version) !== true : writer !== undefined;
	}

	/** Throws UnknownKeyError when a row is in clear and its rule does not allow that. */
	refuseClear({ version, ...key }: Key & Pick<Row, 'version'>): void {
		if (isMark(version) || this.#rules.find((rule) => rule.includes(key.resource))?.refusesClear !== true) return;
		throw new UnknownKeyError(
			`${key.resource} ${placeOf(key)} is stored in cleartext, and --encryption-provider-config has no identity provider for it: list identity after the encrypting provider until all objects are rewritten`,
		);
	}

	/** Returns the provider that would now write a row with this version. */
	#writerOf(resource: string, version: string): EncryptionProvider | undefined {
		const writer = this.writer(resource);
		if (writer !== undefined || !isMark(version) || this.#isKnown(resource)) return writer;
		return this.#providers.find((provider) => provider.cipher(version) !== undefined);
	}

	/** Returns the mutation in its encrypted form. Throws when the key may no longer be used. */
	sealed(mutation: Mutation): Mutation {
		return sealedBy(this.writer(mutation.resource), mutation);
	}

	/** Returns the mutation that re-encrypts an existing row. */
	resealed(opened: Row, { version }: Row): Mutation {
		const { revision, ...row } = opened;
		return sealedBy(this.#writerOf(row.resource, version), { ...row, expected: revision });
	}

	/** Decrypts a state; a state in clear is returned unchanged. Throws UnknownKeyError and UnreadableError. */
	opened<T extends WrittenState>(key: Key, state: T): T {
		if (!isMark(state.version)) return state;
		const cipher = this.#cipher(state.version);
		if (cipher === undefined) throw this.#unknown(key, state.version);
		let plain: WrittenState;
		try {
			plain = unpacked(cipher.decrypt(contextOf(key), state.bytes));
		} catch (error) {
			throw new UnreadableError(`${key.resource} ${placeOf(key)}: ${(error as Error).message}`, { cause: error });
		}
		return { ...state, ...plain };
	}

	/** Reports whether a row cannot be decrypted yet, because its provider must fetch the key first. */
	isUnasked(version: string): boolean {
		return isMark(version) && this.#cipher(version) === undefined && this.#providers.some(({ ask }) => ask !== undefined);
	}

	/** True when some provider must fetch keys. */
	get asks(): boolean {
		return this.#providers.some(({ ask }) => ask !== undefined);
	}

	/** Fetches the keys of these versions. Rejects with a sentence. Skips versions that no provider knows. */
	async ask(versions: Iterable<string>): Promise<void> {
		for (const version of new Set(versions)) {
			if (!this.isUnasked(version)) continue;
			for (const provider of this.#providers) await provider.ask?.(version);
		}
	}

	/** Starts the providers after all stored rows could be read. Rejects with a sentence. */
	async begin(): Promise<void> {
		for (const provider of this.#providers) await provider.begin?.();
	}

	#cipher(mark: string) {
		for (const provider of this.#providers) {
			const cipher = provider.cipher(mark);
			if (cipher !== undefined) return cipher;
		}
		return undefined;
	}

	#unknown(key: Key, mark: string): UnknownKeyError {
		return new UnknownKeyError(
			`${key.resource} ${placeOf(key)} is encrypted with the key ${keyOf(mark)}, which is not in ${this.#sources}: restore the key there, after the current encryption key`,
		);
	}
}

function sealedBy(writer: EncryptionProvider | undefined, mutation: Mutation): Mutation {
	const { bytes, side = '', version = '' } = mutation;
	if (bytes === undefined || writer === undefined) return mutation;
	const { mark, cipher } = writer.current;
	return { ...mutation, bytes: cipher.encrypt(contextOf(mutation), packed({ version, side, bytes })), side: '', version: mark };
}

function placeOf({ namespace, name }: Key): string {
	return JSON.stringify(namespace === '' ? name : `${namespace}/${name}`);
}
