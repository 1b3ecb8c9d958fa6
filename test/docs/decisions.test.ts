/** Decisions have one form, and the index lists each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const folder = join(projectRoot, 'docs/decisions');
const files = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe.each(files)('%s', (file) => {
	it('has its number and the four headings', () => {
		const [title, ...headings] = [...textOf(file).matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
		expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
		expect(headings).toEqual(['## Context', '## Decision', '## Consequences', '## Status']);
	});
});

it('the index lists every decision by number and title', () => {
	const rows = files.map((file) => textOf(file).replace(/^# (\d+)\. (.*)\n[\s\S]*/, `| [$1](${file}) | $2 |`));
	expect(
		textOf('README.md')
			.split('\n')
			.filter((line) => line.startsWith('| [')),
	).toEqual(rows);
});
