/** Encodes events in the representation that a watcher requested, filtered by its selector. Each encoding is made once per event. */
import type { ApiError } from '../../api/errors.ts';
import { encodeObject, objectJson } from '../../codec/encode-object.ts';
import { type Item, type ItemEvent, itemOf } from '../../codec/item-form.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import { dialectsOf } from '../../model/vocabulary.ts';
import { everything, type Predicate } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent, TakerClass } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import { stamped } from '../body.ts';
import { encodingKey } from '../context/response-formats.ts';
import type { WatchContext } from '../contract.ts';
import { isShownElsewhere, shownElsewhere, unending } from '../large-objects.ts';
import type { ListOptions } from '../list/options.ts';
import { asBuffer } from '../respond.ts';
import { type EventFraming, streamed } from './framing.ts';

export interface EventEncoder {
	/** Equal for watchers that get the same bytes for the same events. Undefined while the next event is specific to this watcher. */
	readonly key: string | undefined;
	/** Class of watchers whose selectors differ only in the compared value. Undefined for a watcher without such a class. */
	readonly takerClass: TakerClass | undefined;
	/** True when evaluating the selector may take long. Such watchers share the event loop through time slices. */
	readonly judgesLong: boolean;
	/** Returns the result of `event` if it is cached, else null. */
	alreadyEncoded(event: CacheEvent): Buffer | undefined | null;
	/** Encodes an event. Returns undefined when the selector excludes it. Repeated calls return equal bytes until `told` is called. */
	event(event: CacheEvent): Buffer | undefined;
	/** Must be called after an event was passed to the writer. */
	told(): void;
	/**
	 * Encodes the large events among these on the thread of large requests, so that `event` finds the results. Returns undefined when there
	 * are none. Rejects with ApiError.
	 */
	ahead(events: readonly CacheEvent[]): Promise<unknown> | undefined;
	initial(object: CachedObject): Buffer;
	/** Reports whether the object is so large that the caller must use `initialElsewhere`. */
	isElsewhere(object: CachedObject): boolean;
	/** Encodes an initial object like `initial`, but on the thread of large requests. Rejects with ApiError. */
	initialElsewhere(object: CachedObject, signal: AbortSignal): Promise<Buffer>;
	/** Encodes a bookmark. `initialEventsEnd`: true for the bookmark that ends the initial events of a streaming list. */
	bookmark(revision: Revision, initialEventsEnd: boolean): Buffer;
	error(error: ApiError): Buffer;
}

type EventType = ItemEvent | 'BOOKMARK';

/**
 * Creates the encoder of a watch. `current` returns the current context: a watch outlives the snapshot with which it began, and must not
 * retain it.
 */
export function eventEncoder(
	current: () => WatchContext,
	resource: ServedResource,
	wanted: Representation,
	options: ListOptions,
	framing: EventFraming,
): EventEncoder {
	return new WatchEncoder(current, resource, wanted, options, framing);
}

/** One object instead of closures, for speed: a delivery to a thousand watchers then reads all state from one place in memory. */
class WatchEncoder implements EventEncoder {
	/** The fields that each delivery reads come first. */
	readonly #matches: Predicate;
	/** True for watchers that get events in the stored encoding. */
	readonly #isVerbatim: boolean;
	readonly #framing: EventFraming;
	key: string | undefined;
	readonly judgesLong: boolean;
	// Last result of the selector. `ahead` and `event` may evaluate the selector for the same event one after the other. The result is
	// dropped afterwards.
	#judged: CacheEvent | undefined;
	#verdict: ItemEvent | undefined;
	readonly #key: string;
	readonly #names: EncodingNames;
	readonly #current: () => WatchContext;
	readonly #resource: ServedResource;
	readonly #representation: Representation;
	readonly #include: ListOptions['include'];
	readonly takerClass: TakerClass | undefined;

