/** The tests named in docs/conformance/ exist: each file is present and contains the named titles. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sources, textOf } from './project.ts';

interface Named {
	readonly line: number;
	/** Path of a file or folder. */
	readonly path: string;
	/** Titles of tests, groups, or table rows. */
	readonly titles: readonly string[];
}

/**
 * Returns the named tests: a path below test/ in backquotes, followed by titles in quotation marks. A table cell without a path uses the
 * last path named in prose.
 */
function namedIn(text: string): Named[] {
	let inProse = 'test';
	return text.split('\n').flatMap((content, index) => {
		const isRow = content.startsWith('|');
		const cell = isRow ? (content.split(' | ')[1] ?? '') : content;
		const [before = '', ...found] = cell.split(/`(test\/[^`]+)`/);
		const parts: [path: string, behind: string][] = [];
		for (let i = 0; i < found.length; i += 2) parts.push([found[i] ?? '', found[i + 1] ?? '']);
		if (!isRow) inProse = parts.at(-1)?.[0] ?? inProse;
		const all = isRow ? [[inProse, before] as const, ...parts] : parts;
		return all.map(([path, behind]) => ({ line: index + 1, path, titles: isRow ? [...behind.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) : [] }));
	});
}

/** Matches a title: the name of a test or group, or the start of a table row. */
const title = /(?:\b(?:it|test|describe)\b[^'"`\n]*\(|\)\(|\[|\b(?:name|what): |^\t*)(['"`])((?:\\.|(?!\1).)*)\1/gm;
const titlesIn = (file: string): string[] => [...textOf(file).matchAll(title)].map(([, , text = '']) => text.replaceAll(/\\(.)/g, '$1'));

/** True for a title of placeholders only; every file would match it. */
const isBare = (text: string): boolean => text.replaceAll(/%[a-z]|\s/g, '') === '';

/**
 * Reads tables of attempts. The last cell names tests; when it names none, each attempt is a test of the same name in the file that prose
 * named last.
 */
function attemptsIn(text: string): Named[] {
	const lines = text.split('\n');
	let inProse = 'test';
	return lines.flatMap((content, index) => {
		if (!content.startsWith('|'))
			inProse =
				content
					.match(/`(test\/[^`]+)`/g)
					?.at(-1)
					?.slice(1, -1) ?? inProse;
		if (!content.startsWith('| ') || lines[index + 1]?.startsWith('|-') === true) return [];
		const [attempt = '', , where] = content.slice(2, -2).split(' | ');
		if (where === undefined) return [{ line: index + 1, path: inProse, titles: [attempt] }];
		const [before = '', ...found] = where.split(/`(test\/[^`]+)`/);
		const parts = [[inProse, before] as const, ...found.flatMap((path, i) => (i % 2 === 0 ? [[path, found[i + 1] ?? ''] as const] : []))];
		return parts.map(([path, behind]) => ({ line: index + 1, path, titles: [...behind.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) }));
	});
}

/** Returns the mistakes by line. */
function mistakes(text: string, named = namedIn(text)): string[] {
	return named.flatMap(({ line, path, titles }) => {
		if (!existsSync(join(root, path))) return [`line ${line}: there is no ${path}`];
		const has = new Set((path.endsWith('.ts') ? [path] : titles.length === 0 ? [] : sources(path)).flatMap(titlesIn));
		return titles.filter((each) => !has.has(each) || isBare(each)).map((each) => `line ${line}: ${path} has no test "${each}"`);
	});
}

describe('the checker', () => {
	it('finds files and tests that are not there', () => {
		const here = 'test/structure/conformance.test.ts';
		const row = (where: string): string => `| something | ${where} |`;
		expect(
			mistakes([row(`\`${here}\`: "the checker", "finds files and tests that are not there"`), `In \`test/structure/\`.`, row('"the checker"')].join('\n')),
		).toEqual([]);
		expect(
			mistakes(
				[row(`open: not yet (\`${here}\`: "the checker", "none")`), row('`test/nowhere.test.ts`'), 'In `test/apply/`.', row('"the checker", "%s"')].join('\n'),
			),
		).toEqual([
			`line 1: ${here} has no test "none"`,
			'line 2: there is no test/nowhere.test.ts',
			'line 4: test/apply/ has no test "the checker"',
			'line 4: test/apply/ has no test "%s"',
		]);
	});
});

describe.each(['seed-1', 'seed-2', 'seed-3'])('docs/conformance/%s.md', (name) => {
	const text = textOf(`docs/conformance/${name}.md`);

	it('names existing tests', () => {
		expect(namedIn(text).flatMap(({ titles }) => titles).length).toBeGreaterThan(0);
		expect(mistakes(text)).toEqual([]);
	});
});

it('every row of docs/conformance/seed-1.md names a test, another component or a gap', () => {
	const rows = textOf('docs/conformance/seed-1.md')
		.split('\n')
		.filter((line) => /^\| (?!statement |---)/.test(line));
	expect(rows.length).toBeGreaterThan(243);
	expect(rows.filter((row) => !/^\| [^|]+ \| (?:`test\/[^`]+`: "|not this component's: \w|open: \w)[^|]* \|$/.test(row))).toEqual([]);
});

it('every row of docs/conformance/seed-3.md names a test or another component; only admission, certificates and webhooks are open', () => {
	const rows = textOf('docs/conformance/seed-3.md')
		.split('\n')
		.filter((line) => /^\| (?!statement |---)/.test(line));
	expect(rows.length).toBeGreaterThan(80);
	const isTold = /^\| [^|]+ \| (?:`test\/[^`]+`: "|not this component's: \w|open: (?:admission|certificates|webhooks), )[^|]* \|$/;
	expect(rows.filter((row) => !isTold.test(row))).toEqual([]);
});

it('docs/conformance/ways-in.md has at least 150 attempts, and each a test', () => {
	const text = textOf('docs/conformance/ways-in.md');
	const attempts = attemptsIn(text);
	expect(attempts.flatMap(({ titles }) => titles).length).toBeGreaterThan(300);
	expect(mistakes(text, attempts)).toEqual([]);
	const lines = attempts.map(({ line }) => line);
	expect(lines.filter((line) => attempts.every((each) => each.line !== line || each.titles.length === 0))).toEqual([]);
});
