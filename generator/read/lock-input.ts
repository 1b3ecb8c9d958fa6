/** Input of the comparison with locks, in addition to the model: source positions, accepted breaks, and the locks. */

import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Release, TypeName } from '../../runtime/model/catalog.ts';
import { type LockedNumbers, lockedNumbers, lockName, type ReadLock, readLock } from '../compat/lock/lock.ts';
import { columnKey, ownKey, subresourceKey, versionKey } from '../compat/surface.ts';
import type { Calendars } from './calendars.ts';
import type { DescribedType } from './context.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { DescribedKind } from './kinds/kind.ts';
import type { KindPlan } from './kinds/kind-plan.ts';
import type { Package } from './packages.ts';
import type { Calendar } from './releases.ts';
import { at, listAt, type MapNode, mapAt, type SpecNode, text, textAt } from './source/node.ts';
import type { SpecSource } from './source/spec-file.ts';

/** Break that a spec accepts, with the reason. */
export interface AcceptedBreak {
	readonly name: string;
	readonly reason: string;
	readonly node: SpecNode;
}

export interface LockInput {
	/** Locks by spec root. Undefined for a root without a lock. */
	readonly locks: ReadonlyMap<string, ReadLock | undefined>;
	/** Releases by spec root, with their dates or empty texts. Only roots with a calendar are in it. */
	readonly releases: ReadonlyMap<string, Readonly<Record<Release, string>>>;
	readonly accepted: readonly AcceptedBreak[];
	/**
	 * Returns the source node that is nearest to the path of a change. Returns undefined when no spec has any part of the path. `root`: spec
	 * root of the change, since two calendars may have a release of the same number.
	 */
	find(path: readonly string[], root?: string): SpecNode | undefined;
	/** Returns the spec root that declares a type, a kind, a group, a gate or a release. */
	rootOf(path: readonly string[]): string | undefined;
}

/** Cache of parsed locks. Each text is parsed once. */
export type LockCache = Map<string, { readonly source: SpecSource; readonly read: ReturnType<typeof readLock> }>;

function rootOfSource({ root = '' }: { readonly root?: string }): string {
	return root;
}

export function readLocks(
	sources: readonly SpecSource[],
	cache: LockCache,
): { readonly locks: LockInput['locks']; readonly diagnostics: readonly Diagnostic[] } {
	const locks = new Map<string, ReadLock | undefined>(sources.map((source) => [rootOfSource(source), undefined]));
	const diagnostics: Diagnostic[] = [];
	for (const source of sources.filter(({ path }) => path === lockName)) {
		const kept = cache.get(source.file);
		const read = kept !== undefined && kept.source.text === source.text ? kept.read : readLock(source);
		cache.set(source.file, { source, read });
		if ('diagnostics' in read) diagnostics.push(...read.diagnostics);
		else locks.set(rootOfSource(source), read);
	}
	return { locks, diagnostics };
}

/** Returns the protobuf numbers of a type in the locks. A type belongs to one root, so at most one lock has it. */
export function numbersIn(locks: LockInput['locks']): (type: TypeName) => LockedNumbers {
	const all = [...locks.values()].flatMap((read) => read?.lock.surface ?? []);
	const none: LockedNumbers = { fields: new Map(), reserved: new Map() };
	return (type) => {
		const surface = all.find(({ types }) => Object.hasOwn(types, type));
		return surface === undefined ? none : lockedNumbers(surface, type);
	};
}

export interface LockInputParts {
	readonly locks: LockInput['locks'];
	readonly calendars: Calendars;
	/** Root nodes of all spec files. */
	readonly files: readonly SpecNode[];
	readonly packages: ReadonlyMap<string, Package>;
	readonly kinds: readonly (DescribedKind & { readonly plan: KindPlan })[];
	readonly types: ReadonlyMap<TypeName, DescribedType>;
}

