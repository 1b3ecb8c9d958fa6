/**
 * YAML to values, as Kubernetes' decoder reads it (1.1 scalars, merge keys, one document), with bounds on what aliases
 * produce. Writing is `yaml-writer.ts`'s. Source: seed 1; limits and faults, CVE-2019-11253.
 */
import { createRequire } from 'node:module';
import type { Alias, Document, LineCounter, Node, Pair, Scalar, YAMLMap } from 'yaml';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { setOwn } from '../model/equal.ts';
import { MalformedError } from '../model/malformed.ts';
import { maxDuplicates } from '../wire/json/duplicates.ts';
import { maxJsonDepth, type ParseOptions } from '../wire/json/json.ts';
import { plainScalar } from './yaml-scalar.ts';

export { writeYaml } from './yaml-writer.ts';

/** Values that aliases may add to a document: an object that a person wrote repeats dozens, a bomb billions. */
const maxAliased = 10_000;
/** Levels of nesting: the library's parser calls itself, and its own stack ends at some thousands. */
const maxFlowDepth = 200;
/** `- - - ...`: a level for every two bytes. */
const nestedOnOneLine = /^ *(?:[-?:] +){200}/m;

/**
 * Throws MalformedError on malformed text, on more than one document, and on aliases that produce too much.
 * `duplicates` gets one sentence per key that stands twice; the last one wins. `asOneError` makes one of them all.
 */
export function parseYaml(bytes: Uint8Array | string, options: ParseOptions = {}): JsonValue {
	const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	checkDepth(text);
	const lines = new (library().LineCounter)();
	const document = onlyDocument(text, lines);
	const reader = new DocumentReader(lines, options.duplicates);
	return document.contents === null ? null : reader.read(document.contents);
}

/** All that stands twice, in the one text that clients know from errors. */
export function asOneError(duplicates: readonly string[]): string {
	return `yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`;
}

let loaded: typeof import('yaml') | undefined;

/** The library is loaded at the first YAML body, never at start. */
function library(): typeof import('yaml') {
	if (loaded === undefined) {
		// In the bundle `require` is the bundler's, which takes the library in; in development there is none, and Node's finds it.
		loaded = typeof require === 'function' ? (require('yaml') as typeof import('yaml')) : (createRequire(import.meta.url)('yaml') as typeof import('yaml'));
	}
	return loaded;
}

function refuse(problem: string): MalformedError {
	return new MalformedError(`error converting YAML to JSON: yaml: ${problem}`);
}

/** Brackets of flow collections, counted without regard to quotes: an upper bound. Block nesting costs its square in bytes, so bodies bound it. */
function checkDepth(text: string): void {
	if (nestedOnOneLine.test(text)) throw refuse(`exceeded max depth of ${maxFlowDepth}`);
	let level = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x5b || code === 0x7b) {
			if (++level > maxFlowDepth && deepest(text) > maxFlowDepth) throw refuse(`exceeded max depth of ${maxFlowDepth}`);
			if (level > maxFlowDepth) return;
		} else if ((code === 0x5d || code === 0x7d) && level > 0) level--;
	}
}

/** The same without what stands in double quotes, for data that is full of brackets. */
function deepest(text: string): number {
	let level = 0;
	let max = 0;
	for (const [bracket] of text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '').matchAll(/[[\]{}]/g)) {
		level = Math.max(0, level + (bracket === '[' || bracket === '{' ? 1 : -1));
		max = Math.max(max, level);
	}
	return max;
}

function onlyDocument(text: string, lineCounter: LineCounter): Document {
	let documents: readonly Document[];
	try {
		const parsed = library().parseAllDocuments(text, {
			schema: 'failsafe',
			version: '1.1',
			uniqueKeys: false,
			lineCounter,
			logLevel: 'silent',
			stringKeys: false,
		});
		documents = 'empty' in parsed ? [] : (parsed as Document[]);
	} catch (error) {
		// The parser calls itself per level.
		if (error instanceof RangeError) throw refuse('nested too deeply');
		throw error;
	}
	const filled = documents.filter((document) => !isBlank(document));
	const [error] = filled.flatMap(({ errors }) => errors);
	if (error !== undefined) throw refuse(`line ${error.linePos?.[0].line ?? 1}: ${sentence(error.message)}`);
	if (filled.length > 1) throw refuse('expected a single document in the stream, found more');
	return filled[0] ?? documents[0] ?? emptyDocument();
}

/** `---` at the end of a file starts a document with nothing in it. */
function isBlank({ contents, errors }: Document): boolean {
	return errors.length === 0 && (contents === null || (library().isScalar(contents) && contents.type === 'PLAIN' && contents.source === ''));
}

function emptyDocument(): Document {
	throw refuse('expected a document, found none');
}

/** The library's first line, without its position (its own line numbers follow ours) and without the source it quotes. */
function sentence(message: string): string {
	return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
}

