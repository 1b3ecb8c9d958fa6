/**
 * Records of replaced states, in the order of the changes, some hundred in a memory segment. The oldest segment is dropped as a whole.
 * Records are appended after the newest, and earlier states are prepended before the oldest.
 */
import type { Revision } from '../../storage/store.ts';
import type { LabelsAndFields } from '../objects/labels-and-fields.ts';
import type { StoredObject } from '../objects/object.ts';

/** Records in a segment: a power of two. */
const segmentRecords = 256;

/** Bytes from which a segment is full. */
const enoughBytes = 64 * 1024;

/** Initial size of a segment, doubled as it fills. */
const leastBytes = 4 * 1024;

/** Approximate overhead of a segment: JavaScript objects and the allocator. */
const overheadBytes = 1024;

const pointerBytes = 8;

/** Memory of parsed labels and fields in addition to their text. */
const sideBytes = 256;

const latestSides = 4;

/** Numbers per record in `#revisions`. */
const revisionsEach = 2;
/** Numbers per record in `#numbers`. */
const numbersEach = 5;

/** Number of the first segment. With it, numbers of prepended records are positive too, and nearly always V8 small integers. */
const middleSegment = 2 ** 20;

const indexBytes = segmentRecords * (revisionsEach * Float64Array.BYTES_PER_ELEMENT + numbersEach * Uint32Array.BYTES_PER_ELEMENT + pointerBytes);

/** Properties of a record without its bytes. */
export interface RecordKey {
	readonly change: Revision;
	/** Revision of the replaced state. */
	readonly previous: Revision;
	/** Length of the state's bytes. */
	readonly length: number;
	/** Length of the chain of earlier records that need this one; 0 for a whole state. */
	readonly steps: number;
	readonly needs: Needs;
}

/** State that a record is a difference from: the next state, the base of the next state's record, or none. */
export type Needs = 'next' | 'baseOfNext' | 'nothing';

const needs: readonly Needs[] = ['next', 'baseOfNext', 'nothing'];

export class Segment {
	/** The segment's records are numbered from `first` to `limit` (exclusive). */
	first: number;
	limit: number;
	/** Bytes of the records, in the order in which they were added. */
	buffer = Buffer.allocUnsafeSlow(leastBytes);
	used = 0;
	/** Bytes already reported to the owner. */
	counted = 0;
	/** Change and replaced revision of each record. */
	readonly #revisions = new Float64Array(segmentRecords * revisionsEach);
	/**
	 * Numbers of each record: start and end of its bytes, and length of its state. Then the distance to the record that it needs (0: not
	 * yet), and four times its steps plus its base.
	 */
	readonly #numbers = new Uint32Array(segmentRecords * numbersEach);
	/** Labels and fields of states that differ from those of the next state. */
	readonly #sides: LabelsAndFields[] = [];
	#sidesBytes = 0;
	/** Object made by the change, until it is replaced and released. */
	readonly #successors = new Array<StoredObject | undefined>(segmentRecords);

	/** Records are prepended before number `start` or appended from it on. */
	constructor(start: number) {
		this.first = start;
		this.limit = start;
	}

	get bytes(): number {
		return indexBytes + overheadBytes + this.#sidesBytes + this.buffer.byteLength;
	}

	/** Returns the growth since the last call. */
	grown(): number {
		const before = this.counted;
		this.counted = this.bytes;
		return this.counted - before;
	}

	get isFullBehind(): boolean {
		return this.limit === segmentRecords || this.used >= enoughBytes;
	}

	get isFullInFront(): boolean {
		return this.first === 0 || this.used >= enoughBytes;
	}

	/** Makes room for more bytes. */
	reserve(bytes: number): void {
		const wanted = this.used + bytes;
		if (wanted > this.buffer.byteLength) this.#resize(Math.max(wanted, 2 * this.buffer.byteLength));
	}

	/**
	 * Returns the number of labels and fields in this segment. It searches only the latest ones: equal ones arrive together, or each
	 * differs.
	 */
	sideNumber(side: LabelsAndFields): number {
		const known = this.#sides.findLastIndex((each, i) => i >= this.#sides.length - latestSides && each.text === side.text);
		if (known >= 0) return known;
		this.#sidesBytes += sideBytes + side.text.length;
		return this.#sides.push(side) - 1;
	}

	side(number: number): LabelsAndFields | undefined {
		return this.#sides[number];
	}

	/** Trims the buffer; no more records are added. */
	seal(): void {
		this.#resize(this.used);
	}