export function lockInputOf(parts: LockInputParts): LockInput {
	const { locks, calendars, packages, kinds, types } = parts;
	const calendarNodes = [calendars.platform, calendars.product].flatMap((calendar) => calendar?.node ?? []);
	const groups = new Map([...packages.values()].map((owner) => [owner.group, owner.node]));
	const kindsByName = new Map(kinds.map((kind) => [kind.descriptor.storageName, kind]));
	const find = ([section, element = '', part, keyword]: readonly string[], root?: string): SpecNode | undefined => {
		switch (section) {
			case 'releases':
				return releaseNode(
					element,
					calendarNodes.filter((node) => root === undefined || rootOfSource(node.file) === root),
				);
			case 'gates':
				return calendarNodes.flatMap((calendar) => mapAt(calendar, 'gates')?.entries.get(element)?.key ?? [])[0] ?? calendarNodes[0];
			case 'groups': {
				const group = groups.get(element);
				return at(group, part ?? '') ?? at(group, 'group') ?? group;
			}
			case 'kinds': {
				const kind = kindsByName.get(element);
				return kind && kindNode(kind, part, keyword);
			}
			case 'types': {
				const type = types.get(element)?.node;
				return type && typeNode(type, part, keyword);
			}
			default:
				return undefined;
		}
	};
	return {
		locks,
		releases: new Map(
			[calendars.platform, calendars.product].flatMap((calendar) =>
				calendar?.node === undefined ? [] : [[rootOfSource(calendar.node.file), datesOf(calendar)] as const],
			),
		),
		accepted: parts.files.flatMap((file) =>
			[...(mapAt(file, 'accepted')?.entries ?? [])].map(([name, { key, value }]) => ({ name, reason: text(value) ?? '', node: key })),
		),
		find,
		rootOf: (path) => {
			const node = find(path.slice(0, 2));
			return node && rootOfSource(node.file);
		},
	};
}

function datesOf({ releases, dates }: Calendar): Readonly<Record<Release, string>> {
	return Object.fromEntries(releases.map((release) => [release, dates.get(release) ?? '']));
}

function releaseNode(release: Release, calendars: readonly MapNode[]): SpecNode | undefined {
	const found = calendars.flatMap(
		(calendar) => mapAt(calendar, 'dates')?.entries.get(release)?.key ?? listAt(calendar, 'releases').find((node) => text(node) === release) ?? [],
	);
	return found[0] ?? calendars[0];
}

/** Returns the node of the keyword in a type or field. Without a keyword, returns the start of the type or field. */
function typeNode(type: MapNode, field: string | undefined, keyword: string | undefined): SpecNode {
	const entry = field === undefined ? undefined : mapAt(type, 'properties')?.entries.get(field);
	if (entry === undefined) return at(type, keyword ?? '') ?? type;
	return at(entry.value, keyword ?? '') ?? entry.key;
}

function kindNode({ descriptor, plan }: DescribedKind & { readonly plan: KindPlan }, part: string | undefined, keyword = ''): SpecNode {
	const { node } = plan.file;
	const itself = at(node, 'kind') ?? node;
	if (part === undefined) return itself;
	if (part === ownKey)
		return (
			at(node, keyword) ??
			at(at(node, 'names'), keyword === 'shortNames' ? 'short' : keyword) ??
			(keyword === 'storage' ? (at(node, 'versions') ?? itself) : itself)
		);
	const within = partNode(node, part, descriptor.versions);
	return within === undefined ? itself : (at(within, keyword) ?? at(within, 'name') ?? at(within, 'version') ?? within);
}

function partNode(node: MapNode, part: string, versions: DescribedKind['descriptor']['versions']): SpecNode | undefined {
	const version = versions.find((one) => versionKey(apiVersionOf(one)) === part);
	if (version !== undefined) {
		const also = listAt(node, 'alsoIn').find((one) => textAt(one, 'group') === version.group && textAt(one, 'version') === version.version);
		return also ?? listAt(node, 'versions').find((one) => textAt(one, 'name') === version.version);
	}
	const subresources = mapAt(node, 'subresources');
	const column = listAt(node, 'columns').find((one) => columnKey(textAt(one, 'name') ?? '') === part);
	if (column !== undefined) return column;
	const named = [...(subresources?.entries ?? [])].find(([name]) => subresourceKey(name) === part);
	return named?.[1].key ?? listAt(subresources, 'other').find((one) => subresourceKey(textAt(one, 'name') ?? '') === part);
}
