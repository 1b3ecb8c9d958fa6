/**
 * Which rows are encrypted, and by whom: the first rule whose resources include a row's decides. What is read is decrypted by whoever
 * has the key that the row is marked with, whatever the rules say.
 */
import { StorageRefusedError } from '../errors.ts';
import type { Key, Mutation, Row } from '../store.ts';
import type { WrittenState } from '../versions.ts';
import { contextOf, packed, unpacked } from './envelope.ts';
import { type EncryptionProvider, isMark, keyOf } from './provider.ts';

export interface EncryptionRule {
	/** By `KindDescriptor.storageName`. */
	includes(resource: string): boolean;
	/** Undefined: rows are written in clear. */
	readonly writer: EncryptionProvider | undefined;
	/** Rows in clear are none of its: whoever can write to the database, and has no key, could put one there. */
	readonly refusesClear?: true;
}

/** No provider can read a row; the message is a sentence for the administrator. */
export class UnknownKeyError extends StorageRefusedError {}

/** What is there is not what was encrypted for this object: it was changed, or put in another's place. */
export class UnreadableError extends Error {
	override readonly name = 'UnreadableError';
}

export interface EncryptionOptions {
	readonly rules: readonly EncryptionRule[];
	/** All that can read. */
	readonly providers: readonly EncryptionProvider[];
	/** Where keys are looked for, for people. */
	readonly sources: string;
	/** Whether there is a kind for a resource. Rows of one that is gone go on with who encrypted them, as far as no rule includes them. */
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

	/** Who encrypts rows of a resource; undefined: they are written in clear. */
	writer(resource: string): EncryptionProvider | undefined {
		if (!this.#writers.has(resource)) this.#writers.set(resource, this.#rules.find((rule) => rule.includes(resource))?.writer);
		return this.#writers.get(resource);
	}

	/** There are other kinds than before. */
	kindsChanged(): void {
		this.#writers.clear();
	}

	/** Of a kind that is gone, which nobody but the store itself writes anew. */
	isGone(resource: string): boolean {
		return !this.#isKnown(resource);
	}

	/** Whether rows with this version are not as they would be written now. */
	isStale(resource: string, version: string): boolean {
		const writer = this.#writerOf(resource, version);
		return isMark(version) ? writer?.isCurrent(version) !== true : writer !== undefined;
	}

	/** Throws UnknownKeyError where a row is in clear and nothing says that it may be. */
	refuseClear({ version, ...key }: Key & Pick<Row, 'version'>): void {
		if (isMark(version) || this.#rules.find((rule) => rule.includes(key.resource))?.refusesClear !== true) return;
		throw new UnknownKeyError(
			`${key.resource} ${placeOf(key)} is in clear, and --encryption-provider-config has no provider identity for it: put identity behind the one that is to encrypt until all is written anew`,
		);
	}

	/** Who would write a row now that has been written with this version. */
	#writerOf(resource: string, version: string): EncryptionProvider | undefined {
		const writer = this.writer(resource);
		if (writer !== undefined || !isMark(version) || this.#isKnown(resource)) return writer;
		return this.#providers.find((provider) => provider.cipher(version) !== undefined);
	}

	/** As it is to be written. Throws when the key may not be used any more. */
	sealed(mutation: Mutation): Mutation {
		return sealedBy(this.writer(mutation.resource), mutation);
	}

	/** A row that is there, as it is to be written anew. */
	resealed(opened: Row, { version }: Row): Mutation {
		const { revision, ...row } = opened;
		return sealedBy(this.#writerOf(row.resource, version), { ...row, expected: revision });
	}

	/** As it was before it was encrypted; a state in clear is the same. Throws UnknownKeyError and UnreadableError. */
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

	/** Rows that cannot be decrypted with what is here: those of a key that has to be asked for first. */
	isUnasked(version: string): boolean {
		return isMark(version) && this.#cipher(version) === undefined && this.#providers.some(({ ask }) => ask !== undefined);
	}

	/** Whether some keys have to be asked for. */
	get asks(): boolean {
		return this.#providers.some(({ ask }) => ask !== undefined);
	}

	/** Asks for what reads rows of these versions. Rejects with a sentence; versions that nobody knows are left alone. */
	async ask(versions: Iterable<string>): Promise<void> {
		for (const version of new Set(versions)) {
			if (!this.isUnasked(version)) continue;
			for (const provider of this.#providers) await provider.ask?.(version);
		}
	}

	/** What was stored could be read. Rejects with a sentence. */
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
			`${key.resource} ${placeOf(key)} is encrypted with the key ${keyOf(mark)}, which is not in ${this.#sources}: put the key back there, behind the one that is to encrypt from now on`,
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
