/**
 * Changes of a package since its last published version, the semver version that they need, and the changelog. What may fail to compile
 * breaks; what only adds does not.
 */
import type { Surface } from '../../compat/surface.ts';
import type { PublicSurface, SurfaceExport } from './public-surface.ts';

export interface SurfaceChange {
	/** Name of the changed element: `jobs/v1 SweepSpec.mode`. */
	readonly where: string;
	/** Sort of change. `behaves`: a change of the API that no type shows. */
	readonly what: 'added' | 'removed' | 'changed' | 'loosened' | 'required' | 'optional' | 'behaves';
	readonly breaking: boolean;
	/** Description of a behaviour change. */
	readonly message?: string;
	/** Old and new text of a change. */
	readonly from?: string;
	readonly to?: string;
}

/** State of the last published version, next to the package and not part of it. */
export interface PublishedVersion {
	readonly version: string;
	readonly surface: PublicSurface;
	/** API surface of its kinds; absent in older packages. */
	readonly api?: Surface;
	/** Hash of the package's files, except its manifest and changelog. */
	readonly content: string;
	readonly changelog: readonly ChangelogEntry[];
}

export interface ChangelogEntry {
	readonly version: string;
	readonly changes: readonly SurfaceChange[];
}

const firstVersion = '0.1.0';

/** Returns the changelog of a package with this surface and content, newest version first. `atLeast`: minimum of the next version. */
export function nextVersion(
	surface: PublicSurface,
	content: string,
	published: PublishedVersion | undefined,
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

/** Parses a version. Throws an Error unless it has three numbers. */
export function versionNumbers(version: string): readonly [major: number, minor: number, patch: number] {
	const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(version);
	if (match === null) throw new Error(`${JSON.stringify(version)} is no version of three numbers, such as 1.0.0`);
	return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function compareVersions(a: string, b: string): number {
	const [of, other] = [versionNumbers(a), versionNumbers(b)];
	return of[0] - other[0] || of[1] - other[1] || of[2] - other[2];
}

/** Returns the next version. Before 1.0.0 a minor version may break. */
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
	// Programs that make such objects must set a new required member. They do not make methods, base types and clients themselves.
	if (before === undefined)
		return [{ where, what: 'added', breaking: !isOptional && !where.includes('.extends ') && !after.includes('(') && !isOfClient(where) }];
	const [was, is] = [before.replace(/^\?/, ''), after.replace(/^\?/, '')];
	const changes: SurfaceChange[] = [];
	// Both directions break: readers must handle an absent member, writers must set a required one.
	if (wasOptional !== isOptional) changes.push({ where, what: isOptional ? 'optional' : 'required', breaking: true });
	if (was !== is) changes.push(changed(where, was, is));
	return changes;
}

function isOfClient(where: string): boolean {
	return /Client\.[^.]*$/.test(where);
}

/** Compares two texts. A union that only gains alternatives is loosened. */
function changed(where: string, from: string, to: string): SurfaceChange {
	const is = new Set(alternatives(to));
	const loosened = alternatives(from).every((each) => is.has(each));
	return { where, what: loosened ? 'loosened' : 'changed', breaking: !loosened, from, to };
}

/** Splits a union at its outermost level. */
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

/** Formats the changelog as Markdown, newest version first. */
export function changelogText(name: string, entries: readonly ChangelogEntry[]): string {
	const sections = entries.map(({ version, changes }, index) => {
		const parts = headings.flatMap(([heading, isOf]) => {
			const those = changes.filter(isOf);
			return those.length === 0 ? [] : [`### ${heading}\n\n${those.map((change) => `- ${sentence(change)}`).join('\n')}`];
		});
		const text = parts.length > 0 ? parts.join('\n\n') : index === entries.length - 1 ? 'The first version.' : 'No name that programs use has changed.';
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
