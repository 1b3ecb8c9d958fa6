/**
 * YAML decoder that behaves like Kubernetes': 1.1 scalars, merge keys, one document. It takes linear time, and limits depth and alias
 * expansion (CVE-2019-11253). `writer.ts` is the encoder.
 */

import { Cursor, code } from './cursor.ts';
import type { NodeLines } from './node-lines.ts';
import type { NodeOptions } from './node-options.ts';
import { NodeReader } from './node-reader.ts';
import { malformedYaml } from './problem.ts';
import type { TagHandles } from './properties.ts';
import type { YamlValue } from './value.ts';

export interface YamlOptions {
	/** Receives a sentence per duplicate key, at most a hundred; the last value wins. */
	readonly duplicates?: string[];
	/** Receives the lines of all members. */
	readonly lines?: NodeLines;
}

/**
 * Parses one document; a text without one is null. Throws YamlError for malformed text, a second document, or too much alias
 * expansion. `duplicates` receives a sentence per duplicate key, whose last value wins; `asOneError` joins them.
 */
export function parseYaml(bytes: Uint8Array | string, { duplicates, lines }: YamlOptions = {}): YamlValue {
	const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	const cursor = new Cursor(text);
	let found: { readonly value: YamlValue } | undefined;
	for (;;) {
		const handles = readDirectives(cursor);
		if (cursor.ended && handles === undefined) break;
		const value = readDocument(cursor, { duplicates, lines, handles: handles ?? new Map() });
		if (value === undefined) continue;
		if (found !== undefined) throw malformedYaml('expected a single document in the stream, found more');
		found = { value };
	}
	return found?.value ?? null;
}

/** Joins the sentences about duplicate keys into one error text, as in Kubernetes. */
export function asOneError(duplicates: readonly string[]): string {
	return `yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`;
}

/** Returns undefined for an empty document, such as one after a final `---`. */
function readDocument(cursor: Cursor, options: NodeOptions): YamlValue | undefined {
	const starts = cursor.isMarker() && cursor.next === code.dash;
	if (starts) {
		const { line } = cursor;
		cursor.moveTo(cursor.at + 3);
		cursor.skip();
		if (cursor.ended || cursor.isMarker()) return undefined;
		if (cursor.line > line) return readRoot(cursor, options, true);
	}
	return readRoot(cursor, options, !starts);
}

function readRoot(cursor: Cursor, options: NodeOptions, compact: boolean): YamlValue | undefined {
	const reader = new NodeReader(cursor, options);
	const value = reader.root(compact);
	cursor.skip();
	if (!cursor.ended && !cursor.isMarker()) throw cursor.fault('did not find expected <document start>');
	return reader.isEmpty ? undefined : value;
}

/**
 * Skips the end markers (`...`) of the previous document, and parses the `%TAG` directives that follow. Returns undefined when there are
 * none. Leaves the cursor at the start of the document.
 */
function readDirectives(cursor: Cursor): TagHandles | undefined {
	skipDocumentEnds(cursor);
	if (!isDirective(cursor)) return undefined;
	const handles = new Map<string, string>();
	while (isDirective(cursor)) readDirective(cursor, handles);
	if (!cursor.isMarker() || cursor.next !== code.dash) throw cursor.fault('did not find expected <document start>');
	return handles;
}

function skipDocumentEnds(cursor: Cursor): void {
	cursor.skip();
	while (cursor.isMarker() && cursor.next === code.dot) {
		const { line } = cursor;
		cursor.moveTo(cursor.at + 3);
		cursor.skip();
		if (!cursor.ended && cursor.line === line) throw cursor.fault('did not find expected comment or line break');
	}
}

function isDirective(cursor: Cursor): boolean {
	return cursor.next === code.percent && cursor.column === 0;
}

function readDirective(cursor: Cursor, handles: Map<string, string>): void {
	const end = cursor.text.indexOf('\n', cursor.at);
	const words = cursor.take(end === -1 ? cursor.text.length : end).split(/[ \t]+/, 4);
	const [directive, handle, prefix] = words;
	if (directive === '%TAG' && handle !== undefined && prefix !== undefined) handles.set(handle, prefix);
	if (directive === '%YAML' && !/^1\.\d+$/.test(handle ?? '')) throw cursor.fault('found incompatible YAML document');
	cursor.skip();
}
