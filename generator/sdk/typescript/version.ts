/**
 * What has changed of a package since it was last published, the version that follows from it (semver), and the changelog that tells it.
 * What no longer compiles somewhere is breaking; what only adds is not.
 */
import type { Surface } from '../../compat/surface.ts';
import type { PublicSurface, SurfaceExport } from './public-surface.ts';

export interface SurfaceChange {
	/** `jobs/v1 SweepSpec.mode` */
	readonly where: string;
	/** `behaves`: of the API; no type shows it. */
	readonly what: 'added' | 'removed' | 'changed' | 'loosened' | 'required' | 'optional' | 'behaves';
	readonly breaking: boolean;
	/** What the API does otherwise. */
	readonly message?: string;
	/** Of what has changed: how it was and how it is. */
	readonly from?: string;
	readonly to?: string;
}

/** What is known of the version published last; lies beside the package and is no part of it. */
export interface Published {
	readonly version: string;
	readonly surface: PublicSurface;
	/** What the API promises of its kinds; absent in packages made before it was kept. */
	readonly api?: Surface;
	/** Of all that the package has but its own manifest and changelog. */
	readonly content: string;
	readonly changelog: readonly ChangelogEntry[];
}

export interface ChangelogEntry {
	readonly version: string;
	readonly changes: readonly SurfaceChange[];
}

const firstVersion = '0.1.0';

/** The version of a package with this surface and content, and its changelog, newest first. `atLeast`: a version that it does not stay below. */
export function nextVersion(
	surface: PublicSurface,
	content: string,
	published: Published | undefined,
	atLeast = firstVersion,
	behaviour: readonly SurfaceChange[] = [],
): readonly [ChangelogEntry, ...ChangelogEntry[]] {
	if (published === undefined) return [{ version: atLeast, changes: [] }];
	const [last, ...before] = published.changelog;
	if (content === published.content && last !== undefined && compareVersions(published.version, atLeast) >= 0) return [last, ...before];
	const changes = [...surfaceChanges(published.surface, surface), ...behaviour];
	const next = bumped(published.version, changes);
	return [{ version: compareVersions(next, atLeast) < 0 ? atLeast : next, changes }, ...published.changelog];
}

/** Throws an Error on a text that is no version of three numbers. */
export function versionNumbers(version: string): readonly [major: number, minor: number, patch: number] {
	const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version);
	if (match === null) throw new Error(`${JSON.stringify(version)} is no version of three numbers, such as 1.0.0`);
	return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function compareVersions(a: string, b: string): number {
	const [of, other] = [versionNumbers(a), versionNumbers(b)];
	return of[0] - other[0] || of[1] - other[1] || of[2] - other[2];
}

/** Before 1.0.0 a minor version may break. */
function bumped(version: string, changes: readonly SurfaceChange[]): string {
	const [major, minor, patch] = versionNumbers(version);
	const breaks = changes.some(({ breaking }) => breaking);
	if (breaks && major > 0) return `${major + 1}.0.0`;
	if (breaks || (changes.length > 0 && major > 0)) return `${major}.${minor + 1}.0`;
	return `${major}.${minor}.${patch + 1}`;
}

export function surfaceChanges(before: PublicSurface, after: PublicSurface): readonly SurfaceChange[] {
	return both(before, after).flatMap(([subpath, old, now]) => {
		const module = subpath === '.' ? '' : `${subpath.replace(/^\.\//, '')} `;
		if (now === undefined) return [{ where: module.trim(), what: 'removed' as const, breaking: true }];
		if (old === undefined) return [{ where: module.trim(), what: 'added' as const, breaking: false }];
		return both(old, now).flatMap(([name, a, b]) => exportChanges(`${module}${name}`, a, b));
	});
}

function exportChanges(where: string, before: SurfaceExport | undefined, after: SurfaceExport | undefined): readonly SurfaceChange[] {
	if (before === undefined) return [{ where, what: 'added', breaking: false }];
	if (after === undefined) return [{ where, what: 'removed', breaking: true }];
	const itself = before.is === after.is ? [] : [changed(where, before.is, after.is)];
	return [...itself, ...both(before.members ?? {}, after.members ?? {}).flatMap(([name, a, b]) => memberChanges(`${where}.${name}`, a, b))];
}

