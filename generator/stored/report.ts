/** Report on the effect of specs on stored objects, as text and JSON. */
import { nameOf } from '../compat/change.ts';
import type { FindingGroup, KindCounts, StoredComparison } from './comparison.ts';
import { type Sort, sorts } from './finding.ts';
import type { FindingOrigin, Places } from './places.ts';

export interface StoredReport {
	/** Printable name of the source of objects. */
	readonly source: string;
	readonly comparison: StoredComparison;
	readonly places: Places;
	/** Reports all kinds, including those without findings. */
	readonly all: boolean;
}

interface Totals {
	readonly objects: number;
	readonly kinds: number;
	readonly invalid: number;
	readonly loses: number;
	readonly changes: number;
	readonly already: number;
	readonly unreadable: number;
}

const labels: Readonly<Record<Sort, string>> = {
	kindGone: 'cannot be read any more',
	versionGone: 'cannot be read any more',
	unconverted: 'cannot be read any more',
	outOfScope: 'cannot be reached any more',
	invalid: 'invalid',
	unknown: 'loses',
	lost: 'loses',
	hidden: 'hides',
	shownInvalid: 'lists invalid objects',
	defaulted: 'fills in',
};

export type Outcome = 'same' | 'differs' | 'breaks' | 'unknown';

/** Returns the outcome. `unknown`: objects of a changed kind could not be checked, and nothing else breaks. */
export function outcomeOf(comparison: StoredComparison): Outcome {
	const fresh = comparison.groups().filter(({ isNew }) => isNew);
	if (fresh.some(({ sort }) => sorts[sort].level === 'breaks')) return 'breaks';
	if (comparison.kinds().some(({ unreadable, isChanged }) => unreadable > 0 && isChanged)) return 'unknown';
	return fresh.length > 0 ? 'differs' : 'same';
}

/** Returns the output of `orch diff --objects --json`. Its form is stable: fields may be added, not removed or changed. */
export function jsonOf({ source, comparison, places }: StoredReport): object {
	return {
		source,
		kinds: comparison.kinds(),
		findings: comparison.groups().map((group) => {
			const { position, change } = places.of(group);
			const { isNew, count, names, ...finding } = group;
			return {
				...finding,
				level: sorts[group.sort].level,
				new: isNew,
				objects: count,
				names,
				...(position !== undefined && { position }),
				...(change !== undefined && { change: nameOf(change) }),
			};
		}),
		unreadable: comparison.unreadable(),
		summary: { ...totalsOf(comparison.kinds()), outcome: outcomeOf(comparison) },
	};
}

export function textOf(report: StoredReport): string {
	const { source, comparison, places, all } = report;
	const kinds = comparison.kinds();
	const groups = Map.groupBy(comparison.groups(), ({ resource }) => resource);
	const told = kinds.filter(({ resource, isChanged, unreadable }) => all || groups.has(resource) || isChanged || unreadable > 0);
	const lines = told.flatMap((kind) => [kindText(kind), ...(groups.get(kind.resource) ?? []).map((group) => groupText(group, places.of(group)))]);
	const reasons = comparison.unreadable().map(({ resource, reason, count }) => `${resource}: ${objects(count)} could not be looked at: ${reason}`);
	return [...lines, ...reasons, totalText(source, totalsOf(kinds))].join('\n');
}

function kindText({ resource, objects: count, isPromised, kind, ...counts }: KindCounts): string {
	const without = isPromised || kind === undefined ? '' : '; the lock does not contain it, so old and new faults cannot be distinguished';
	return `${resource}: ${objects(count)}${listed(counts)}${without}`;
}

function groupText(group: FindingGroup, { position, change }: FindingOrigin): string {
	const { sort, field, version, message, isNew, count, names } = group;
	const place = position === undefined ? '' : `${position.file}:${position.line}:${position.column}: `;
	const of = version === undefined || field === '' ? '' : ` of ${version}`;
	const what = field === '' ? message : `${field}${of}: ${message}`;
	const more = count > names.length ? ` and ${count - names.length} more` : '';
	const because = isNew && change !== undefined ? [`${change.where} ${change.message}${wasIs(change)}`] : [];
	return [`  ${place}${isNew ? '' : 'already '}${labels[sort]}: ${what}`, ...because, `${objects(count)}: ${names.join(', ')}${more}`].join('\n      ');
}

function wasIs({ from, to, message }: { readonly from?: string; readonly to?: string; readonly message: string }): string {
	const said = (word: string, value: string | undefined): string => (value === undefined || message.includes(value) ? '' : `, ${word} ${value}`);
	return `${said('was', from)}${said('is', to)}`;
}

function totalsOf(kinds: readonly KindCounts[]): Totals {
	const sum = (of: keyof Omit<Totals, 'kinds'>): number => kinds.reduce((total, kind) => total + kind[of], 0);
	return {
		objects: sum('objects'),
		kinds: kinds.length,
		invalid: sum('invalid'),
		loses: sum('loses'),
		changes: sum('changes'),
		already: sum('already'),
		unreadable: sum('unreadable'),
	};
}

function totalText(source: string, totals: Totals): string {
	const found = listed(totals);
	return `${source}: ${objects(totals.objects)} of ${totals.kinds} ${totals.kinds === 1 ? 'kind' : 'kinds'}${found === '' ? ': no object becomes invalid or loses data' : found}`;
}

function listed({ invalid, loses, changes, already, unreadable }: Omit<Totals, 'objects' | 'kinds'>): string {
	const parts: readonly [number, string, string][] = [
		[invalid, 'becomes invalid', 'become invalid'],
		[loses, 'loses something', 'lose something'],
		[changes, 'looks otherwise', 'look otherwise'],
		[already, 'was wrong already', 'were wrong already'],
		[unreadable, 'could not be looked at', 'could not be looked at'],
	];
	return parts.flatMap(([count, one, several]) => (count === 0 ? [] : [`, ${count} ${count === 1 ? one : several}`])).join('');
}

function objects(count: number): string {
	return `${count} ${count === 1 ? 'object' : 'objects'}`;
}
