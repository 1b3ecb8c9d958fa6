/**
 * Records of what changes replaced, in the order of the changes, some hundreds in a segment of memory; the oldest segment goes as a whole.
 * They are added behind the newest, and what was before all of them in front of the oldest.
 */
import type { Revision } from '../../storage/store.ts';
import type { LabelsAndFields } from '../objects/labels-and-fields.ts';
import type { StoredObject } from '../objects/object.ts';

/** Records of a segment: a power of two. */
const segmentRecords = 256;

/** A segment with so many bytes has enough. */
const enoughBytes = 64 * 1024;

/** Of a segment that is being filled; it grows twofold. */
const leastBytes = 4 * 1024;

/** Objects of JavaScript of a segment, and what an allocator adds: about so much. */
const overheadBytes = 1024;

const pointerBytes = 8;

/** What labels and fields take beside their text, once somebody has looked at them. */
const sideBytes = 256;

const latestSides = 4;

/** For each record in `#revisions`. */
const revisionsEach = 2;
/** For each record in `#numbers`. */
const numbersEach = 5;

/** Of the first segment of all: numbers of records in front of it are positive too, and nearly always small integers of V8. */
const middleSegment = 2 ** 20;

const indexBytes = segmentRecords * (revisionsEach * Float64Array.BYTES_PER_ELEMENT + numbersEach * Uint32Array.BYTES_PER_ELEMENT + pointerBytes);

/** What is to be known of a record beside its bytes. */
export interface RecordKey {
	readonly change: Revision;
	/** Of the state that it replaced. */
	readonly previous: Revision;
	/** Of that state's bytes. */
	readonly length: number;
	/** How many records before it, one after the other, need this one to be made; of one that is whole, none. */
	readonly steps: number;
	readonly needs: Needs;
}

/** What a record needs to be made: what followed its state, what the record of that is itself made of, or nothing. */
export type Needs = 'next' | 'baseOfNext' | 'nothing';

const needs: readonly Needs[] = ['next', 'baseOfNext', 'nothing'];

export class Segment {
	/** Its records are those from here on and before `limit`. */
	first: number;
	limit: number;
	/** The bytes of its records, in the order in which they were added. */
	buffer = Buffer.allocUnsafeSlow(leastBytes);
	used = 0;
	/** Of its bytes, those that its owner knows of. */
	counted = 0;
	/** Of each the change, and the state that it replaced. */
	readonly #revisions = new Float64Array(segmentRecords * revisionsEach);
	/** Of each where its bytes begin and end, how long its state is, how many records later the next is that it needs (0: not yet), and four times its steps, with what it needs. */
	readonly #numbers = new Uint32Array(segmentRecords * numbersEach);
	/** Labels and fields of states, where they are not those of what followed. */
	readonly #sides: LabelsAndFields[] = [];
	#sidesBytes = 0;
	/** What the change made, while nobody has replaced it and let go of it. */
	readonly #successors = new Array<StoredObject | undefined>(segmentRecords);

	/** Records are added in front of number `start`, or behind it. */
	constructor(start: number) {
		this.first = start;
		this.limit = start;
	}

	get bytes(): number {
		return indexBytes + overheadBytes + this.#sidesBytes + this.buffer.byteLength;
	}

	/** How much it has grown since it was last asked. */
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

	/** So many bytes more will fit. */
	reserve(bytes: number): void {
		const wanted = this.used + bytes;
		if (wanted > this.buffer.byteLength) this.#resize(Math.max(wanted, 2 * this.buffer.byteLength));
	}

	/** Its number in this segment. Looks among the latest: equal ones come together, or each is another. */
	sideNumber(side: LabelsAndFields): number {
		const known = this.#sides.findLastIndex((each, i) => i >= this.#sides.length - latestSides && each.text === side.text);
		if (known >= 0) return known;
		this.#sidesBytes += sideBytes + side.text.length;
		return this.#sides.push(side) - 1;
	}

	side(number: number): LabelsAndFields | undefined {
		return this.#sides[number];
	}

