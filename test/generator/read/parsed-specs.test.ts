/** A spec file has the same content when parsed and when read from the parse cache. */
import { describe, expect, it } from 'vitest';
import { builtInSpecs, readSources } from '../../../generator/command/spec-roots.ts';
import { ParsedSpecs } from '../../../generator/read/source/parsed-specs.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { type ReadFile, readSpec } from '../../../generator/read/source/yaml.ts';
import { source } from '../fixture.ts';

/** Reads the sources as another process with the parse cache of the first. */
function readAgain(sources: readonly SpecSource[]): { readonly again: ParsedSpecs; readonly read: readonly ReadFile[] } {
	const first = new ParsedSpecs();
	for (const each of sources) first.read(each);
	const again = new ParsedSpecs(first.takeAdded());
	return { again, read: sources.map((each) => again.read(each)) };
}

/** Serializes the node without its file, which would contain the complete text in each node. */
function shown({ node }: ReadFile): string {
	return JSON.stringify(node, (name, value) => {
		if (name === 'file') return undefined;
		return value instanceof Map ? [...value] : typeof value === 'bigint' ? `${value}n` : value;
	});
}

describe('parsed before', () => {
	it('all built-in specs', async () => {
		const sources = (await readSources([builtInSpecs])).filter(({ path }) => path.endsWith('.yaml'));
		expect(sources.length).toBeGreaterThan(200);
		const { again, read } = readAgain(sources);
		expect(read.map(shown)).toEqual(sources.map((each) => shown(readSpec(each))));
		expect(again.takeAdded().size).toBe(0);
	});

	it.each<[string, string]>([
		['integers beyond 2^53', 'a: [9223372036854775807, -9223372036854775808, 9007199254740991]'],
		['numbers without a text of their own in JSON', 'a: [-0.0, 1e21, 0.1, 0x1f, 1_000]'],
		['texts', `a: ["\\0\\u2028\\ud83d\\ude00 \\"'", 'it''s', plain and more, ">"] # and more\n`],
		['blocks', 'a: |\n  two\n  lines\nb: >-\n  one\n  line\n'],
		['nothing', 'a:\nb: null\nc: ~\nd: ""\ne: {}\nf: []\n'],
		['keys of other kinds', '1: a\ntrue: b\nnull: c\n__proto__: d\n"": e\n'],
		['one text', 'just text'],
		['many languages', 'ä: ö # ü\n漢: 字\n'],
	])('%s', (_, text) => {
		const file = source('a/b.yaml', text);
		const read = readSpec(file);
		expect(read.diagnostics).toEqual([]);
		expect(readAgain([file]).read).toEqual([read]);
	});

	it.each<[string, string]>([
		['what is no YAML', 'a: [1'],
		['keys that are given twice', 'a: 1\na: 2\n'],
		['two documents', 'a: 1\n---\nb: 2\n'],
		['an empty file', ''],
	])('is nothing that is wrong: %s', (_, text) => {
		const file = source('a/b.yaml', text);
		const { again, read } = readAgain([file]);
		expect(read).toEqual([readSpec(file)]);
		expect(read).toEqual([expect.objectContaining({ diagnostics: [expect.anything()] })]);
		expect(again.takeAdded().size).toBe(0);
	});

	it('has the name under which it is read now', () => {
		const text = 'a: 1\n';
		const first = new ParsedSpecs();
		first.read(source('a/b.yaml', text));
		const other = source('c/d.yaml', text);
		expect(new ParsedSpecs(first.takeAdded()).read(other)).toEqual(readSpec(other));
	});
});
