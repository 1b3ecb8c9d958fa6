/** Reads field numbers from `.proto` files, and messages that JSON does not nest. These files have no messages inside messages. */

export interface ProtoField {
	readonly name: string;
	readonly type: string;
	readonly number: number;
	readonly repeated: boolean;
}

export type ProtoMessages = ReadonlyMap<string, readonly ProtoField[]>;

export function readProto(source: string): ProtoMessages {
	const messages = new Map<string, ProtoField[]>();
	const code = source.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
	for (const match of code.matchAll(/^message (\w+) \{\n([\s\S]*?)^\}/gm)) messages.set(match[1] ?? '', readFields(match[2] ?? ''));
	return messages;
}

function readFields(body: string): ProtoField[] {
	const fields: ProtoField[] = [];
	for (const match of body.matchAll(/^\s*(?:(optional|required|repeated)\s+)?(map<[^>]+>|[\w.]+)\s+(\w+)\s*=\s*(\d+)/gm)) {
		const [, label, type = '', name = '', number = ''] = match;
		fields.push({ name, type: type.replace(/^\./, ''), number: Number(number), repeated: label === 'repeated' || type.startsWith('map<') });
	}
	return fields;
}
