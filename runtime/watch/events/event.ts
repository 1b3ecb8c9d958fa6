/** A watch event, shared by all readers and serialised once. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Change, Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent } from '../contract.ts';
import { type Encoded, type Encoding, type EncodingKeeper, encodingOf } from '../objects/encodings.ts';
import { SideData } from '../objects/side-data.ts';
import { UncachedObject } from '../objects/uncached.ts';

type EventType = CacheEvent['type'];

const tail = Buffer.from('}\n');

export class Event<O extends CachedObject = CachedObject> implements CacheEvent, Encoded {
	readonly type: EventType;
	readonly object: O;
	readonly previous?: O;
	readonly revision: Revision;
	encodings: Encoding[] | undefined;
	readonly #keeper: EncodingKeeper;

	constructor(keeper: EncodingKeeper, type: EventType, object: O, previous: O | undefined, revision: Revision) {
		this.#keeper = keeper;
		this.type = type;
		this.object = object;
		if (previous) this.previous = previous;
		this.revision = revision;
	}

	json(): Buffer {
		return this.#keeper.of(this, 'json', () => this.#line());
	}

	#line(): Buffer {
		const { bytes, form } = this.object;
		return Buffer.concat([form.eventHeads[this.type], bytes.subarray(1), tail]);
	}

	encoded(encoding: string, make: (event: CacheEvent) => Buffer): Buffer {
		return this.#keeper.of(this, encoding, () => make(this));
	}

	known(encoding: string): Buffer | undefined {
		return encodingOf(this, encoding)?.buffer;
	}
}

/** Creates the event of a log row, equal to the one that memory would have had. */
export function eventOfChange(keeper: EncodingKeeper, form: ItemForm, change: Change): Event {
	const { revision, bytes, side = '', previous } = change;
	const past = previous && new UncachedObject(change, new SideData(previous.side), previous.bytes, form);
	if (bytes !== undefined) {
		const object = new UncachedObject(change, new SideData(side), bytes, form);
		return new Event(keeper, past ? 'MODIFIED' : 'ADDED', object, past, revision);
	}
	if (past === undefined) throw new Error(`the log is damaged: revision ${revision} deleted a missing object`);
	return new Event(keeper, 'DELETED', past, past, revision);
}
