/** Compares specs with their locks. Per spec root: changes since the lock, broken rules that are not accepted, and the next lock. */
import { groupVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, Release } from '../../runtime/model/catalog.ts';
import type { Model } from '../model.ts';
import { compareText, type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import type { AcceptedBreak, LockInput } from '../read/lock-input.ts';
import type { SpecNode } from '../read/source/node.ts';
import { type Change, nameOf, type PlacedChange } from './change.ts';
import { diff } from './diff/diff.ts';
import { breaks } from './diff/finding.ts';
import { changeAt } from './diff/place.ts';
import { own } from './json.ts';
import { type Lock, nothingLocked, type ReadLock } from './lock/lock.ts';
import { nextLock } from './lock/next.ts';
import { stabilityOf } from './stability.ts';
import { kindParts, mergedSurface, noSurface, type Surface, typeParts, versionKey } from './surface.ts';

export interface RootComparison {
	readonly root: string;
	/** Lock of the root; undefined without one. */
	readonly before: ReadLock | undefined;
	readonly changes: readonly PlacedChange[];
	/** Next lock of the root. */
	readonly next: Lock;
}

export interface Comparison {
	readonly roots: readonly RootComparison[];
	/** Errors for broken rules that are not accepted, and for acceptances without a broken rule. */
	readonly diagnostics: readonly Diagnostic[];
}

/** A value that a version took by the lock and refuses now, found by trying. */
export interface RefusedValue {
	readonly storageName: string;
	readonly apiVersion: string;
	readonly field: string;
	/** Paths of the elements whose change may be the cause, best first. */
	readonly causes: readonly (readonly string[])[];
	readonly example: string;
}

/**
 * Compares the specs with their locks. `against` replaces the locks of the roots, by root. Values that are newly `refused` become examples
 * of the changes that cause them, or else changes of their version.
 */
export function compareWithLocks(
	model: Model,
	promised: LockInput,
	against: LockInput['locks'] = promised.locks,
	refused: readonly RefusedValue[] = [],
): Comparison {
	const surfaces = surfacesOf(model.catalog, promised);
	const all = mergedSurface([...surfaces.values()]);
	const used = new Set<AcceptedBreak>();
	const roots = [...promised.locks.keys()].map((root): RootComparison => {
		const now = surfaces.get(root) ?? noSurface;
		const before = against.get(root);
		const lock = before?.lock ?? nothingLocked;
		// A root without a calendar means the releases of the platform.
		const releases = Object.keys(now.releases).length > 0 ? now.releases : all.releases;
		const oldest = oldestOfBoth(releases, lock);
		// Without a lock nothing is promised, and only rules for all versions are checked.
		const found = diff({ before: lock, now, releases, oldest, gates: all.gates });
		const tried = refused.filter(({ storageName }) => Object.hasOwn(now.kinds, storageName));
		const changes = withRefused(found, tried).map((change) => placed(change, { promised, before, root, used }));
		const acceptedNow = Object.fromEntries(changes.flatMap((change) => (change.accepted === undefined ? [] : [[nameOf(change), change.accepted]])));
		return { root, before, changes: before === undefined ? changes.filter(({ rule }) => rule !== undefined) : changes, next: nextLock(lock, now, acceptedNow) };
	});
	const broken = roots.flatMap(({ changes, root }) => changes.filter(isBroken).map((change) => brokenDiagnostic(change, root, promised, against.get(root))));
	const diagnostics = [
		...broken,
		...unusedAcceptances(
			promised.accepted,
			used,
			[...against.values()].map((read) => read?.lock ?? nothingLocked),
		),
	];
	return { roots, diagnostics: diagnostics.sort((a, b) => compareText(a.position.file, b.position.file) || a.position.line - b.position.line) };
}

function withRefused(found: readonly Change[], refused: readonly RefusedValue[]): readonly Change[] {
	const changes = [...found];
	for (const { causes, storageName, apiVersion, field, example } of refused) {
		const index = causes
			.map((path) => changes.findIndex((change) => change.breaking && path.every((part, at) => change.path[at] === part)))
			.find((at) => at >= 0);
		const cause = index === undefined ? undefined : changes[index];
		if (index !== undefined && cause !== undefined) changes[index] = { example, ...cause };
		else {
			const finding = breaks('tightened', `refuses ${field === '' ? 'objects' : `values of ${field}`} that it took`, {
				instead: 'refuse them in a new version',
				sdk: 'none',
			});
			const isAlpha = stabilityOf(groupVersionOf(apiVersion).version) === 'alpha';
			const site = {
				where: `${storageName} ${versionKey(apiVersion)}`,
				element: 'version' as const,
				path: ['kinds', storageName, versionKey(apiVersion)],
				isAlpha,
			};
			if (!changes.some((change) => change.where === site.where && change.message === finding.message))
				changes.push({ ...changeAt(site, { ...finding, keyword: '' }), example });
		}
	}
	return changes;
}

/** Reports whether the change breaks a rule and is not accepted. */
export function isBroken({ rule, accepted }: PlacedChange): boolean {
	return rule !== undefined && accepted === undefined;
}

interface ChangeSites {
	readonly promised: LockInput;
	readonly before: ReadLock | undefined;
	readonly root: string;
	readonly used: Set<AcceptedBreak>;
}

/** Adds position and acceptance to a change. An acceptance that the lock already has, with the same reason, accepts no further change. */
function placed(change: Change, { promised, before, root, used }: ChangeSites): PlacedChange {
	const node = promised.find(change.path, root);
	const position = node === undefined ? lockNode(change.path, before) : node;
	const name = nameOf(change);
	const entry = promised.accepted.find(
		(one) => one.name === name && (one.node.file.root ?? '') === root && own(before?.lock.accepted ?? {}, name) !== one.reason,
	);
	if (entry !== undefined && change.rule !== undefined) used.add(entry);
	return {
		...change,
		position: position && diagnosticAt(position, '').position,
		...(entry === undefined || change.rule === undefined ? {} : { accepted: entry.reason }),
	};
}

/** Returns the lock's line for an element that no spec has. */
function lockNode(path: readonly string[], before: ReadLock | undefined): SpecNode | undefined {
	if (before === undefined) return undefined;
	for (let length = path.length; length > 0; length--) {
		const line = before.lines.get(path.slice(0, length).join('\n'));
		if (line === undefined) continue;
		const { file } = before;
		const start = file.lineStarts[line - 1] ?? 0;
		const indent = /^ */.exec(file.text.slice(start, start + 8))?.[0].length ?? 0;
		return { kind: 'scalar', value: null, file, start: start + indent, end: (file.lineStarts[line] ?? file.text.length + 1) - 1 };
	}
	return undefined;
}

function brokenDiagnostic(change: PlacedChange, root: string, promised: LockInput, before: ReadLock | undefined): Diagnostic {
	const instead = change.instead === undefined ? '' : `: ${change.instead}`;
	const message = `${change.where} ${change.message}, which breaks rule ${change.rule} of the deprecation policy${instead}; or accept it with its reason, as "${nameOf(change)}" under "accepted"`;
	const node = promised.find(change.path, root) ?? lockNode(change.path, before);
	if (node !== undefined) return diagnosticAt(node, message);
	return { severity: 'error', message, position: { file: root, line: 1, column: 1 }, line: '', length: 1 };
}

function unusedAcceptances(accepted: readonly AcceptedBreak[], used: ReadonlySet<AcceptedBreak>, locks: readonly Lock[]): readonly Diagnostic[] {
	const isLocked = ({ name, reason }: AcceptedBreak) => locks.some((lock) => own(lock.accepted, name) === reason);
	return accepted
		.filter((entry) => !used.has(entry) && !isLocked(entry))
		.map(({ name, node }) =>
			diagnosticAt(node, `no broken rule has the name ${JSON.stringify(name)}: orch diff lists the names; remove this entry if none applies`),
		);
}

/** Returns the promised API (surface) of each spec root: the releases, gates, groups, kinds and types that no earlier root declares. */
function surfacesOf(catalog: Catalog, { locks, releases, rootOf }: LockInput): ReadonlyMap<string, Surface> {
	const made = new Map(
		[...locks.keys()].map((root) => [root, { releases: releases.get(root) ?? {}, gates: {}, groups: {}, kinds: {}, types: {} } satisfies Surface]),
	);
	const put = (section: keyof Surface, name: string, value: unknown): void => {
		const surface = made.get(rootOf([section, name]) ?? '');
		// Skips elements that no root declares: the generated list types, and groups that serve only kinds of other groups.
		if (surface !== undefined) Object.defineProperty(surface[section], name, { value, enumerable: true, configurable: true });
	};
	for (const { name, stages } of catalog.gates) put('gates', name, stages);
	for (const { group, ...said } of catalog.groups) put('groups', group, said);
	for (const kind of catalog.kinds) put('kinds', kind.storageName, kindParts(kind));
	for (const name of catalog.typeNames) put('types', name, typeParts(catalog.type(name)));
	return made;
}

/** Returns the oldest release that both the specs and the lock have. A lock promises nothing for earlier ones. */
function oldestOfBoth(releases: Surface['releases'], { surface }: Lock): Release | undefined {
	const promised = Object.keys(surface.releases);
	return Object.keys(releases).find((release) => promised.length === 0 || promised.includes(release));
}
