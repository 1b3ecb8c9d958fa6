/** No page states the same thing twice, as it happens when a merge keeps both versions of a line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const pages = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/architecture.md', 'docs/glossary.md', 'docs/performance.md'],
	...['docs/conformance', 'docs/decisions', 'docs/guide'].flatMap((folder) => readdirSync(join(projectRoot, folder)).map((file) => `${folder}/${file}`)),
];

/** Length of the start by which two lines of text are the same. */
const startLength = 40;

/** Returns the text, items and table rows outside code blocks, in blocks between empty lines. */
const blocksOf = (page: string): string[][] =>
	readFileSync(join(projectRoot, page), 'utf8')
		.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
		.split(/\n\s*\n/)
		.map((block) => block.split('\n'));

/** A table names each subject once, in its first cell. Rows with an empty first cell continue the previous row. */
const keyOf = (line: string): string => (line.startsWith('|') ? (line.split(' | ')[0] ?? '') : line.length < startLength ? '' : line.slice(0, startLength));

it.each(pages)('%s', (page) => {
	const repeated = blocksOf(page).flatMap((block) => {
		const keys = block.map(keyOf).filter((key) => key.length > 3);
		return keys.filter((key, index) => keys.indexOf(key) !== index);
	});
	expect(repeated).toEqual([]);
});
