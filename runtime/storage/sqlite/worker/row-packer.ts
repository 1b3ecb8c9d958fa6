/** Packs rows for one message. Runs in the worker. */
import type { Versions } from '../database/versions.ts';
import { type PackedRows, pack } from '../protocol.ts';

/** Columns: resource, namespace, name, side, revision, bytes, number of the version, checksum; more may follow. */
export type StoredRow = readonly [string, string, string, string, number, Uint8Array, number, number, ...unknown[]];

/** Numbers distinct values in the order of their first use. */
class ValueNumbers<T> {
	readonly #numbers = new Map<T, number>();
	#last: T | undefined;
	#lastNumber = 0;

	of(value: T): number {
		// Neighbours are often equal.
		if (value === this.#last) return this.#lastNumber;
		const number = this.#numbers.get(value) ?? this.#numbers.size;
		this.#numbers.set(value, number);
		this.#last = value;
		this.#lastNumber = number;
		return number;
	}

	all(): T[] {
		return [...this.#numbers.keys()];
	}
}

interface Run {
	readonly resource: string;
	readonly namespace: string;
	rows: number;
}

export class RowPacker {
	byteLength = 0;
	readonly #versions: Versions;
	readonly #names: string[] = [];
	readonly #revisions: number[] = [];
	readonly #runs: Run[] = [];
	readonly #sides = new ValueNumbers<string>();
	readonly #side: number[] = [];
	readonly #versionIds = new ValueNumbers<number>();
	readonly #version: number[] = [];
	readonly #bytes: Uint8Array[] = [];
	readonly #damaged: number[] = [];
	#run: Run | undefined;

	constructor(versions: Versions) {
		this.#versions = versions;
	}

	get rows(): number {
		return this.#names.length;
	}

	add(row: StoredRow, isDamaged = false): void {
		const [resource, namespace, name, side, revision, bytes, version] = row;
		if (isDamaged) this.#damaged.push(this.#names.length);
		if (this.#run === undefined || this.#run.resource !== resource || this.#run.namespace !== namespace) {
			this.#run = { resource, namespace, rows: 0 };
			this.#runs.push(this.#run);
		}
		this.#run.rows++;
		this.#names.push(name);
		this.#revisions.push(revision);
		this.#side.push(this.#sides.of(side));
		this.#version.push(this.#versionIds.of(version));
		this.#bytes.push(bytes);
		this.byteLength += bytes.byteLength;
	}

	/** Packs into `buffer` when it is large enough. */
	result(buffer?: ArrayBuffer): PackedRows {
		return {
			names: this.#names,
			revisions: Float64Array.from(this.#revisions),
			runs: this.#runs,
			sides: this.#sides.all(),
			side: Uint32Array.from(this.#side),
			versions: this.#versionIds.all().map((id) => this.#versions.text(id)),
			version: Uint16Array.from(this.#version),
			damaged: this.#damaged,
			bytes: pack(this.#bytes, buffer),
		};
	}
}
