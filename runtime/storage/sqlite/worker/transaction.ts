/** State of a transaction in progress. It takes effect only on commit. */

import type { Total } from '../../checksum.ts';
import type { Revision } from '../../store.ts';
import { bundleOutcomes, type CommitResult } from '../protocol.ts';

/** Row as statements return it: revision, side, bytes, version, checksum, rowid. */
export type Current = [number, string, Uint8Array, number, number, number];

interface Place extends Total {
	readonly revision: Revision;
	readonly count: number;
	readonly forgotten: Revision;
}

export class Transaction {
	revision: Revision;
	objects: number;
	sum: number;
	/** Compacted revision; 0 leaves it unchanged. */
	forgotten: Revision = 0;
	/** Revision of each mutation; 0 when it was refused. */
	readonly revisions: Revision[] = [];
	/** Revision that each mutation found; 0 when no object existed. */
	readonly current: Revision[] = [];
	/** Side and version of the previous states. */
	readonly #texts: string[] = [];
	readonly #bytes: (Uint8Array | undefined)[] = [];

	constructor({ revision, objects, sum }: Total & { readonly revision: Revision }) {
		this.revision = revision;
		this.objects = objects;
		this.sum = sum;
	}

	accept(revision: Revision, objects: number, sum: number, before: Current | undefined, version: string): void {
		this.revision = revision;
		this.objects = objects;
		this.sum = sum;
		this.revisions.push(revision);
		this.current.push(before?.[0] ?? 0);
		this.#texts.push(before?.[1] ?? '', version);
		this.#bytes.push(before?.[2]);
	}

	refuse(current: Revision): void {
		this.revisions.push(0);
		this.current.push(current);
		this.#texts.push('', '');
		this.#bytes.push(undefined);
	}

	mark(): Place {
		return { revision: this.revision, objects: this.objects, sum: this.sum, count: this.revisions.length, forgotten: this.forgotten };
	}

	returnTo({ revision, objects, sum, count, forgotten }: Place): void {
		this.forgotten = forgotten;
		this.revision = revision;
		this.objects = objects;
		this.sum = sum;
		for (const each of [this.revisions, this.current, this.#bytes]) each.length = count;
		this.#texts.length = 2 * count;
	}

	result(timeMs: number): CommitResult {
		return bundleOutcomes({ timeMs, revisions: this.revisions, current: this.current, texts: this.#texts, bytes: this.#bytes });
	}
}