class DocumentReader {
	private readonly lines: LineCounter;
	private readonly duplicates: string[] | undefined;
	/** Anchored nodes by name, as far as the document has been read. */
	private readonly anchors = new Map<string, Node>();
	/** Anchors being read, in which an alias to them would never end. */
	private readonly open = new Set<string>();
	private aliasDepth = 0;
	private aliased = 0;
	private depth = 0;

	constructor(lines: LineCounter, duplicates: string[] | undefined) {
		this.lines = lines;
		this.duplicates = duplicates;
	}

	read(node: unknown): JsonValue {
		if (this.aliasDepth > 0 && ++this.aliased > maxAliased) throw refuse('document contains excessive aliasing');
		if (library().isAlias(node)) return this.alias(node);
		const anchor = (node as (Node & { anchor?: string }) | null)?.anchor;
		if (anchor !== undefined) this.anchors.set(anchor, node as Node);
		if (library().isScalar(node)) return this.scalar(node);
		if (++this.depth > maxJsonDepth) throw refuse(`exceeded max depth of ${maxJsonDepth}`);
		if (anchor !== undefined) this.open.add(anchor);
		let value: JsonValue = null;
		if (library().isMap(node)) value = this.map(node);
		else if (library().isSeq(node)) value = node.items.map((item) => this.read(item));
		if (anchor !== undefined) this.open.delete(anchor);
		this.depth--;
		return value;
	}

	private alias({ source }: Alias): JsonValue {
		const target = this.anchors.get(source);
		if (target === undefined) throw refuse(`unknown anchor '${source}' referenced`);
		if (this.open.has(source)) throw refuse(`anchor '${source}' value contains itself`);
		this.aliasDepth++;
		const value = this.read(target);
		this.aliasDepth--;
		return value;
	}

	private scalar(node: Scalar): JsonValue {
		const text = String(node.value ?? '');
		switch (node.tag) {
			case 'tag:yaml.org,2002:str':
				return text;
			case 'tag:yaml.org,2002:binary':
				return Buffer.from(text.replace(/\s/g, ''), 'base64').toString('utf8');
			case 'tag:yaml.org,2002:int':
			case 'tag:yaml.org,2002:float':
			case 'tag:yaml.org,2002:bool':
			case 'tag:yaml.org,2002:null':
				return this.plain(text, node);
			default:
				return node.type === 'PLAIN' ? this.plain(text, node) : text;
		}
	}

	private plain(text: string, node: Node): JsonValue {
		const value = plainScalar(text);
		if (value === undefined) throw refuse(`line ${this.line(node)}: ${text} has no JSON form`);
		return value;
	}

	private map(node: YAMLMap): JsonObject {
		const object: JsonObject = {};
		const merges: JsonObject[] = [];
		for (const pair of node.items as Pair[]) {
			if (isMergeKey(pair)) merges.push(...this.mergeSources(pair));
			else this.member(object, pair);
		}
		// The map's own keys win, then earlier sources.
		for (const source of merges) for (const key of Object.keys(source)) if (!Object.hasOwn(object, key)) setOwn(object, key, source[key] ?? null);
		return object;
	}

	/** A key that stands twice is found, and placed, where its value is: clients know these sentences, and their order. */
	private member(object: JsonObject, { key, value }: Pair): void {
		const name = this.key(key);
		const read = value === null ? null : this.read(value);
		if (this.duplicates !== undefined && this.duplicates.length < maxDuplicates && this.aliasDepth === 0 && Object.hasOwn(object, name)) {
			const at = isEmptyScalar(value) ? key : value;
			this.duplicates.push(`line ${this.line(at as Node)}: key ${this.quoted(key, name)} already set in map`);
		}
		setOwn(object, name, read);
	}

	/** Only text stands in quotes. */
	private quoted(key: unknown, name: string): string {
		const value = key === null ? null : this.read(key);
		if (value === null) return '<nil>';
		return typeof value === 'string' ? JSON.stringify(name) : name;
	}

	/** Scalars of other types are keys by their text in JSON. */
	private key(key: unknown): string {
		const value = key === null ? null : this.read(key);
		if (value === null) return 'null';
		if (typeof value === 'object') throw refuse(`line ${this.line(key as Node)}: a map or a list cannot be a key`);
		return String(value);
	}

	private mergeSources({ value }: Pair): JsonObject[] {
		const read = this.read(value);
		const sources = Array.isArray(read) ? read : [read];
		return sources.map((source) => {
			if (source === null || typeof source !== 'object' || Array.isArray(source)) throw refuse('map merge requires map or sequence of maps as the value');
			return source;
		});
	}

	private line(node: Node | null): number {
		return this.lines.linePos(node?.range?.[0] ?? 0).line;
	}
}

/** Nothing stands where the value would. */
function isEmptyScalar(value: unknown): boolean {
	return value === null || (library().isScalar(value) && value.type === 'PLAIN' && value.source === '');
}

function isMergeKey({ key }: Pair): boolean {
	return library().isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
}
