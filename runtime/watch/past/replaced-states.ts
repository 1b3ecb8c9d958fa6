/**
 * What changes of one resource replaced, beyond the events that memory holds: each state as its difference from the one that followed
 * it, which the record of the next change, an event or the cache has. In the order of the changes; the oldest go first. What is not
 * here is in the store.
 */
import type { Revision } from '../../storage/store.ts';
import type { KeptAs } from '../objects/kept-as.ts';
import { LabelsAndFields } from '../objects/labels-and-fields.ts';
import { type HeldObject, type Slab, StoredObject } from '../objects/object.ts';
import type { Place } from '../objects/ordered.ts';
import { applyDifference, writeDifference } from './difference.ts';
import type { MadeObjects } from './made-objects.ts';
import { behindNumber, readNumber, writeNumber } from './numbers.ts';
import { Records } from './records.ts';

/** A state is kept whole behind so many that are known by differences: no more steps than these make one. */
const mostSteps = 16;

/** Larger states are left to the store. */
const mostBytes = 128 * 1024;

/** A difference that takes more than half of its state is not worth its steps. */
const worthwhile = 0.5;

/** In front of its difference a record has this where its labels and fields are those of the state that followed, or one more than the number of its own. */
const alike = 0;

/** What a record has at most beside its state. */
const numbersBytes = 16;

/** What a state that is kept whole differs from. */
const nothing = { buffer: Buffer.alloc(0), offset: 0, length: 0, labelsAndFields: new LabelsAndFields('') };

type Base = StoredObject | typeof nothing;

export class ReplacedStates {
	readonly #records = new Records();
	/** How all of them are kept; what is kept otherwise is left to the store. */
	#kept: KeptAs | undefined;
	/** Records, from the one that is asked for to the one that needs no other. */
	readonly #path: number[] = [];

	/** Of memory. */
	get bytes(): number {
		return this.#records.bytes;
	}

	/** Nobody else will have soon what a change replaced. Later than all that are here. `became`: what it made, where somebody has that. */
	add(change: Revision, was: HeldObject, became: HeldObject | undefined): void {
		const before = this.#records.find(was.revision);
		const segment = before < 0 ? undefined : this.#records.segmentOf(before);
		const index = this.#records.indexOf(before);
		// The state is known to its record as the very object that is let go of now.
		const isFollowed = segment !== undefined && segment.successor(index) === was;
		const steps = isFollowed ? segment.steps(index) + 1 : 0;
		const added = became instanceof StoredObject && this.#canKeep(was) ? this.#write(change, was, became, steps) : -1;
		segment?.follow(index, isFollowed && added >= 0 ? added - before : 0);
	}

	/** Nobody has any more the state that a change made. */
	lose(state: Revision): void {
		const record = this.#records.find(state);
		if (record >= 0) this.#records.segmentOf(record).follow(this.#records.indexOf(record), 0);
	}

	#canKeep(object: HeldObject): object is StoredObject {
		if (!(object instanceof StoredObject) || object.length > mostBytes) return false;
		this.#kept ??= object.kept;
		return object.kept === this.#kept;
	}

	/** Returns the number of the record. */
	#write(change: Revision, was: StoredObject, became: StoredObject, stepsBefore: number): number {
		const { length, labelsAndFields } = was;
		const segment = this.#records.open(numbersBytes + length);
		const { buffer, used } = segment;
		let end = -1;
		if (stepsBefore < mostSteps) {
			const isSeenAlike = labelsAndFields === became.labelsAndFields || labelsAndFields.text === became.labelsAndFields.text;
			const start = writeNumber(buffer, used, isSeenAlike ? alike : segment.sideNumber(labelsAndFields) + 1);
			end = writeDifference(buffer, start, start + Math.floor(length * worthwhile), was, became);
		}
		const isWhole = end < 0;
		if (isWhole) end = writeDifference(buffer, writeNumber(buffer, used, segment.sideNumber(labelsAndFields) + 1), buffer.byteLength, was, nothing);
		segment.add({ change, previous: was.revision, length, steps: isWhole ? 0 : stepsBefore, isWhole }, end, became);
		return this.#records.added();
	}

	/** What a change replaced, made anew where `memory` has room; undefined: it cannot be. It is `memory`'s when that is told to keep it. */
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

	/** Notes the records on the way. Returns what the last of them was replaced by, or nothing as it is whole; undefined: nobody has that. */
	#pathFrom(record: number): Base | undefined {
		this.#path.length = 0;
		for (let at = record; ; ) {
			const [segment, index] = [this.#records.segmentOf(at), this.#records.indexOf(at)];
			this.#path.push(at);
			if (segment.isWhole(index)) return nothing;
			const next = segment.next(index);
			if (next === 0) return segment.successor(index);
			at += next;
		}
	}

	/** Of memory on the way: of two states that follow each other. */
	#mostBytes({ length }: Base): number {
		let most = 0;
		let before = length;
		for (let step = this.#path.length - 1; step >= 0; step--) {
			const record = this.#path[step] ?? 0;
			const own = this.#records.segmentOf(record).length(this.#records.indexOf(record));
			most = Math.max(most, before + own);
			before = own;
		}
		return most;
	}

	/** Makes the first of the path where the slab is free: one of another, from the base on. Returns its labels and fields. */
	#follow(base: Base, { buffer, used }: Slab): LabelsAndFields {
		base.buffer.copy(buffer, used, base.offset, base.offset + base.length);
		let side = base.labelsAndFields;
		let length = base.length;
		for (let step = this.#path.length - 1; step >= 0; step--) {
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

	/** Forgets the oldest of them. */
	drop(): void {
		this.#records.drop();
	}

	/** Nobody asks for what was replaced up to a revision. */
	forget(upTo: Revision): void {
		this.#records.forget(upTo);
	}

	clear(): void {
		this.#records.clear();
		this.#kept = undefined;
	}
}
