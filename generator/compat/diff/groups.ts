/** Changes of releases, feature gates and groups. */
import type { GroupDescriptor } from '../../../runtime/model/catalog.ts';
import { type Change, shown } from '../change.ts';
import { canonical, equalJson, isRecord, type JsonRecord, keysOfBoth, own } from '../json.ts';
import { brokenGate, tooSoon } from '../policy/gates.ts';
import { advancesTooSoon, versionOf } from '../policy/versions.ts';
import { stabilityOf } from '../stability.ts';
import { type Parts, versionKey } from '../surface.ts';
import { breaks, compareBy, either, entries, flag, keeps, listOf, type Table } from './finding.ts';
import { changeAt, type DiffContext, type ElementSite } from './place.ts';

export function releaseChanges({ before, now }: DiffContext): readonly Change[] {
	return keysOfBoth(before.surface.releases, now.releases).flatMap((release) => {
		const [was, is] = [own(before.surface.releases, release), own(now.releases, release)];
		if (was === is) return [];
		const place: ElementSite = { where: `release ${release}`, element: 'release', path: ['releases', release], isAlpha: false };
		const days = { ...(was ? { from: was } : {}), ...(is ? { to: is } : {}) };
		if (was === undefined) return [changeAt(place, { ...keeps('added', 'is new', { ...days, sdk: 'none' }), keyword: '' })];
		if (is === undefined) return [changeAt(place, { ...keeps('removed', 'can be emulated no more', { ...days, sdk: 'none' }), keyword: '' })];
		return [changeAt(place, { ...keeps('rescheduled', 'came out on another day', { ...days, sdk: 'none' }), keyword: '' })];
	});
}

/** Returns the changes of gates, checked by rule 8. Broken rules that the lock already has are not reported again. */
export function gateChanges({ before, now, releases }: DiffContext): readonly Change[] {
	return keysOfBoth(before.surface.gates, now.gates).flatMap((name) => {
		const [was, is] = [own(before.surface.gates, name), own(now.gates, name)];
		if (equalJson(was, is)) return [];
		const place: ElementSite = { where: `gate ${name}`, element: 'gate', path: ['gates', name], isAlpha: false };
		const known = new Set((was === undefined ? [] : brokenGate(was, { releases })).map(canonical));
		const broken = (is === undefined ? [] : brokenGate(is, { releases }))
			.filter((one) => !known.has(canonical(one)))
			.map(({ message, instead }) => changeAt(place, { ...breaks('gated', message, { instead, rule: 8, sdk: 'none' }), keyword: '' }));
		if (was === undefined) return [changeAt(place, { ...keeps('added', 'is new', { to: shown(is), sdk: 'none' }), keyword: '' }), ...broken];
		if (is !== undefined)
			return [changeAt(place, { ...keeps('gated', 'has other stages', { from: shown(was), to: shown(is), sdk: 'none' }), keyword: '' }), ...broken];
		const newest = Object.keys(releases).at(-1) ?? '';
		const [early] = was.at(-1)?.stage === 'removed' ? [] : tooSoon(was, newest, { releases });
		const gone =
			early === undefined
				? keeps('removed', 'is gone', { from: shown(was), sdk: 'none' })
				: breaks('removed', `is gone: it ${early.message}`, { instead: early.instead, rule: 8, sdk: 'none' });
		return [changeAt(place, { ...gone, keyword: '' })];
	});
}

const groupTable: Table<Exclude<keyof GroupDescriptor, 'group'>> = {
	package: either(breaks('renamed', 'has types of other names', { instead: 'keep the name of its folder' })),
	versions: entries(
		(version) => keeps('added', `has the version ${version}`),
		// Consequences for kinds are reported for the kinds.
		(version) => keeps('removed', `has the version ${version} no more`, { sdk: 'major' }),
		keeps('preferred', 'lists its versions in another order', { sdk: 'none' }),
	),
	priority: either(keeps('shown', 'is listed at another position in discovery', { sdk: 'none' })),
	versionPriorities: either(keeps('shown', 'has versions in another order', { sdk: 'none' })),
	custom: either(breaks('presented', 'has another form of list items', { instead: 'do not change it' })),
	proxied: flag(
		breaks('behaves', 'is answered by another server', { instead: 'do not change it', sdk: 'none' }),
		keeps('behaves', 'is answered by this server', { sdk: 'none' }),
	),
};

export function groupChanges(comparing: DiffContext): readonly Change[] {
	const { before, now, releases } = comparing;
	return keysOfBoth(before.surface.groups, now.groups).flatMap((name) => {
		const [was, is] = [own(before.surface.groups, name), own(now.groups, name)];
		const place: ElementSite = { where: `group ${name || 'core'}`, element: 'group', path: ['groups', name], isAlpha: false };
		if (was === undefined) return [changeAt(place, { ...keeps('added', 'is new'), keyword: '' })];
		if (is === undefined) {
			const isPromised = listOf(was.versions).some((version) => stabilityOf(String(version)) !== 'alpha');
			return [
				changeAt({ ...place, isAlpha: !isPromised }, { ...breaks('removed', 'is gone', { instead: 'keep it, and deprecate its versions' }), keyword: '' }),
			];
		}
		return [
			...compareBy(groupTable, { from: was, to: is }).map((finding) => changeAt(place, finding)),
			...preferred(place, was, is, comparing, Object.keys(releases)),
		];
	});
}

/** Checks rule 5 for the preferred version in discovery. */
function preferred(place: ElementSite, was: JsonRecord, is: JsonRecord, { now }: DiffContext, releases: readonly string[]): readonly Change[] {
	const [first, other] = [listOf(was.versions)[0], listOf(is.versions)[0]];
	if (typeof first !== 'string' || typeof other !== 'string' || first === other) return [];
	const versionsOf = (group: JsonRecord): Parts =>
		Object.fromEntries(listOf(group.versions).map((version) => [versionKey(String(version)), lifeIn(place.path[1] ?? '', String(version), now.kinds)]));
	const early = advancesTooSoon(versionOf(first), versionOf(other), versionsOf(was), versionsOf(is), releases);
	const finding =
		early === undefined
			? keeps('preferred', 'prefers another version', { from: first, to: other, sdk: 'none' })
			: breaks('preferred', `prefers ${other} ${early.message}`, { from: first, to: other, instead: early.instead, rule: 5, sdk: 'none' });
	return [changeAt(place, { ...finding, keyword: 'versions' })];
}

/** Returns the lifetime of a group's version, which exists while one of its kinds does. */
function lifeIn(group: string, version: string, kinds: Readonly<Record<string, Parts>>): JsonRecord {
	const key = versionKey(group === '' ? version : `${group}/${version}`);
	const found = Object.values(kinds).flatMap((kind) => (isRecord(kind[key]) ? [kind[key]] : []));
	const [only] = found;
	return found.length === 1 && only !== undefined ? only : {};
}
