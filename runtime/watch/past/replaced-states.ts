/**
 * States replaced by changes of one resource whose events have left memory. Each is stored as its difference from the next state, which
 * another record, an event or the cache has. Records are in the order of the changes; the oldest are dropped first. Other states are in the
 * store.
 */
import type { Revision } from '../../storage/store.ts';
import type { ObjectEncoding } from '../objects/encoding.ts';
import { LabelsAndFields } from '../objects/labels-and-fields.ts';
import { type HeldObject, type Slab, StoredObject } from '../objects/object.ts';
import type { Place } from '../objects/ordered.ts';
import { applyDifference, type Stretch, writeDifference } from './difference.ts';
import type { MadeObjects } from './made-objects.ts';
import { behindNumber, readNumber, writeNumber } from './numbers.ts';
import { type Needs, type RecordKey, Records, type Segment } from './records.ts';

/** Longest chain of differences; after it, a state is stored whole. */
const mostSteps = 16;

/** Length above which states are left to the store. */
const mostBytes = 128 * 1024;

/** Fraction of a state above which its difference is not worth the steps. */
const worthwhile = 0.5;

/** Factor up to which a difference counts as short, relative to that of the neighbouring state. */
const muchAs = 2;

/** Number before a difference when labels and fields are those of the next state; otherwise one more than the number of its own. */
const alike = 0;

/** Bound on the bytes of a record in addition to its state. */
const numbersBytes = 16;

type Base = Stretch & { readonly labelsAndFields: LabelsAndFields };

/** Base of a record. */
interface Link {
	readonly needs: Needs;
	/** Records needed to rebuild the state, nearest first. */
	readonly needed: readonly number[];
	/** Base object when no record is needed. */
	readonly successor?: StoredObject;
}

/** Base of a state that is stored whole. */
const nothing: Base = { buffer: Buffer.alloc(0), offset: 0, length: 0, labelsAndFields: new LabelsAndFields('') };

export class ReplacedStates {
	readonly #records = new Records();
	/** Storage format of all states; states in another format are left to the store. */
	#kept: ObjectEncoding | undefined;
	/**
	 * Number of valid entries in `#path`, from the requested record to the one that needs no other. Emptying an array would release its
	 * memory.
	 */
	readonly #path: number[] = [];
	#steps = 0;

	/** Bytes of memory. */
	get bytes(): number {
		return this.#records.bytes;
	}

	/**
	 * Adds a state that leaves memory, replaced by a later change than all others. `became` is the object made by the change, if it is
	 * still held.
	 */
	add(change: Revision, was: HeldObject, became: HeldObject | undefined): void {
		const before = this.#records.find(was.revision);
		const segment = before < 0 ? undefined : this.#records.segmentOf(before);
		const index = this.#records.indexOf(before);
		// The record's successor is the same object that is released now.
		const isFollowed = segment !== undefined && segment.successor(index) === was;
		const steps = isFollowed ? segment.steps(index) + 1 : 0;
		const added = became instanceof StoredObject && this.#canKeep(was) ? this.#append(change, was, became, steps) : -1;
		segment?.follow(index, isFollowed && added >= 0 ? added - before : 0);
	}

	/** Records that the state made by a change is lost. */
	lose(state: Revision): void {
		const record = this.#records.find(state);
		if (record >= 0) this.#records.segmentOf(record).follow(this.#records.indexOf(record), 0);
	}