function memberChanges(where: string, before: string | undefined, after: string | undefined): readonly SurfaceChange[] {
	if (before === after) return [];
	if (after === undefined) return [{ where, what: 'removed', breaking: true }];
	const [wasOptional, isOptional] = [before?.startsWith('?') === true, after.startsWith('?')];
	// Who makes such objects must say it from now on; what a client can more is nothing that one makes.
	if (before === undefined)
		return [{ where, what: 'added', breaking: !isOptional && !where.includes('.extends ') && !after.includes('(') && !isOfClient(where) }];
	const [was, is] = [before.replace(/^\?/, ''), after.replace(/^\?/, '')];
	const changes: SurfaceChange[] = [];
	// Who reads it must expect its absence from now on, as who writes it must say it.
	if (wasOptional !== isOptional) changes.push({ where, what: isOptional ? 'optional' : 'required', breaking: true });
	if (was !== is) changes.push(changed(where, was, is));
	return changes;
}

function isOfClient(where: string): boolean {
	return /Client\.[^.]*$/.test(where);
}

/** A union that has all that it had, and more, is looser. */
function changed(where: string, from: string, to: string): SurfaceChange {
	const is = new Set(alternatives(to));
	const loosened = alternatives(from).every((each) => is.has(each));
	return { where, what: loosened ? 'loosened' : 'changed', breaking: !loosened, from, to };
}

/** Of a union, at its outermost level. */
function alternatives(text: string): readonly string[] {
	const found: string[] = [];
	let depth = 0;
	let start = 0;
	let quote = '';
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (quote !== '') {
			if (character === '\\') at++;
			else if (character === quote) quote = '';
		} else if (character === '"' || character === "'" || character === '`') quote = character;
		else if ('([{<'.includes(character)) depth++;
		else if (')]}'.includes(character) || (character === '>' && text.charAt(at - 1) !== '=')) depth--;
		else if (character === '|' && depth === 0) {
			found.push(text.slice(start, at).trim());
			start = at + 1;
		}
	}
	return [...found, text.slice(start).trim()].filter((each) => each !== '');
}

function both<T>(
	before: Readonly<Record<string, T>>,
	after: Readonly<Record<string, T>>,
): (readonly [name: string, before: T | undefined, after: T | undefined])[] {
	const own = (record: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(record, name) ? record[name] : undefined);
	return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((name) => [name, own(before, name), own(after, name)]);
}

const headings: readonly (readonly [string, (change: SurfaceChange) => boolean])[] = [
	['Breaking', ({ breaking }) => breaking],
	['Added', ({ breaking, what }) => !breaking && what === 'added'],
	['Loosened', ({ breaking, what }) => !breaking && what !== 'added' && what !== 'behaves'],
	['Of the API', ({ what }) => what === 'behaves'],
];

/** In Markdown, newest first. */
export function changelogText(name: string, entries: readonly ChangelogEntry[]): string {
	const sections = entries.map(({ version, changes }, index) => {
		const parts = headings.flatMap(([heading, isOf]) => {
			const those = changes.filter(isOf);
			return those.length === 0 ? [] : [`### ${heading}\n\n${those.map((change) => `- ${sentence(change)}`).join('\n')}`];
		});
		const text = parts.length > 0 ? parts.join('\n\n') : index === entries.length - 1 ? 'The first version.' : 'Nothing that programs can name has changed.';
		return `## ${version}\n\n${text}`;
	});
	return `# Changes of ${name}\n\n${sections.join('\n\n')}\n`;
}

function sentence({ where, what, from, to, message }: SurfaceChange): string {
	switch (what) {
		case 'behaves':
			return `\`${where}\` ${message}${from === undefined || message?.includes(from) ? '' : `; was \`${from}\``}${to === undefined || message?.includes(to) ? '' : `; is \`${to}\``}.`;
		case 'added':
			return `\`${where}\` is new.`;
		case 'removed':
			return `\`${where}\` is gone.`;
		case 'required':
			return `\`${where}\` cannot be left out any more.`;
		case 'optional':
			return `\`${where}\` may be absent.`;
		default:
			return `\`${where}\` was \`${from}\` and is \`${to}\`.`;
	}
}
