/** Time between two releases, in releases and in months, based on release dates. */
import type { Release } from '../../../runtime/model/catalog.ts';
import { compareReleases, releaseNumbers } from '../../../runtime/model/release.ts';

/** Months between future releases, as the policy assumes: about one release in four months. */
const cadenceMonths = 4;

export interface Lifetime {
	readonly months: number;
	readonly releases: number;
}

export interface ReleaseDates {
	readonly releases: Readonly<Record<Release, string>>;
}

/**
 * Describes what two releases lack to be a lifetime apart; undefined when they are far enough apart. Months count only if the dates are
 * known.
 */
export function missing(from: Release, to: Release, wanted: Lifetime, { releases }: ReleaseDates): string | undefined {
	const passed = releasesBetween(from, to);
	const lacks: string[] = [];
	if (passed < wanted.releases) lacks.push(`${passed} of ${wanted.releases} releases`);
	const [start, end] = [dayOf(from, releases), dayOf(to, releases)];
	if (start !== undefined && end !== undefined && addMonths(start, wanted.months) > end)
		lacks.push(`${Math.max(0, Math.floor((end - start) / (30.44 * 24 * 3600 * 1000)))} of ${wanted.months} months`);
	return lacks.length === 0 ? undefined : lacks.join(' and ');
}

/** Counts the releases in between; minor numbers within a major are consecutive. */
function releasesBetween(from: Release, to: Release): number {
	const [start, end] = [releaseNumbers(from), releaseNumbers(to)];
	// The number of releases between two majors is unbounded, so it never falls short.
	return start.major === end.major ? end.minor - start.minor : Number.POSITIVE_INFINITY;
}

/** Returns the date of a release in milliseconds; that of a future release is extrapolated from the cadence. */
function dayOf(release: Release, dates: Readonly<Record<Release, string>>): number | undefined {
	const known = Object.hasOwn(dates, release) ? dates[release] : undefined;
	if (known !== undefined && known !== '') return Date.parse(known);
	const last = Object.entries(dates)
		.filter(([, day]) => day !== '')
		.sort(([a], [b]) => compareReleases(a, b))
		.at(-1);
	if (last === undefined || compareReleases(release, last[0]) < 0) return undefined;
	const ahead = releasesBetween(last[0], release);
	return Number.isFinite(ahead) ? addMonths(Date.parse(last[1]), ahead * cadenceMonths) : undefined;
}

function addMonths(day: number, months: number): number {
	const date = new Date(day);
	const wanted = date.getUTCMonth() + months;
	const moved = new Date(Date.UTC(date.getUTCFullYear(), wanted, 1));
	const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
	return Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth(), Math.min(date.getUTCDate(), last));
}
