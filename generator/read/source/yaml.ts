/** Parses YAML into nodes with positions. A file has one document, no aliases and no duplicate keys. */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseAllDocuments } from 'yaml';
import { type Diagnostic, diagnosticAt } from '../diagnostics/diagnostic.ts';
import type { Entry, ScalarNode, SpecNode } from './node.ts';
import { type SpecFile, type SpecSource, specFile } from './spec-file.ts';

export interface ReadFile {
	readonly file: SpecFile;
	/** Root node. Undefined when the text is empty or no YAML. */
	readonly node: SpecNode | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * Maximum number of parse errors to report for a file. After one mistake, the parser reports further errors in the rest of the line, which
 * add no information.
 */
const mostErrors = 3;

/** Characters that YAML forbids and the parser accepts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

function codePoint(character: string): string {
	return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export function readSpec(source: SpecSource): ReadFile {
	const file = specFile(source);
	const diagnostics: Diagnostic[] = [];
	const mark = (start: number, end: number, message: string) =>
		diagnostics.push(diagnosticAt({ kind: 'scalar', value: null, file, start, end: Math.max(end, start + 1) }, message));
	if (source.undecoded !== undefined) {
		mark(source.undecoded.at, source.undecoded.at + 1, source.undecoded.message);
		return { file, node: undefined, diagnostics };
	}
	const control = controlCharacter.exec(source.text);
	if (control !== null) mark(control.index, control.index + 1, `this is not YAML: ${codePoint(control[0])} must be written as an escape between double quotes`);
	const documents = parseAllDocuments(source.text, {
		uniqueKeys: false,
		intAsBigInt: true,
		lineCounter: new LineCounter(),
		prettyErrors: false,
	}) as Document.Parsed[];
	for (const error of documents.flatMap(({ errors }) => errors).slice(0, mostErrors)) mark(error.pos[0], error.pos[1], `this is not YAML: ${error.message}`);
	const [first, second] = documents;
	if (second !== undefined) mark(second.range[0], second.range[0] + 3, 'a spec file contains one document: move the second one to another file');
	if (diagnostics.length > 0) return { file, node: undefined, diagnostics };
	if (first?.contents === undefined || first.contents === null) {
		mark(0, 1, 'the file is empty');
		return { file, node: undefined, diagnostics };
	}
	return { file, node: convert(first.contents, { file, mark }), diagnostics };
}

/** Document of a file that may have several, such as a manifest. */
export interface ReadDocument {
	readonly node: SpecNode;
	/** Text of the document, without the separators. */
	readonly text: string;
	/** Keys that occur before in the same map. The last one counts. */
	readonly repeated: readonly ScalarNode[];
}

export interface ReadDocuments {
	readonly file: SpecFile;
	/** Documents that are not empty. An empty list when the text is no YAML. */
	readonly documents: readonly ReadDocument[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads all documents of a file. Aliases are replaced by their targets. */
export function readDocuments(source: SpecSource): ReadDocuments {
	const file = specFile(source);
	const diagnostics: Diagnostic[] = [];
	const mark = (start: number, end: number, message: string) =>
		diagnostics.push(diagnosticAt({ kind: 'scalar', value: null, file, start, end: Math.max(end, start + 1) }, message));
	if (source.undecoded !== undefined) mark(source.undecoded.at, source.undecoded.at + 1, source.undecoded.message);
	const parsed = parseAllDocuments(source.text, {
		uniqueKeys: false,
		intAsBigInt: true,
		lineCounter: new LineCounter(),
		prettyErrors: false,
	}) as Document.Parsed[];
	for (const error of parsed.flatMap(({ errors }) => errors).slice(0, mostErrors)) mark(error.pos[0], error.pos[1], `this is not YAML: ${error.message}`);
	if (diagnostics.length > 0) return { file, documents: [], diagnostics };
	const documents = parsed.flatMap((document): ReadDocument[] => {
		const { contents } = document;
		if (contents === null || contents === undefined || (isScalar(contents) && contents.value === null)) return [];
		const repeated: ScalarNode[] = [];
		const node = convert(contents, { file, mark, resolve: (alias) => alias.resolve(document), onRepeated: (key) => repeated.push(key) });
		return [{ node, repeated, text: source.text.slice(contents.range[0], contents.range[2]) }];
	});
	return { file, documents, diagnostics };
}

interface Reading {
	readonly file: SpecFile;
	/** Returns the target of an alias. Absent: aliases are refused. */
	readonly resolve?: (alias: Alias) => Node | undefined;
	/** Called for a duplicate key. Absent: duplicate keys are refused. */
	readonly onRepeated?: (key: ScalarNode) => void;
	readonly mark: (start: number, end: number, message: string) => void;
}

function convert(node: ParsedNode | Node, reading: Reading): SpecNode {
	const { file, mark } = reading;
	const [start, end] = node.range ?? [0, 0];
	const meant = isAlias(node) ? reading.resolve?.(node) : undefined;
	if (meant !== undefined) return convert(meant, reading);
	if (isAlias(node)) mark(start, end, `aliases are not read: give the shared part a name in types/ and use $ref`);
	if (isMap(node)) {
		const entries = new Map<string, Entry>();
		for (const pair of node.items) {
			const key = convertKey(pair.key as ParsedNode, reading);
			const name = String(key.value);
			if (entries.has(name) && reading.onRepeated !== undefined) reading.onRepeated(key);
			else if (entries.has(name)) {
				mark(key.start, key.end, `${JSON.stringify(name)} is given twice`);
				continue;
			}
			const value: SpecNode = pair.value ? convert(pair.value as ParsedNode, reading) : { kind: 'scalar', value: null, file, start: key.start, end: key.end };
			entries.set(name, { key, value });
		}
		return { kind: 'map', entries, file, start, end };
	}
	if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => convert(item as ParsedNode, reading)), file, start, end };
	const value = isScalar(node) ? scalar(node.value) : null;
	if (typeof value === 'number' && !Number.isFinite(value)) mark(start, end, `${file.text.slice(start, end)} is a number that JSON cannot represent`);
	return { kind: 'scalar', value, file, start, end };
}

function convertKey(node: ParsedNode, reading: Reading): ScalarNode {
	const [start, end] = node.range;
	if (!isScalar(node)) reading.mark(start, end, 'a key must be text: put quotes around a value that begins with a brace');
	return { kind: 'scalar', value: isScalar(node) ? String(node.source ?? node.value) : '', file: reading.file, start, end };
}

function scalar(value: unknown): ScalarNode['value'] {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'number':
			return value;
		case 'bigint':
			return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
		default:
			return null;
	}
}
