/** Notices of the packages whose code is compiled into the command line: name, licence, and the texts that their authors require. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const notice = /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i;

/** `paths`: all compiled files, relative to `root`, with slashes. */
export function notices(root, paths) {
	const folders = new Set(paths.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
	/** Groups packages by licence text, since many share one. */
	const packages = new Map();
	for (const folder of folders) {
		const { heading, text } = noticeOf(join(root, folder));
		packages.set(text, [...(packages.get(text) ?? []), heading]);
	}
	const sections = [...packages].map(([text, headings]) => `${[...new Set(headings)].sort().join('\n')}\n${text}`).sort();
	return `This package has code of others in it, under the licences that follow.\n\n${sections.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

function noticeOf(folder) {
	const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter((file) => notice.test(file));
	if (license === undefined && files.length === 0) throw new Error(`${name} is compiled in and states no licence`);
	const by = typeof author === 'string' ? author : author?.name;
	const heading = `${name} ${version} (${license ?? 'see below'}${by === undefined ? '' : `; ${by}`})`;
	return { heading, text: files.map((file) => `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`).join('') };
}