	#canKeep(object: HeldObject): object is StoredObject {
		if (!(object instanceof StoredObject) || object.length > mostBytes) return false;
		this.#kept ??= object.kept;
		return object.kept === this.#kept;
	}

	/** Appends a record. Returns its number. */
	#append(change: Revision, was: StoredObject, became: StoredObject, stepsBefore: number): number {
		const segment = this.#records.open(numbersBytes + was.length);
		const end = stepsBefore < mostSteps ? writeDifferent(segment, was, became, was.length * worthwhile) : -1;
		const isWhole = end < 0;
		const key: RecordKey = { change, previous: was.revision, length: was.length, steps: isWhole ? 0 : stepsBefore, needs: isWhole ? 'nothing' : 'next' };
		segment.append(key, isWhole ? writeWhole(segment, was) : end, became);
		return this.#records.added();
	}

	/**
	 * Adds a state replaced by an earlier change than all others. `became` is the object made by the change if the cache or an event has
	 * it. Otherwise it is the change that replaced that object; if its record is missing, the call has no effect. `memory` is used as
	 * scratch space only.
	 */
	addInFront(change: Revision, was: StoredObject, became: StoredObject | Revision, memory: MadeObjects): void {
		if (!this.#canKeep(was)) return;
		if (became instanceof StoredObject) this.#prepend(change, was, became, was.length * worthwhile, { needs: 'next', needed: [], successor: became });
		else {
			const next = this.#records.find(became);
			if (next < 0 || this.#previous(next) !== change) return;
			if (!this.#prependBeside(change, was, next, memory)) this.#prependBefore(change, was, next, memory);
		}
	}

	/**
	 * Stores the state as a difference from the base of the next record. Most changes of an object replace the same values, so that
	 * difference is about as short and adds no step. Returns false when it is longer.
	 */
	#prependBeside(change: Revision, was: StoredObject, next: number, memory: MadeObjects): boolean {
		if (this.#needs(next) === 'nothing') return false;
		const beside = this.#needs(next) === 'next' ? next : next + this.#next(next);
		const base = this.#pathFrom(beside);
		const needed = this.#path.slice(0, this.#steps);
		this.#path.shift();
		this.#steps--;
		const state = base && this.#stateOf(base, memory);
		if (state === undefined || state === nothing) return false;
		const most = Math.min(muchAs * this.#bytesOf(beside) + numbersBytes, was.length * worthwhile);
		return this.#prepend(change, was, state, most, { needs: 'baseOfNext', needed });
	}

	#prependBefore(change: Revision, was: StoredObject, next: number, memory: MadeObjects): void {
		const base = this.#pathFrom(next);
		const needed = this.#path.slice(0, this.#steps);
		const state = base && this.#stateOf(base, memory);
		if (state !== undefined) this.#prepend(change, was, state, was.length * worthwhile, { needs: 'next', needed });
	}

	/** Prepends a record. Returns false when the state differs by more than `most` bytes from a base shared with the next record. */
	#prepend(change: Revision, was: StoredObject, base: Base, most: number, { needs, needed, successor }: Link): boolean {
		const segment = this.#records.openInFront(numbersBytes + was.length);
		const end = needed.length < mostSteps ? writeDifferent(segment, was, base, most) : -1;
		const isWhole = end < 0;
		if (isWhole && needs === 'baseOfNext') return false;
		const key: RecordKey = { change, previous: was.revision, length: was.length, steps: 0, needs: isWhole ? 'nothing' : needs };
		segment.prepend(key, isWhole ? writeWhole(segment, was) : end, successor);
		const index = segment.first;
		const record = this.#records.addedInFront();
		if (needed[0] !== undefined) segment.follow(index, needed[0] - record);
		if (isWhole) return true;
		for (const [i, each] of needed.entries()) {
			const [further, at] = [this.#records.segmentOf(each), this.#records.indexOf(each)];
			further.setSteps(at, Math.max(further.steps(at), i + 1));
		}
		return true;
	}

	/** Rebuilds the state that a change replaced, in `memory`; undefined when that is impossible. `memory` owns the object after `keep`. */
	make(change: Revision, { namespace, name }: Place, memory: MadeObjects): StoredObject | undefined {
		const record = this.#records.find(change);
		if (record < 0 || this.#kept === undefined) return undefined;
		const base = this.#pathFrom(record);
		const slab = base && memory.room(this.#mostBytes(base));
		if (base === undefined || slab === undefined) return undefined;
		const side = this.#follow(base, slab);
		const [segment, index] = [this.#records.segmentOf(record), this.#records.indexOf(record)];
		return new StoredObject({ namespace, name, revision: segment.previous(index) }, side, this.#kept, slab, slab.used, segment.length(index));
	}

	/** Collects the records to apply. Returns the base of the last one, `nothing` when that is whole; undefined when the base is lost. */
	#pathFrom(record: number): Base | undefined {
		this.#steps = 0;
		for (let at = record; ; ) {
			this.#path[this.#steps++] = at;
			const needs = this.#needs(at);
			if (needs === 'nothing') return nothing;
			if (needs === 'baseOfNext') at += this.#next(at);
			const next = this.#next(at);
			if (next === 0) return this.#records.segmentOf(at).successor(this.#records.indexOf(at));
			at += next;
		}
	}

	#needs(record: number): Needs {
		return this.#records.segmentOf(record).needs(this.#records.indexOf(record));
	}

	#next(record: number): number {
		return this.#records.segmentOf(record).next(this.#records.indexOf(record));
	}

	#previous(record: number): Revision {
		return this.#records.segmentOf(record).previous(this.#records.indexOf(record));
	}

	#bytesOf(record: number): number {
		const [segment, index] = [this.#records.segmentOf(record), this.#records.indexOf(record)];
		return segment.end(index) - segment.start(index);
	}

	/** Returns the memory needed on the way: the largest sum of two consecutive states. */
	#mostBytes({ length }: Base): number {
		let most = length;
		let before = length;
		for (let step = this.#steps - 1; step >= 0; step--) {
			const record = this.#path[step] ?? 0;
			const own = this.#records.segmentOf(record).length(this.#records.indexOf(record));
			most = Math.max(most, before + own);
			before = own;
		}
		return most;
	}

	/**
	 * Returns the state of the first record of the path, or the base of an empty path. It is valid until `memory` is used again. Undefined
	 * when there is no room.
	 */
	#stateOf(base: Base, memory: MadeObjects): Base | undefined {
		const [first] = this.#path;
		if (first === undefined || this.#steps === 0) return base;
		const slab = memory.room(this.#mostBytes(base));
		if (slab === undefined) return undefined;
		const labelsAndFields = this.#follow(base, slab);
		return { buffer: slab.buffer, offset: slab.used, length: this.#records.segmentOf(first).length(this.#records.indexOf(first)), labelsAndFields };
	}

	/** Rebuilds the first state of the path at the free end of the slab, step by step from the base. Returns its labels and fields. */
	#follow(base: Base, { buffer, used }: Slab): LabelsAndFields {
		base.buffer.copy(buffer, used, base.offset, base.offset + base.length);
		let side = base.labelsAndFields;
		let length = base.length;
		for (let step = this.#steps - 1; step >= 0; step--) {
			const record = this.#path[step] ?? 0;
			const [segment, index] = [this.#records.segmentOf(record), this.#records.indexOf(record)];
			const start = segment.start(index);
			const own = readNumber(segment.buffer, start);
			if (own !== alike) side = segment.side(own - 1) ?? side;
			length = applyDifference(segment.buffer, behindNumber(segment.buffer, start), segment.end(index), buffer, used, length);
			const wanted = segment.length(index);
			if (length !== wanted) throw new Error(`what revision ${segment.change(index)} replaced came to ${length} bytes, and not ${wanted}`);
		}
		return side;
	}

	/** Drops the oldest records. */
	drop(): void {
		this.#records.drop();
	}

	/** Forgets changes up to a revision, which no list can use any more. */
	forget(upTo: Revision): void {
		this.#records.forget(upTo);
	}

	clear(): void {
		this.#records.clear();
		this.#kept = undefined;
	}
}

/**
 * Writes the difference of a state from another after the bytes of a segment, which has room for the state. Returns its end; -1 when it
 * takes more than `most`.
 */
function writeDifferent(segment: Segment, was: StoredObject, base: Base, most: number): number {
	const { buffer, used } = segment;
	const isSeenAlike = was.labelsAndFields === base.labelsAndFields || was.labelsAndFields.text === base.labelsAndFields.text;
	const start = writeNumber(buffer, used, isSeenAlike ? alike : segment.sideNumber(was.labelsAndFields) + 1);
	return writeDifference(buffer, start, start + Math.floor(most), was, base);
}

/** Writes a whole state after the bytes of a segment, which has room for it. Returns its end. */
function writeWhole(segment: Segment, was: StoredObject): number {
	const { buffer, used } = segment;
	return writeDifference(buffer, writeNumber(buffer, used, segment.sideNumber(was.labelsAndFields) + 1), buffer.byteLength, was, nothing);
}