	#resize(bytes: number): void {
		const buffer = Buffer.allocUnsafeSlow(bytes);
		this.buffer.copy(buffer, 0, 0, this.used);
		this.buffer = buffer;
	}

	/** Appends a record, whose bytes end at `end`, after those of the others. */
	append(key: RecordKey, end: number, successor: StoredObject): void {
		this.#add(this.limit++, key, end, successor);
	}

	/** Prepends a record, whose bytes end at `end`, after those of the others. */
	prepend(key: RecordKey, end: number, successor: StoredObject | undefined): void {
		this.#add(--this.first, key, end, successor);
	}

	#add(i: number, key: RecordKey, end: number, successor: StoredObject | undefined): void {
		this.#revisions[revisionsEach * i] = key.change;
		this.#revisions[revisionsEach * i + 1] = key.previous;
		const at = numbersEach * i;
		this.#numbers[at] = this.used;
		this.#numbers[at + 1] = end;
		this.#numbers[at + 2] = key.length;
		this.#numbers[at + 3] = 0;
		this.#numbers[at + 4] = 4 * key.steps + needs.indexOf(key.needs);
		this.#successors[i] = successor;
		this.used = end;
	}

	change(i: number): Revision {
		return this.#revisions[revisionsEach * i] ?? 0;
	}

	get firstChange(): Revision {
		return this.change(this.first);
	}

	get lastChange(): Revision {
		return this.change(this.limit - 1);
	}

	spans(change: Revision): boolean {
		return this.firstChange <= change && change <= this.lastChange;
	}

	/** Returns the index of a change's record, trying `likely` first; -1 when there is none. */
	find(change: Revision, likely: number): number {
		if (likely >= this.first && likely < this.limit && this.change(likely) === change) return likely;
		let low = this.first;
		let high = this.limit;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.change(middle) < change) low = middle + 1;
			else high = middle;
		}
		return low < this.limit && this.change(low) === change ? low : -1;
	}

	previous(i: number): Revision {
		return this.#revisions[revisionsEach * i + 1] ?? 0;
	}

	start(i: number): number {
		return this.#numbers[numbersEach * i] ?? 0;
	}

	end(i: number): number {
		return this.#numbers[numbersEach * i + 1] ?? 0;
	}

	length(i: number): number {
		return this.#numbers[numbersEach * i + 2] ?? 0;
	}

	/** Returns the distance to the record that it needs; 0 when there is none. */
	next(i: number): number {
		return this.#numbers[numbersEach * i + 3] ?? 0;
	}

	needs(i: number): Needs {
		return needs[(this.#numbers[numbersEach * i + 4] ?? 0) & 3] ?? 'nothing';
	}

	steps(i: number): number {
		return (this.#numbers[numbersEach * i + 4] ?? 0) >>> 2;
	}

	/** Sets the length of the chain of earlier records that need this one. */
	setSteps(i: number, steps: number): void {
		const at = numbersEach * i + 4;
		this.#numbers[at] = 4 * steps + ((this.#numbers[at] ?? 0) & 3);
	}

	successor(i: number): StoredObject | undefined {
		return this.#successors[i];
	}

	/** Records that the change's object was replaced, `next` records later; 0 when its state is lost. */
	follow(i: number, next: number): void {
		this.#numbers[numbersEach * i + 3] = next;
		this.#successors[i] = undefined;
	}
}

export class Records {
	#segments: Segment[] = [];
	/** Number of the first segment, with room for earlier ones. */
	#firstSegment = middleSegment;
	#bytes = 0;
	/** Location found last: neighbours in a list were often written one after the other. */
	#foundSegment = 0;
	#foundIndex = 0;

	/** Bytes of memory. */
	get bytes(): number {
		return this.#bytes;
	}

	/** Returns the number of a change's record; -1 when there is none. */
	find(change: Revision): number {
		let segment = this.#segments[this.#foundSegment];
		if (segment === undefined || !segment.spans(change)) {
			this.#foundSegment = this.#lastUpTo(change);
			segment = this.#segments[this.#foundSegment];
		}
		const index = segment?.find(change, this.#foundIndex + 1) ?? -1;
		if (index < 0) return -1;
		this.#foundIndex = index;
		return (this.#firstSegment + this.#foundSegment) * segmentRecords + index;
	}

	/** Returns the last segment that begins at or before a change; -1 when there is none. */
	#lastUpTo(change: Revision): number {
		let low = 0;
		let high = this.#segments.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#segments[middle]?.firstChange ?? 0) <= change) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	/** Returns the segment of an existing record. */
	segmentOf(record: number): Segment {
		return this.#segments[Math.floor(record / segmentRecords) - this.#firstSegment] as Segment;
	}

	indexOf(record: number): number {
		return record % segmentRecords;
	}

	/** Returns the segment for the next appended record, with room for `bytes`. */
	open(bytes: number): Segment {
		let segment = this.#segments.at(-1);
		if (segment === undefined || segment.isFullBehind) {
			segment = new Segment(0);
			this.#segments.push(segment);
		}
		segment.reserve(bytes);
		return segment;
	}

	/** Counts a record appended to the segment of `open`. Returns its number. */
	added(): number {
		const segment = this.#segments.at(-1) as Segment;
		if (segment.isFullBehind) segment.seal();
		this.#bytes += segment.grown();
		return (this.#firstSegment + this.#segments.length - 1) * segmentRecords + segment.limit - 1;
	}

	/** Returns the segment for the next prepended record, with room for `bytes`. */
	openInFront(bytes: number): Segment {
		let segment = this.#segments[0];
		if (segment === undefined || segment.isFullInFront) {
			segment = new Segment(segmentRecords);
			this.#segments.unshift(segment);
			this.#firstSegment--;
			this.#foundSegment++;
		}
		segment.reserve(bytes);
		return segment;
	}

	/** Counts a record prepended to the segment of `openInFront`. Returns its number. */
	addedInFront(): number {
		const segment = this.#segments[0] as Segment;
		if (segment.isFullInFront) segment.seal();
		this.#bytes += segment.grown();
		return this.#firstSegment * segmentRecords + segment.first;
	}

	/** Drops the oldest segment. */
	drop(): void {
		const segment = this.#segments.shift();
		if (segment === undefined) return;
		this.#firstSegment++;
		this.#foundSegment = 0;
		this.#bytes -= segment.counted;
	}

	/** Forgets changes up to a revision, which no list can use any more. */
	forget(upTo: Revision): void {
		for (let first = this.#segments[0]; first !== undefined && first.lastChange <= upTo; first = this.#segments[0]) this.drop();
	}

	clear(): void {
		this.#firstSegment += this.#segments.length;
		this.#segments = [];
		this.#bytes = 0;
	}
}
