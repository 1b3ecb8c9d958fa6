/** Release calendar and feature gates, and checks of all releases that specs name. */
import type { GateDescriptor, Release } from '../../runtime/model/catalog.ts';
import { compareReleases } from '../../runtime/model/release.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import { suggestion } from './diagnostics/suggestion.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, type SpecNode, text, textAt, textsAt } from './source/node.ts';

export interface Calendar {
	readonly default: Release;
	readonly releases: readonly Release[];
	/** Date of each release, such as `2022-08-23`. Older releases may be included. Empty when no spec has dates. */
	readonly dates: ReadonlyMap<Release, string>;
	readonly gates: readonly GateDescriptor[];
	/** File of the calendar. Undefined when no spec root has one. */
	readonly node: MapNode | undefined;
}

/** Finds the calendar of a node: that of its spec root, or the platform's. */
export interface CalendarLookup {
	of(node: SpecNode): Calendar;
	/** Gates of all calendars. */
	readonly gates: readonly GateDescriptor[];
}

export function readCalendar(node: MapNode, report: Report): Calendar {
	const releases = textsAt(node, 'releases');
	listAt(node, 'releases').forEach((item, index) => {
		const before = releases[index - 1];
		const release = text(item);
		// An entry that is no text is refused when it is read.
		if (before !== undefined && release !== undefined && compareReleases(before, release) >= 0)
			report(item, `releases must be sorted, oldest first: ${release} cannot follow ${before}`);
	});
	const calendar = { default: textAt(node, 'default') ?? releases[0] ?? '', releases, dates: readDates(node, releases, report), gates: [], node };
	const defaultNode = at(node, 'default');
	if (defaultNode !== undefined && !releases.includes(calendar.default))
		report(defaultNode, `the default release ${calendar.default} is not among the releases`);
	return { ...calendar, gates: readGates(node, calendar, report) };
}

/** Reads the dates of releases. They must increase with the releases, and no release may be missing. */
function readDates(node: MapNode, releases: readonly Release[], report: Report): ReadonlyMap<Release, string> {
	const entries = [...(mapAt(node, 'dates')?.entries ?? [])];
	const dates = new Map<Release, string>();
	let before: { release: Release; date: string } | undefined;
	for (const [release, { key, value }] of entries) {
		const date = text(value) ?? '';
		// The form of a date has been checked, but not whether the day exists.
		if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date) report(value, `${date} is no day of the calendar`);
		if (!releases.includes(release) && (releases[0] === undefined || compareReleases(release, releases[0]) > 0))
			report(key, `a date of ${release}, which is not among the releases`);
		if (before !== undefined && (compareReleases(before.release, release) >= 0 || before.date >= date))
			report(key, `dates must be sorted, oldest first: ${release} of ${date} cannot follow ${before.release} of ${before.date}`);
		before = { release, date };
		dates.set(release, date);
	}
	const without = releases.filter((release) => !dates.has(release));
	if (entries.length > 0 && without.length > 0) report(keyNode(node, 'dates'), `dates lack ${without.join(', ')}`);
	return dates;
}

function readGates(node: MapNode, calendar: Calendar, report: Report): GateDescriptor[] {
	const gates = mapAt(node, 'gates');
	const calendars: CalendarLookup = { of: () => calendar, gates: [] };
	return [...(gates?.entries ?? [])].map(([name, entry]) => {
		const stages = (entry.value.kind === 'list' ? entry.value.items : []).map((stage, index, all) => {
			const from = checkRelease(at(stage, 'from'), calendars, report) ?? '0.0';
			const before = textAt(all[index - 1], 'from');
			if (before !== undefined && compareReleases(before, from) > 0) report(stage, `stages must be sorted, oldest first: ${from} cannot follow ${before}`);
			return { from, stage: (textAt(stage, 'stage') ?? 'alpha') as GateDescriptor['stages'][number]['stage'], default: flagAt(stage, 'default') ?? false };
		});
		return { name, stages };
	});
}

/** Checks a release. A release older than the calendar is a historical fact. All others must be in the calendar. */
export function checkRelease(node: SpecNode | undefined, calendars: CalendarLookup, report: Report): Release | undefined {
	const release = text(node);
	if (node === undefined || release === undefined || !/^\d+\.\d+$/.test(release)) return undefined;
	const calendar = calendars.of(node);
	const [oldest] = calendar.releases;
	if (oldest !== undefined && !calendar.releases.includes(release) && compareReleases(release, oldest) > 0) {
		report(node, `unknown release ${JSON.stringify(release)}: ${calendar.node?.file.file ?? 'releases.yaml'} has ${oldest} to ${calendar.releases.at(-1)}`);
	}
	return release;
}

/** Checks the release of a removal, which may lie in the future. */
function checkRemoval(node: SpecNode | undefined, calendars: CalendarLookup, report: Report): Release | undefined {
	const release = text(node);
	const newest = node && calendars.of(node).releases.at(-1);
	const isPromised = release !== undefined && newest !== undefined && /^\d+\.\d+$/.test(release) && compareReleases(release, newest) > 0;
	return isPromised ? release : checkRelease(node, calendars, report);
}

/** Checks that introduced < deprecated < removed, as far as they are given. */
export function checkLife(node: MapNode, calendars: CalendarLookup, report: Report): { introduced?: Release; deprecated?: Release; removed?: Release } {
	const life: { introduced?: Release; deprecated?: Release; removed?: Release } = {};
	let before: { word: string; release: Release } | undefined;
	for (const word of ['introduced', 'deprecated', 'removed'] as const) {
		const release = word === 'removed' ? checkRemoval(at(node, word), calendars, report) : checkRelease(at(node, word), calendars, report);
		if (release === undefined) continue;
		life[word] = release;
		const [oldest] = calendars.of(at(node, word) ?? node).releases;
		if (word === 'removed' && oldest !== undefined && compareReleases(release, oldest) <= 0)
			report(at(node, word) ?? node, `removed in ${release}: no release since the oldest, ${oldest}, would ever have it, so remove it`);
		// A field that is deprecated in the release that introduces it is odd, but exists. A field that is removed in the release that
		// deprecates it would be removed without a warning.
		const order = before === undefined ? -1 : compareReleases(before.release, release);
		if (before !== undefined && (order > 0 || (order === 0 && word === 'removed'))) {
			report(at(node, word) ?? keyNode(node, word), `${word} in ${release}, but ${before.word} in ${before.release}`);
		}
		before = { word, release };
	}
	return life;
}

export function checkGate(node: SpecNode | undefined, calendars: CalendarLookup, report: Report): string | undefined {
	const gate = text(node);
	if (node === undefined || gate === undefined) return undefined;
	const known = calendars.gates.map((one) => one.name);
	if (!known.includes(gate)) report(node, `unknown feature gate ${JSON.stringify(gate)}${suggestion(gate, known)} (gates are declared in releases.yaml)`);
	return gate;
}