	/** Nothing more is added. */
	seal(): void {
		this.#resize(this.used);
	}

	#resize(bytes: number): void {
		const buffer = Buffer.allocUnsafeSlow(bytes);
		this.buffer.copy(buffer, 0, 0, this.used);
		this.buffer = buffer;
	}

	/** The last of them, whose bytes lie behind those of the others up to `end`. */
	append(key: RecordKey, end: number, successor: StoredObject): void {
		this.#add(this.limit++, key, end, successor);
	}

	/** The first of them, whose bytes lie behind those of the others up to `end`. */
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

	/** Where the record of a change is, perhaps at `likely`; -1: there is none. */
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

	/** How many records later the one is that it needs; 0: there is none. */
	next(i: number): number {
		return this.#numbers[numbersEach * i + 3] ?? 0;
	}

	needs(i: number): Needs {
		return needs[(this.#numbers[numbersEach * i + 4] ?? 0) & 3] ?? 'nothing';
	}

	steps(i: number): number {
		return (this.#numbers[numbersEach * i + 4] ?? 0) >>> 2;
	}

	/** So many in front, one after the other, need this one. */
	setSteps(i: number, steps: number): void {
		const at = numbersEach * i + 4;
		this.#numbers[at] = 4 * steps + ((this.#numbers[at] ?? 0) & 3);
	}

	successor(i: number): StoredObject | undefined {
		return this.#successors[i];
	}

	/** What the change made has been replaced, so many records later; 0: and nobody has it any more. */
	follow(i: number, next: number): void {
		this.#numbers[numbersEach * i + 3] = next;
		this.#successors[i] = undefined;
	}
}

export class Records {
	#segments: Segment[] = [];
	/** Of the first of them; there is room for earlier ones. */
	#firstSegment = middleSegment;
	#bytes = 0;
	/** What was found last: neighbours in a list were often written one after the other. */
	#foundSegment = 0;
	#foundIndex = 0;

	/** Of memory. */
	get bytes(): number {
		return this.#bytes;
	}

	/** Its number; -1: there is none. */
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

	/** The last segment that begins with a change that is not newer; -1: all do. */
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

	/** Of a record that is here. */
	segmentOf(record: number): Segment {
		return this.#segments[Math.floor(record / segmentRecords) - this.#firstSegment] as Segment;
	}

	indexOf(record: number): number {
		return record % segmentRecords;
	}

	/** Where the next record is appended, with so many bytes of room. */
	open(bytes: number): Segment {
		let segment = this.#segments.at(-1);
		if (segment === undefined || segment.isFullBehind) {
			segment = new Segment(0);
			this.#segments.push(segment);
		}
		segment.reserve(bytes);
		return segment;
	}

	/** One has been appended to what `open` gave. Returns its number. */
	added(): number {
		const segment = this.#segments.at(-1) as Segment;
		if (segment.isFullBehind) segment.seal();
		this.#bytes += segment.grown();
		return (this.#firstSegment + this.#segments.length - 1) * segmentRecords + segment.limit - 1;
	}

	/** Where the next record is prepended, with so many bytes of room. */
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

	/** One has been prepended to what `openInFront` gave. Returns its number. */
	addedInFront(): number {
		const segment = this.#segments[0] as Segment;
		if (segment.isFullInFront) segment.seal();
		this.#bytes += segment.grown();
		return this.#firstSegment * segmentRecords + segment.first;
	}

	/** The oldest segment. */
	drop(): void {
		const segment = this.#segments.shift();
		if (segment === undefined) return;
		this.#firstSegment++;
		this.#foundSegment = 0;
		this.#bytes -= segment.counted;
	}

	/** Of changes up to a revision nobody asks any more. */
	forget(upTo: Revision): void {
		for (let first = this.#segments[0]; first !== undefined && first.lastChange <= upTo; first = this.#segments[0]) this.drop();
	}

	clear(): void {
		this.#firstSegment += this.#segments.length;
		this.#segments = [];
		this.#bytes = 0;
	}
}
