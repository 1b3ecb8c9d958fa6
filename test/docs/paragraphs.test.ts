/** Paragraphs of guides have five lines at most. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

/** Five lines of about sixteen words. A code span counts as one word. */
const maxWords = 80;
const folder = join(projectRoot, 'docs/guide');

function paragraphsOf(text: string): string[] {
	return text
		.replaceAll(/^```[\s\S]*?^```$/gm, '')
		.replaceAll(/^\|.*$/gm, '')
		.replaceAll(/`[^`]*`/g, 'code')
		.split(/\n\n|\n(?=- |\d+\. )/)
		.map((paragraph) => paragraph.trim());
}

it.each(readdirSync(folder))('%s', (page) => {
	const paragraphs = paragraphsOf(readFileSync(join(folder, page), 'utf8'));
	expect(paragraphs.filter((paragraph) => paragraph.split(/\s+/).length > maxWords)).toEqual([]);
});
