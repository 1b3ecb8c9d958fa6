/** Records of what changes replaced, in the order of the changes, some hundreds in a segment of memory; the oldest segment goes as a whole. */
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
const numbersEach = 4;

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
	/** Needs no other. */
	readonly isWhole: boolean;
}

class Segment {
	count = 0;
	/** The bytes of its records, one after the other. */
	buffer = Buffer.allocUnsafeSlow(leastBytes);
	/** Of each the change, and the state that it replaced. */
	readonly #revisions = new Float64Array(segmentRecords * revisionsEach);
	/** Of each where its bytes end, how long its state is, how many records later the next change of the object is (0: not yet), and twice its steps, one more where it is whole. */
	readonly #numbers = new Uint32Array(segmentRecords * numbersEach);
	/** Labels and fields of states, where they are not those of what followed. */
	readonly #sides: LabelsAndFields[] = [];
	#sidesBytes = 0;
	/** What the change made, while nobody has replaced it and let go of it. */
	readonly #successors: (StoredObject | undefined)[] = [];

	get bytes(): number {
		return indexBytes + overheadBytes + this.#sidesBytes + this.buffer.byteLength;
	}

	get isFull(): boolean {
		return this.count === segmentRecords || this.used >= enoughBytes;
	}

	get used(): number {
		return this.end(this.count - 1);
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

	/** Its bytes lie behind those of the record before, up to `end`. */
	add({ change, previous, length, steps, isWhole }: RecordKey, end: number, successor: StoredObject): void {
		const i = this.count++;
		this.#revisions[revisionsEach * i] = change;
		this.#revisions[revisionsEach * i + 1] = previous;
		this.#numbers.set([end, length, 0, 2 * steps + (isWhole ? 1 : 0)], numbersEach * i);
		this.#successors[i] = successor;
	}

	change(i: number): Revision {
		return this.#revisions[revisionsEach * i] ?? 0;
	}

	spans(change: Revision): boolean {
		return this.change(0) <= change && change <= this.change(this.count - 1);
	}

	/** Where the record of a change is, perhaps at `likely`; -1: there is none. */
	find(change: Revision, likely: number): number {
		if (likely < this.count && this.change(likely) === change) return likely;
		let low = 0;
		let high = this.count;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.change(middle) < change) low = middle + 1;
			else high = middle;
		}
		return low < this.count && this.change(low) === change ? low : -1;
	}

	previous(i: number): Revision {
		return this.#revisions[revisionsEach * i + 1] ?? 0;
	}

	start(i: number): number {
		return this.end(i - 1);
	}

	end(i: number): number {
		return i < 0 ? 0 : (this.#numbers[numbersEach * i] ?? 0);
	}

	length(i: number): number {
		return this.#numbers[numbersEach * i + 1] ?? 0;
	}

	/** How many records later; 0: there is none. */
	next(i: number): number {
		return this.#numbers[numbersEach * i + 2] ?? 0;
	}

	isWhole(i: number): boolean {
		return ((this.#numbers[numbersEach * i + 3] ?? 0) & 1) === 1;
	}

	steps(i: number): number {
		return (this.#numbers[numbersEach * i + 3] ?? 0) >>> 1;
	}

	successor(i: number): StoredObject | undefined {
		return this.#successors[i];
	}

	/** What the change made has been replaced, so many records later; 0: and nobody has it any more. */
	follow(i: number, next: number): void {
		this.#numbers[numbersEach * i + 2] = next;
		this.#successors[i] = undefined;
	}
}

export class Records {
	#segments: Segment[] = [];
	/** Of the first of them. */
	#firstSegment = 0;
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
			if ((this.#segments[middle]?.change(0) ?? 0) <= change) low = middle + 1;
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

	/** Where the next record goes, with so many bytes of room. It is added before anything else is done. */
	open(bytes: number): Segment {
		let segment = this.#segments.at(-1);
		if (segment === undefined || segment.isFull) {
			segment = new Segment();
			this.#segments.push(segment);
		} else this.#bytes -= segment.bytes;
		segment.reserve(bytes);
		return segment;
	}

	/** One has been added to what `open` gave. Returns its number. */
	added(): number {
		const segment = this.#segments.at(-1) as Segment;
		if (segment.isFull) segment.seal();
		this.#bytes += segment.bytes;
		return (this.#firstSegment + this.#segments.length - 1) * segmentRecords + segment.count - 1;
	}

	/** The oldest segment. */
	drop(): void {
		const segment = this.#segments.shift();
		if (segment === undefined) return;
		this.#firstSegment++;
		this.#foundSegment = 0;
		this.#bytes -= segment.bytes;
	}

	/** Of changes up to a revision nobody asks any more. */
	forget(upTo: Revision): void {
		for (let first = this.#segments[0]; first !== undefined && first.change(first.count - 1) <= upTo; first = this.#segments[0]) this.drop();
	}

	clear(): void {
		this.#firstSegment += this.#segments.length;
		this.#segments = [];
		this.#bytes = 0;
	}
}
