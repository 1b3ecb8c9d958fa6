/** Links between documents lead to files and headings that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...documentsIn('docs')];

function documentsIn(folder: string): string[] {
	return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
		.map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
		.sort();
}

const textOf = (page: string): string => readFileSync(join(projectRoot, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replaceAll(/\s/g, '-');

const anchorsIn = (page: string): string[] => [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

function broken(page: string): string[] {
	const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
	return links.filter((link) => {
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? page : join(dirname(page), path);
		if (!existsSync(join(projectRoot, target))) return true;
		return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).includes(anchor);
	});
}

it.each(pages)('%s', (page) => {
	expect(broken(page)).toEqual([]);
});
