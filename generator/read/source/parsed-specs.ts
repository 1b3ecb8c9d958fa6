/**
 * Cache of parsed spec files. Nearly all files are unchanged, and parsing a file takes ten times as long as reading its cached nodes. Files
 * with findings are not cached. The key is a digest of the text.
 */
import { createHash } from 'node:crypto';
import type { Entry, ScalarNode, SpecNode } from './node.ts';
import { type SpecFile, type SpecSource, specFile } from './spec-file.ts';
import { type ReadFile, readSpec } from './yaml.ts';

/** Node in its cached form: offsets, kind and parts. A key of a map precedes its value. */
type Written = [start: number, end: number, as: As, ...parts: (Written | ScalarNode['value'])[]];

/** Kinds of cached nodes. `negativeZero` is a number that JSON cannot express. */
const as = { scalar: 0, map: 1, list: 2, largeInteger: 3, negativeZero: 4 } as const;
type As = (typeof as)[keyof typeof as];

export class ParsedSpecs {
	readonly #known: Map<string, string>;
	#added = new Map<string, string>();

	/** `known`: entries of an earlier process. */
	constructor(known: Iterable<readonly [digest: string, written: string]> = []) {
		this.#known = new Map(known);
	}

	/** Reads a file like `readSpec`, from the cache if possible. */
	read(source: SpecSource): ReadFile {
		if (source.undecoded !== undefined) return readSpec(source);
		const digest = createHash('sha256').update(source.text).digest('base64');
		const written = this.#known.get(digest);
		if (written !== undefined) {
			const file = specFile(source);
			return { file, node: nodeOf(JSON.parse(written), file), diagnostics: [] };
		}
		const read = readSpec(source);
		if (read.node !== undefined && read.diagnostics.length === 0) this.#added.set(digest, JSON.stringify(writtenOf(read.node)));
		return read;
	}

	/** Returns the entries parsed since the last call. */
	takeAdded(): ReadonlyMap<string, string> {
		const added = this.#added;
		this.#added = new Map();
		return added;
	}
}

function writtenOf(node: SpecNode): Written {
	const { start, end } = node;
	switch (node.kind) {
		case 'map':
			return [start, end, as.map, ...[...node.entries.values()].flatMap(({ key, value }) => [writtenOf(key), writtenOf(value)])];
		case 'list':
			return [start, end, as.list, ...node.items.map(writtenOf)];
		case 'scalar':
			if (typeof node.value === 'bigint') return [start, end, as.largeInteger, String(node.value)];
			return Object.is(node.value, -0) ? [start, end, as.negativeZero] : [start, end, as.scalar, node.value];
	}
}

function nodeOf([start, end, kind, ...parts]: Written, file: SpecFile): SpecNode {
	switch (kind) {
		case as.map: {
			const entries = new Map<string, Entry>();
			for (let i = 0; i < parts.length; i += 2) {
				const key = nodeOf(parts[i] as Written, file) as ScalarNode;
				entries.set(String(key.value), { key, value: nodeOf(parts[i + 1] as Written, file) });
			}
			return { kind: 'map', entries, file, start, end };
		}
		case as.list:
			return { kind: 'list', items: parts.map((part) => nodeOf(part as Written, file)), file, start, end };
		case as.largeInteger:
			return { kind: 'scalar', value: BigInt(parts[0] as string), file, start, end };
		case as.negativeZero:
			return { kind: 'scalar', value: -0, file, start, end };
		case as.scalar:
			return { kind: 'scalar', value: parts[0] as ScalarNode['value'], file, start, end };
	}
}
