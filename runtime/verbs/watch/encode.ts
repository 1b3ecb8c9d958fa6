/** Events in the representation that a watcher asked for: filtered by its selector, each encoding made once per event. */
import { type ApiError, statusOf } from '../../api/errors.ts';
import { encodeObject, objectJson } from '../../codec/encode-object.ts';
import { type Item, itemOf, parseWhole } from '../../codec/item-form.ts';
import { isPlainJson, type Representation } from '../../codec/representation.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { dialectsOf } from '../../model/vocabulary.ts';
import { everything } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import { eventFrame } from '../../wire/protobuf/message.ts';
import { encodingKey } from '../answers.ts';
import { stamped } from '../body.ts';
import type { VerbContext } from '../contract.ts';
import type { ListOptions } from '../read/list-options.ts';
import { asBuffer } from '../respond.ts';
import { metadataOf } from '../write/metadata/metadata.ts';

export interface EventEncoder {
	/** Equal for watchers that get the same bytes for the same events; undefined while the next event is this watcher's alone. */
	readonly key: string | undefined;
	/** Undefined: not for this watcher. Equal bytes however often it is asked, until something is told. */
	event(event: CacheEvent): Buffer | undefined;
	/** To be called when an event was handed over. */
	told(): void;
	initial(object: CachedObject): Buffer;
	/** `initialEventsEnd`: it closes a streaming list. */
	bookmark(revision: Revision, initialEventsEnd: boolean): Buffer;
	error(error: ApiError): Buffer;
}

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';

/** `current`: a watch outlives the snapshot that it began with, and holds none. */
export function eventEncoder(current: () => VerbContext, resource: ServedResource, wanted: Representation, options: ListOptions): EventEncoder {
	// Indented events would be no lines.
	const representation: Representation = { ...wanted, pretty: false };
	const { matches, include, filter } = options;
	const verbatim = resource.servesStoredBytes && isPlainJson(representation);
	const encoding = `${encodingKey(resource, representation)} ${include}`;
	// A Table names its columns in the first event of a watch alone.
	let headers = representation.as === 'Table';

	function encode(type: EventType, item: Item): Buffer {
		const shape = { include, headers };
		if (representation.encoding === 'protobuf') return eventFrame(type, asBuffer(encodeObject(resource, current(), representation, item, shape)));
		return jsonEvent(type, objectJson(resource, representation, item, shape));
	}

	function shared(event: CacheEvent, type: EventType): Buffer {
		if (verbatim && type === event.type) return event.json();
		if (headers) return encode(type, shownItem(event, type));
		return event.encoded(`${type} ${encoding}`, () => encode(type, shownItem(event, type)));
	}

	return {
		get key() {
			return headers ? undefined : `${encoding} ${filter}`;
		},
		event(event) {
			if (matches === everything) return shared(event, event.type);
			const type = selected(event, matches);
			return type && shared(event, type);
		},
		told() {
			headers = false;
		},
		initial: (object) => encode('ADDED', object),
		bookmark(revision, initialEventsEnd) {
			const annotations = Object.fromEntries(dialectsOf(current().vocabulary).map(({ groupDomain }) => [`${groupDomain}/initial-events-end`, 'true']));
			const metadata = { resourceVersion: String(revision), ...(initialEventsEnd && { annotations }) };
			const object = resource.storageSchema.read({ metadata }, { notices: [] });
			return encode('BOOKMARK', itemOf(stringifyJson(stamped(object, { apiVersion: resource.storageApiVersion, kind: resource.kind.kind }))));
		},
		error(error) {
			const status = statusOf(error) as JsonObject;
			if (representation.encoding === 'protobuf') return eventFrame('ERROR', current().answers.status.protobuf(status));
			return jsonEvent('ERROR', stringifyJson(status));
		},
	};
}

/** What the event is for a selector: an object that leaves it is deleted for the watcher, one that enters is added. */
function selected({ type, object, previous }: CacheEvent, matches: ListOptions['matches']): EventType | undefined {
	const now = matches(object);
	if (type !== 'MODIFIED') return now ? type : undefined;
	const before = previous !== undefined && matches(previous);
	if (now) return before ? 'MODIFIED' : 'ADDED';
	return before ? 'DELETED' : undefined;
}

/** An object that leaves a selector is told as it was while it matched, with the revision at which it left. */
function shownItem({ type, object, previous, revision }: CacheEvent, told: EventType): Item {
	if (told !== 'DELETED' || type !== 'MODIFIED' || previous === undefined) return object;
	const left = parseWhole(previous);
	metadataOf(left).resourceVersion = String(revision);
	return itemOf(stringifyJson(left));
}

const tail = Buffer.from('}\n');

function jsonEvent(type: string, object: Buffer | string): Buffer {
	return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), asBuffer(object), tail]);
}
