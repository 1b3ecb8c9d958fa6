/** Links and file names in documents lead to files and headings that exist. */
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

/** Code spans that name a file or folder of the project, without placeholders in capitals. Conformance rows have a check of their own. */
const fileName = /`((?:bench|bin|generated|generator|runtime|sdk|specs|templates|test)\/[\w./-]*)`/g;
const placeholder = /\/[A-Z]{2,}(?:\/|\.ts$)/;

/** Code spans that name a source file by the end of its path. Guides also name files of the reader. */
const shortName = /`((?!(?:bench|bin|generated|generator|runtime|sdk|specs|templates|test)\/)[\w.-]+\/[\w./-]+\.ts)`/g;
const sources = ['generator', 'runtime', 'sdk', 'test'].flatMap((folder) =>
	readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file.replaceAll('\\', '/')}`),
);

function missingFiles(page: string): string[] {
	if (page.startsWith('docs/conformance/')) return [];
	const namesIn = (pattern: RegExp): string[] => [...textOf(page).matchAll(pattern)].map(([, file = '']) => file).filter((file) => !placeholder.test(file));
	const missing = namesIn(fileName).filter((file) => !existsSync(join(projectRoot, file)));
	const isDescription = page === 'docs/architecture.md' || page.startsWith('docs/decisions/');
	return isDescription ? [...missing, ...namesIn(shortName).filter((file) => !sources.some((source) => source.endsWith(`/${file}`)))] : missing;
}

it.each(pages)('%s', (page) => {
	expect(broken(page)).toEqual([]);
	expect(missingFiles(page)).toEqual([]);
});
