/** A watch event, shared by all readers and serialised once. */
import type { ItemForm } from '../../codec/item-form.ts';
import type { Change, Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent } from '../contract.ts';
import { type Encoded, type Encoding, type EncodingKeeper, encodingOf } from '../objects/encodings.ts';
import { LabelsAndFields } from '../objects/labels-and-fields.ts';
import { fittingForm, leftOutBy, splice } from '../objects/splice.ts';

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

/** An object outside the cache, read from the log. Its shown form is built on first use, because the previous state is rarely needed. */
class PastObject implements CachedObject, Encoded {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly form: ItemForm;
	encodings: Encoding[] | undefined;
	readonly #labelsAndFields: LabelsAndFields;
	readonly #stored: Uint8Array;
	#shown: Buffer | undefined;

	constructor({ namespace, name, revision }: Change, labelsAndFields: LabelsAndFields, typeForm: ItemForm, json: Uint8Array) {
		this.namespace = namespace;
		this.name = name;
		this.revision = revision;
		this.form = fittingForm(typeForm, json);
		this.#labelsAndFields = labelsAndFields;
		this.#stored = json;
	}

	get bytes(): Buffer {
		this.#shown ??= splice(this.#stored, this.revision, leftOutBy(this.form));
		return this.#shown;
	}

	get labels(): Readonly<Record<string, string>> {
		return this.#labelsAndFields.labels;
	}

	get fields(): Readonly<Record<string, string>> {
		return this.#labelsAndFields.fields;
	}
}

/** Creates the event of a log row, equal to the one that memory would have had. */
export function eventOfChange(keeper: EncodingKeeper, form: ItemForm, change: Change): Event {
	const { revision, bytes, previous } = change;
	const past = previous && new PastObject(change, new LabelsAndFields(previous.side), form, previous.bytes);
	if (bytes !== undefined) {
		const object = new PastObject(change, new LabelsAndFields(change.side ?? ''), form, bytes);
		return new Event(keeper, past ? 'MODIFIED' : 'ADDED', object, past, revision);
	}
	if (past === undefined) throw new Error(`the log is damaged: revision ${revision} deleted what was not there`);
	return new Event(keeper, 'DELETED', past, past, revision);
}