	constructor(current: () => WatchContext, resource: ServedResource, wanted: Representation, options: ListOptions, framing: EventFraming) {
		// Indentation would break the framing by lines.
		const representation: Representation = { ...wanted, pretty: false };
		const encoding = `${encodingKey(resource, representation)} ${options.include} ${framing.name}`;
		this.#matches = options.matches;
		this.#isVerbatim = resource.servesStoredBytes && isPlainJson(representation);
		this.#framing = framing;
		// A single string, because each delivery reads it and V8 caches its hash.
		this.#key = `${encoding} ${options.filter}`;
		// In a Table, the first event of a watch has the column names, and later ones omit them.
		this.key = representation.as === 'Table' ? undefined : this.#key;
		this.judgesLong = options.judgesLong;
		this.#names = namesOf(encoding);
		this.#current = current;
		this.#resource = resource;
		this.#representation = representation;
		this.#include = options.include;
		this.takerClass = this.key === undefined ? undefined : takerClass(encoding, options);
	}

	alreadyEncoded(event: CacheEvent): Buffer | undefined | null {
		const type = this.#matches === everything ? event.type : selected(event, this.#matches);
		if (type === undefined) return undefined;
		if (!this.#isVerbatim || type !== event.type) return event.known(this.#nameOf(type, this.#isFirst)) ?? null;
		return this.#framing === streamed ? event.json() : (event.known(this.#names[type]) ?? null);
	}

	event(event: CacheEvent): Buffer | undefined {
		const type = this.#typeOf(event);
		this.#judged = undefined;
		return type && this.#shared(event, type);
	}

	told(): void {
		this.#judged = undefined;
		this.key = this.#key;
	}

	ahead(events: readonly CacheEvent[]): Promise<unknown> | undefined {
		if (this.#isVerbatim && this.#matches === everything) return undefined;
		// Another watcher has already encoded these events.
		if (!this.#isFirst && this.#current().batches.has(events, this.#key)) return undefined;
		const made: Promise<unknown>[] = [];
		let isFirst = this.#isFirst;
		for (const event of events) {
			const type = this.#typeOf(event);
			if (type === undefined || (this.#isVerbatim && type === event.type)) continue;
			const name = this.#nameOf(type, isFirst);
			const first = isFirst;
			const make = () => this.#elsewhere(type, shownItem(event, type), unending, first)?.then((bytes) => event.encoded(name, () => bytes));
			const pending = event.known(name) === undefined ? this.#current().underWay.once(event, name, make) : undefined;
			if (pending !== undefined) made.push(pending);
			isFirst = false;
		}
		return made.length === 0 ? undefined : Promise.all(made);
	}

	initial(object: CachedObject): Buffer {
		return this.#encode('ADDED', object, true);
	}

	isElsewhere(object: CachedObject): boolean {
		return !this.#isVerbatim && isShownElsewhere(object, this.#resource, this.#current());
	}

	async initialElsewhere(object: CachedObject, signal: AbortSignal): Promise<Buffer> {
		return this.#elsewhere('ADDED', object, signal, this.#isFirst, true) ?? this.initial(object);
	}

	bookmark(revision: Revision, initialEventsEnd: boolean): Buffer {
		const { kind, storageSchema, storageApiVersion } = this.#resource;
		const annotations = Object.fromEntries(dialectsOf(this.#current().vocabulary).map(({ groupDomain }) => [`${groupDomain}/initial-events-end`, 'true']));
		const metadata = { resourceVersion: String(revision), ...(initialEventsEnd && { annotations }) };
		const object = storageSchema.read({ metadata }, { notices: [] });
		return this.#encode('BOOKMARK', itemOf(stringifyJson(stamped(object, { apiVersion: storageApiVersion, kind: kind.kind }))));
	}

	error(error: ApiError): Buffer {
		const status = this.#current().formats.status.statusOf(error);
		if (this.#representation.encoding === 'protobuf') return this.#framing.protobuf('ERROR', this.#current().formats.status.protobuf(status));
		return jsonEvent('ERROR', stringifyJson(status), this.#framing);
	}

	/** Reports whether the next event is the first of a Table, which has the column names. */
	get #isFirst(): boolean {
		return this.key === undefined;
	}

	#encode(type: EventType, item: Item, isInitial = false): Buffer {
		const shape = { include: this.#include, headers: this.#isFirst };
		const { encoding } = this.#representation;
		if (encoding === 'protobuf')
			return this.#framing.protobuf(type, asBuffer(encodeObject(this.#resource, this.#current(), this.#representation, item, shape)));
		return jsonEvent(type, objectJson(this.#resource, this.#representation, item, shape), this.#framing, isInitial);
	}

	/**
	 * Encodes a large object on the thread of large requests. Returns undefined for an object that is not large. A watch in YAML gets
	 * events in JSON.
	 */
	#elsewhere(type: EventType, item: Item, signal: AbortSignal, isFirst: boolean, isInitial = false): Promise<Buffer> | undefined {
		const shape = { include: this.#include, headers: isFirst };
		const encoding = this.#representation.encoding === 'protobuf' ? 'protobuf' : 'json';
		const representation = { ...this.#representation, encoding } as const;
		const shown = { as: 'answer', representation, options: shape, item, caller: { signal, user: everybody } } as const;
		return shownElsewhere(shown, this.#resource, this.#current())?.then((bytes) =>
			encoding === 'protobuf' ? this.#framing.protobuf(type, bytes) : jsonEvent(type, bytes, this.#framing, isInitial),
		);
	}

	#typeOf(event: CacheEvent): ItemEvent | undefined {
		if (this.#matches === everything) return event.type;
		if (this.#judged !== event) {
			this.#verdict = selected(event, this.#matches);
			this.#judged = event;
		}
		return this.#verdict;
	}

	#nameOf(type: ItemEvent, isFirst: boolean): string {
		return isFirst ? `${this.#names[type]} headers` : this.#names[type];
	}

	#shared(event: CacheEvent, type: ItemEvent): Buffer {
		if (this.#isVerbatim && type === event.type) {
			return this.#framing === streamed ? event.json() : event.encoded(this.#names[type], () => this.#framing.json(event.json(), false));
		}
		return event.encoded(this.#nameOf(type, this.#isFirst), () => this.#encode(type, shownItem(event, type)));
	}
}

function takerClass(encoding: string, { matches, comparison }: ListOptions): TakerClass | undefined {
	if (matches === everything) return { name: encoding, named: undefined };
	return comparison && { name: `${encoding} ${comparison.kind}`, named: comparison };
}

type EncodingNames = Readonly<Record<ItemEvent, string>>;

function namesOf(encoding: string): EncodingNames {
	return { ADDED: `ADDED ${encoding}`, MODIFIED: `MODIFIED ${encoding}`, DELETED: `DELETED ${encoding}` };
}

/** Returns the type that an event has for this selector: DELETED for an object that no longer matches, ADDED for one that now matches. */
function selected({ type, object, previous }: CacheEvent, matches: ListOptions['matches']): ItemEvent | undefined {
	const now = matches(object);
	if (type !== 'MODIFIED') return now ? type : undefined;
	const before = previous !== undefined && matches(previous);
	if (now) return before ? 'MODIFIED' : 'ADDED';
	return before ? 'DELETED' : undefined;
}

/** Returns the item to send. For an object that no longer matches, this is its last matching state with the revision of the change. */
function shownItem({ type, object, previous, revision }: CacheEvent, told: EventType): Item {
	if (told !== 'DELETED' || type !== 'MODIFIED' || previous === undefined) return object;
	return { bytes: withRevision(previous, revision), form: previous.form };
}

/**
 * Replaces the resource version in the bytes. The search finds the right place, because no text before an object's resourceVersion can look
 * like it.
 */
function withRevision({ bytes, revision: before }: CachedObject, revision: Revision): Buffer {
	const digits = String(before);
	const start = bytes.indexOf(`"resourceVersion":"${digits}"`) + '"resourceVersion":"'.length;
	return Buffer.concat([bytes.subarray(0, start), Buffer.from(String(revision)), bytes.subarray(start + digits.length)]);
}

/** User name for encodings that all watchers share. */
const everybody = { name: '' };

const tail = Buffer.from('}\n');

function jsonEvent(type: string, object: Buffer | string, framing: EventFraming, isInitial = false): Buffer {
	return framing.json(Buffer.concat([Buffer.from(`{"type":"${type}","object":`), asBuffer(object), tail]), isInitial);
}
