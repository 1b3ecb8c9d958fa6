/**
 * Reads Go structs for facts that OpenAPI lacks and encodings depend on: order of fields, pointers, `omitempty`, embedding, field numbers,
 * patch strategy. Only struct bodies, tags and named text constants are parsed.
 */

export interface GoField {
	/** Name in JSON; empty for an embedded struct, whose fields are inlined. */
	readonly name: string;
	readonly type: string;
	readonly pointer: boolean;
	readonly omitEmpty: boolean;
	readonly embedded: boolean;
	readonly number?: number;
	readonly patchStrategy?: string;
	readonly patchMergeKey?: string;
	/** Name in protobuf, which an embedded struct has too. */
	readonly protobufName?: string;
}

export interface GoTypes {
	readonly structs: ReadonlyMap<string, readonly GoField[]>;
	/** Named text types that are closed sets, with their constants. */
	readonly enums: ReadonlyMap<string, readonly string[]>;
}

export const noGoTypes: GoTypes = { structs: new Map(), enums: new Map() };

export function readGoTypes(sources: readonly string[]): GoTypes {
	const structs = new Map<string, readonly GoField[]>();
	const enums = new Map<string, string[]>();
	for (const source of sources) {
		const code = source.replace(/\/\*[\s\S]*?\*\//g, '');
		for (const match of code.matchAll(/((?:^\/\/.*\n)*)^type (\w+) string$/gm)) if (/^\/\/ \+enum\s*$/m.test(match[1] ?? '')) enums.set(match[2] ?? '', []);
		for (const match of withoutComments(code).matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) structs.set(match[1] ?? '', readFields(match[2] ?? ''));
	}
	for (const source of sources) {
		for (const match of withoutComments(source).matchAll(/^\s*(?:const )?\w+\s+(\w+)\s*=\s*"([^"]*)"\s*$/gm)) enums.get(match[1] ?? '')?.push(match[2] ?? '');
	}
	return { structs, enums };
}

function withoutComments(code: string): string {
	return code.replace(/\/\/.*$/gm, '');
}

function readFields(body: string): GoField[] {
	return body.split('\n').flatMap((line) => readField(line.trim()) ?? []);
}

function readField(line: string): GoField | undefined {
	const match = /^(?:(\w+)\s+)?(\*?)([\w.[\]*{}]+)\s+`([^`]*)`$/.exec(line);
	if (match === null) return undefined;
	const [, goName, star, type = '', tags = ''] = match;
	const [jsonName = '', ...options] = (tag(tags, 'json') ?? '').split(',');
	if (jsonName === '-') return undefined;
	const protobuf = tag(tags, 'protobuf')?.split(',') ?? [];
	const number = Number(protobuf[1]);
	const protobufName = protobuf.find((part) => part.startsWith('name='))?.slice('name='.length);
	const patchStrategy = tag(tags, 'patchStrategy');
	const patchMergeKey = tag(tags, 'patchMergeKey');
	return {
		name: jsonName,
		type,
		pointer: star === '*',
		omitEmpty: options.includes('omitempty'),
		embedded: goName === undefined || jsonName === '',
		...(Number.isInteger(number) ? { number } : {}),
		...(patchStrategy === undefined ? {} : { patchStrategy }),
		...(patchMergeKey === undefined ? {} : { patchMergeKey }),
		...(protobufName === undefined ? {} : { protobufName }),
	};
}

function tag(tags: string, name: string): string | undefined {
	return new RegExp(`(?:^|\\s)${name}:"([^"]*)"`).exec(tags)?.[1];
}
