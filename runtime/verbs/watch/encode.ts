/** Events in the representation that a watcher asked for: filtered by its selector, each encoding made once per event. */
import { type ApiError, statusOf } from '../../api/errors.ts';
import { encodeObject, objectJson } from '../../codec/encode-object.ts';
import { type Item, type ItemEvent, itemOf } from '../../codec/item-form.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { dialectsOf } from '../../model/vocabulary.ts';
import { everything } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import { stamped } from '../body.ts';
import type { VerbContext } from '../contract.ts';
import { isShownElsewhere, shownElsewhere, unending } from '../large-objects.ts';
import type { ListOptions } from '../read/list-options.ts';
import { asBuffer } from '../respond.ts';
import { encodingKey } from '../response-formats.ts';
import { type EventFraming, streamed } from './framing.ts';

export interface EventEncoder {
	/** Equal for watchers that get the same bytes for the same events; undefined while the next event is this watcher's alone. */
	readonly key: string | undefined;
	/** Whether events are judged by a selector. */
	readonly selects: boolean;
	/** Undefined: not for this watcher. Equal bytes however often it is asked, until something is told. */
	event(event: CacheEvent): Buffer | undefined;
	/** To be called when an event was handed over. */
	told(): void;
	/** Large events among these, made elsewhere, so that `event` finds them made. Undefined: there are none. Rejects with ApiError. */
	ahead(events: readonly CacheEvent[]): Promise<unknown> | undefined;
	initial(object: CachedObject): Buffer;
	/** Whether the object is so large that `initialElsewhere` is to be asked. */
	isElsewhere(object: CachedObject): boolean;
	/** What `initial` gives, made elsewhere. Rejects with ApiError. */
	initialElsewhere(object: CachedObject, signal: AbortSignal): Promise<Buffer>;
	/** `initialEventsEnd`: it closes a streaming list. */
	bookmark(revision: Revision, initialEventsEnd: boolean): Buffer;
	error(error: ApiError): Buffer;
}

type EventType = ItemEvent | 'BOOKMARK';

