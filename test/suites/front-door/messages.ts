/** Decodes ConfigMap events from the wire, in JSON or protobuf, split at any byte. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

export interface Shown {
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	/** Content from the writer: its word and the length of its padding. */
	readonly value: string;
	readonly labels: Readonly<Record<string, string>>;
}

export type Message =
	| { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Shown }
	| { readonly type: 'BOOKMARK'; readonly revision: number; readonly endsInitial: boolean }
	| { readonly type: 'ERROR'; readonly code: number; readonly reason: string; readonly message: string };

export type Encoding = 'json' | 'protobuf';

export const mediaTypes: Readonly<Record<Encoding, string>> = {
	json: 'application/json',
	protobuf: 'application/vnd.kubernetes.protobuf;stream=watch',
};

/** Takes received bytes and returns the complete messages. */
export type Decoder = (bytes: Buffer) => readonly Message[];

export function decoder(encoding: Encoding): Decoder {
	const cut = encoding === 'json' ? cutLine : cutFrame;
	const read = encoding === 'json' ? jsonMessage : protobufMessage;
	let parts: Buffer[] = [];
	return (bytes) => {
		parts.push(bytes);
		// A large event arrives in many chunks.
		if (encoding === 'json' && !bytes.includes(newline)) return [];
		let rest = Buffer.concat(parts);
		const messages: Message[] = [];
		for (let end = cut(rest); end !== undefined; end = cut(rest)) {
			messages.push(read(rest.subarray(0, end)));
			rest = rest.subarray(end);
		}
		parts = [rest];
		return messages;
	};
}

const newline = 0x0a;

function cutLine(bytes: Buffer): number | undefined {
	const end = bytes.indexOf(newline);
	return end === -1 ? undefined : end + 1;
}

function cutFrame(bytes: Buffer): number | undefined {
	if (bytes.length < 4) return undefined;
	const end = 4 + bytes.readUInt32BE(0);
	return end > bytes.length ? undefined : end;
}

interface ConfigMap {
	readonly metadata: {
		readonly name?: string | undefined;
		readonly namespace?: string | undefined;
		readonly resourceVersion?: string | undefined;
		readonly labels?: Readonly<Record<string, string>>;
		readonly annotations?: Readonly<Record<string, string>>;
	};
	readonly data?: { readonly v?: string; readonly pad?: string };
}

export function shownOf({ metadata, data = {} }: ConfigMap): Shown {
	const { name = '', namespace = '', resourceVersion = '', labels = {} } = metadata;
	const { v = '', pad = '' } = data;
	if (!/^x*$/.test(pad)) throw new Error(`${namespace}/${name} at ${resourceVersion} has content that nobody wrote: ${pad.slice(0, 100)}`);
	return { revision: Number(resourceVersion), namespace, name, labels, value: `${v} and ${pad.length}` };
}

function messageOf(type: string, object: ConfigMap): Message {
	switch (type) {
		case 'ADDED':
		case 'MODIFIED':
		case 'DELETED':
			return { type, object: shownOf(object) };
		case 'BOOKMARK': {
			const { resourceVersion, annotations = {} } = object.metadata;
			return { type, revision: Number(resourceVersion), endsInitial: annotations['k8s.io/initial-events-end'] === 'true' };
		}
		default:
			throw new Error(`no event is called ${type}`);
	}
}

function jsonMessage(line: Buffer): Message {
	const { type, object } = JSON.parse(line.toString()) as { type: string; object: ConfigMap & { code: number; reason: string; message: string } };
	if (type !== 'ERROR') return messageOf(type, object);
	const { code, reason, message } = object;
	return { type, code, reason, message };
}

/** Decodes a WatchEvent, whose object is a message in an envelope. */
function protobufMessage(frame: Buffer): Message {
	const event = new Fields(frame.subarray(4));
	const type = event.text(1);
	const enveloped = new Fields(event.bytes(2)).bytes(1);
	if (Buffer.from(enveloped.subarray(0, 4)).toString('latin1') !== 'k8s\0') throw new Error('the object of an event has no envelope');
	const object = new Fields(new Fields(enveloped.subarray(4)).bytes(2));
	if (type === 'ERROR') return { type, code: object.number(6), reason: object.text(4), message: object.text(3) };
	return messageOf(type, configMapOf(object));
}

function configMapOf(object: Fields): ConfigMap {
	const metadata = new Fields(object.bytes(1));
	const [name, namespace, resourceVersion] = [1, 3, 6].map((number) => metadata.text(number));
	return { metadata: { name, namespace, resourceVersion, labels: metadata.entries(11), annotations: metadata.entries(12) }, data: object.entries(2) };
}

/** Fields of a protobuf message by number. */
class Fields {
	readonly #values = new Map<number, (Uint8Array | number)[]>();

	constructor(bytes: Uint8Array) {
		const reader = new BinaryReader(bytes);
		while (reader.pos < reader.len) {
			const [number, wireType] = reader.tag();
			const value = wireType === WireType.LengthDelimited ? reader.bytes() : reader.int32();
			this.#values.set(number, [...(this.#values.get(number) ?? []), value]);
		}
	}

	bytes(number: number): Uint8Array {
		const value = this.#values.get(number)?.at(-1);
		return value instanceof Uint8Array ? value : new Uint8Array();
	}

	text(number: number): string {
		return Buffer.from(this.bytes(number)).toString();
	}

	number(number: number): number {
		return Number(this.#values.get(number)?.at(-1) ?? 0);
	}

	/** Returns the entries of a map of strings. */
	entries(number: number): Record<string, string> {
		const entries = (this.#values.get(number) ?? []).map((bytes) => new Fields(bytes as Uint8Array));
		return Object.fromEntries(entries.map((entry) => [entry.text(1), entry.text(2)]));
	}
}
