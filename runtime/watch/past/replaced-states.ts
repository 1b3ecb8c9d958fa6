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
import { applyDifference, type Stretch, writeDifference } from './difference.ts';
import type { MadeObjects } from './made-objects.ts';
import { behindNumber, readNumber, writeNumber } from './numbers.ts';
import { type Needs, type RecordKey, Records, type Segment } from './records.ts';

/** A state is kept whole behind so many that are known by differences: no more steps than these make one. */
const mostSteps = 16;

/** Larger states are left to the store. */
const mostBytes = 128 * 1024;

/** A difference that takes more than half of its state is not worth its steps. */
const worthwhile = 0.5;

/** A difference that takes so many times that of the state beside it still is short. */
const muchAs = 2;

/** In front of its difference a record has this where its labels and fields are those of the state that followed, or one more than the number of its own. */
const alike = 0;

/** What a record has at most beside its state. */
const numbersBytes = 16;

type Base = Stretch & { readonly labelsAndFields: LabelsAndFields };

/** What a record is made of. */
interface Link {
	readonly needs: Needs;
	/** Records on the way, the next that it needs first. */
	readonly needed: readonly number[];
	/** What it is made of where there is none of these. */
	readonly successor?: StoredObject;
}

/** What a state that is kept whole differs from. */
const nothing: Base = { buffer: Buffer.alloc(0), offset: 0, length: 0, labelsAndFields: new LabelsAndFields('') };

export class ReplacedStates {
	readonly #records = new Records();
	/** How all of them are kept; what is kept otherwise is left to the store. */
	#kept: KeptAs | undefined;
	/** So many records, from the one that is asked for to the one that needs no other. An array that is emptied loses its memory. */
	readonly #path: number[] = [];
	#steps = 0;

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
		const added = became instanceof StoredObject && this.#canKeep(was) ? this.#append(change, was, became, steps) : -1;
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
	#append(change: Revision, was: StoredObject, became: StoredObject, stepsBefore: number): number {
		const segment = this.#records.open(numbersBytes + was.length);
		const end = stepsBefore < mostSteps ? writeDifferent(segment, was, became, was.length * worthwhile) : -1;
		const isWhole = end < 0;
		const key: RecordKey = { change, previous: was.revision, length: was.length, steps: isWhole ? 0 : stepsBefore, needs: isWhole ? 'nothing' : 'next' };
		segment.append(key, isWhole ? writeWhole(segment, was) : end, became);
		return this.#records.added();
	}

	/**
	 * What a change replaced that is older than all that are here. `became`: what it made, where the cache or an event has that, or the
	 * change that replaced what it made. Without effect where that is not known here. `memory` is used, and nothing kept in it.
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
	 * Most changes of an object replace the same values. Then a state differs from what the next one is made of by as much as that does, and
	 * takes no more steps. False: it differs by more.
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

	/** False: it differs by more than `most` bytes from the state that it would be made of beside the next one. */
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

	/** Notes the records on the way. Returns what the last of them is made of, nothing where it is whole; undefined: nobody has that. */
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

	/** Of memory on the way: of two states that follow each other. */
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

	/** The first of the path, or the base where there is none; it stays as it is until `memory` is used again. Undefined: there is no room. */
	#stateOf(base: Base, memory: MadeObjects): Base | undefined {
		const [first] = this.#path;
		if (first === undefined || this.#steps === 0) return base;
		const slab = memory.room(this.#mostBytes(base));
		if (slab === undefined) return undefined;
		const labelsAndFields = this.#follow(base, slab);
		return { buffer: slab.buffer, offset: slab.used, length: this.#records.segmentOf(first).length(this.#records.indexOf(first)), labelsAndFields };
	}

	/** Makes the first of the path where the slab is free: one of another, from the base on. Returns its labels and fields. */
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

/** Writes how a state differs from another behind the bytes of a segment, which has room for the state. Returns where that ends; -1: it takes more than `most`. */
function writeDifferent(segment: Segment, was: StoredObject, base: Base, most: number): number {
	const { buffer, used } = segment;
	const isSeenAlike = was.labelsAndFields === base.labelsAndFields || was.labelsAndFields.text === base.labelsAndFields.text;
	const start = writeNumber(buffer, used, isSeenAlike ? alike : segment.sideNumber(was.labelsAndFields) + 1);
	return writeDifference(buffer, start, start + Math.floor(most), was, base);
}

/** Writes a state behind the bytes of a segment, which has room for it. Returns where it ends. */
function writeWhole(segment: Segment, was: StoredObject): number {
	const { buffer, used } = segment;
	return writeDifference(buffer, writeNumber(buffer, used, segment.sideNumber(was.labelsAndFields) + 1), buffer.byteLength, was, nothing);
}