/** `current`: a watch outlives the snapshot that it began with, and holds none. */
export function eventEncoder(
	current: () => VerbContext,
	resource: ServedResource,
	wanted: Representation,
	options: ListOptions,
	framing: EventFraming,
): EventEncoder {
	// Indented events would be no lines.
	const representation: Representation = { ...wanted, pretty: false };
	const { matches, include, filter } = options;
	const verbatim = resource.servesStoredBytes && isPlainJson(representation);
	const encoding = `${encodingKey(resource, representation)} ${include} ${framing.name}`;
	// Asked for with each delivery: one text, whose hash is known.
	const key = `${encoding} ${filter}`;
	// A Table names its columns in the first event of a watch alone.
	let headers = representation.as === 'Table';

	function encode(type: EventType, item: Item): Buffer {
		const shape = { include, headers };
		if (representation.encoding === 'protobuf') return framing.protobuf(type, asBuffer(encodeObject(resource, current(), representation, item, shape)));
		return jsonEvent(type, objectJson(resource, representation, item, shape), framing);
	}

	/** Undefined: the object is not large. Of a watch in YAML the events are JSON all the same. */
	function elsewhere(type: EventType, item: Item, signal: AbortSignal, isFirst: boolean): Promise<Buffer> | undefined {
		const shape = { include, headers: isFirst };
		const encoding = representation.encoding === 'protobuf' ? 'protobuf' : 'json';
		const shown = { as: 'answer', representation: { ...representation, encoding }, options: shape, item, caller: { signal, user: everybody } } as const;
		return shownElsewhere(shown, resource, current())?.then((bytes) =>
			encoding === 'protobuf' ? framing.protobuf(type, bytes) : jsonEvent(type, bytes, framing),
		);
	}

	// Each event is asked about twice, one right after the other: ahead, and to be told. It is not held beyond that.
	let judged: CacheEvent | undefined;
	let verdict: ItemEvent | undefined;

	function typeOf(event: CacheEvent): ItemEvent | undefined {
		if (matches === everything) return event.type;
		if (judged !== event) {
			verdict = selected(event, matches);
			judged = event;
		}
		return verdict;
	}

	const names = { ADDED: `ADDED ${encoding}`, MODIFIED: `MODIFIED ${encoding}`, DELETED: `DELETED ${encoding}` };

	function nameOf(type: ItemEvent, isFirst: boolean): string {
		return isFirst ? `${names[type]} headers` : names[type];
	}

	function shared(event: CacheEvent, type: ItemEvent): Buffer {
		if (verbatim && type === event.type) return framing === streamed ? event.json() : event.encoded(names[type], () => framing.json(event.json()));
		return event.encoded(nameOf(type, headers), () => encode(type, shownItem(event, type)));
	}

	function ahead(events: readonly CacheEvent[]): Promise<unknown> | undefined {
		// Another watcher went through them.
		if (!headers && current().batches.has(events, key)) return undefined;
		const made: Promise<unknown>[] = [];
		let isFirst = headers;
		for (const event of events) {
			const type = typeOf(event);
			if (type === undefined || (verbatim && type === event.type)) continue;
			const name = nameOf(type, isFirst);
			const make = () => elsewhere(type, shownItem(event, type), unending, isFirst)?.then((bytes) => event.encoded(name, () => bytes));
			const pending = event.known(name) === undefined ? current().underWay.once(event, name, make) : undefined;
			if (pending !== undefined) made.push(pending);
			isFirst = false;
		}
		return made.length === 0 ? undefined : Promise.all(made);
	}

	// Not an accessor: with one, each encoder would have a shape of its own, and every use of it would be a search.
	const encoder: EventEncoder & { key: string | undefined } = {
		key: headers ? undefined : key,
		selects: matches !== everything,
		event(event) {
			const type = typeOf(event);
			judged = undefined;
			return type && shared(event, type);
		},
		told() {
			judged = undefined;
			if (!headers) return;
			headers = false;
			encoder.key = key;
		},
		ahead: (events) => (verbatim && matches === everything ? undefined : ahead(events)),
		initial: (object) => encode('ADDED', object),
		isElsewhere: (object) => !verbatim && isShownElsewhere(object, resource, current()),
		initialElsewhere: async (object, signal) => elsewhere('ADDED', object, signal, headers) ?? encode('ADDED', object),
		bookmark(revision, initialEventsEnd) {
			const annotations = Object.fromEntries(dialectsOf(current().vocabulary).map(({ groupDomain }) => [`${groupDomain}/initial-events-end`, 'true']));
			const metadata = { resourceVersion: String(revision), ...(initialEventsEnd && { annotations }) };
			const object = resource.storageSchema.read({ metadata }, { notices: [] });
			return encode('BOOKMARK', itemOf(stringifyJson(stamped(object, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind }))));
		},
		error(error) {
			const status = statusOf(error) as JsonObject;
			if (representation.encoding === 'protobuf') return framing.protobuf('ERROR', current().formats.status.protobuf(status));
			return jsonEvent('ERROR', stringifyJson(status), framing);
		},
	};
	return encoder;
}

/** What the event is for a selector: an object that leaves it is deleted for the watcher, one that enters is added. */
function selected({ type, object, previous }: CacheEvent, matches: ListOptions['matches']): ItemEvent | undefined {
	const now = matches(object);
	if (type !== 'MODIFIED') return now ? type : undefined;
	const before = previous !== undefined && matches(previous);
	if (now) return before ? 'MODIFIED' : 'ADDED';
	return before ? 'DELETED' : undefined;
}

/** An object that leaves a selector is told as it was while it matched, with the revision at which it left. */
function shownItem({ type, object, previous, revision }: CacheEvent, told: EventType): Item {
	if (told !== 'DELETED' || type !== 'MODIFIED' || previous === undefined) return object;
	return { bytes: withRevision(previous, revision), form: previous.form };
}

/** Nothing that stands before the resourceVersion of an object can look like it. */
function withRevision({ bytes, revision: before }: CachedObject, revision: Revision): Buffer {
	const digits = String(before);
	const start = bytes.indexOf(`"resourceVersion":"${digits}"`) + '"resourceVersion":"'.length;
	return Buffer.concat([bytes.subarray(0, start), Buffer.from(String(revision)), bytes.subarray(start + digits.length)]);
}

/** What is made for one watcher is there for all. */
const everybody = { name: '' };

const tail = Buffer.from('}\n');

function jsonEvent(type: string, object: Buffer | string, framing: EventFraming): Buffer {
	return framing.json(Buffer.concat([Buffer.from(`{"type":"${type}","object":`), asBuffer(object), tail]));
}
