/** Time between two releases, in releases and, by their dates, in months. */
import type { Release } from '../../../runtime/model/catalog.ts';
import { compareReleases, releaseNumbers } from '../../../runtime/model/release.ts';

/** Assumed months between future releases. */
const cadenceMonths = 4;

export interface Lifetime {
	readonly months: number;
	readonly releases: number;
}

export interface ReleaseDates {
	readonly releases: Readonly<Record<Release, string>>;
}

/** Describes what two releases lack of a lifetime; undefined when nothing. Months count only when the dates are known. */
export function missing(from: Release, to: Release, wanted: Lifetime, { releases }: ReleaseDates): string | undefined {
	const passed = releasesBetween(from, to);
	const lacks: string[] = [];
	if (passed < wanted.releases) lacks.push(`${passed} of ${wanted.releases} releases`);
	const [start, end] = [dayOf(from, releases), dayOf(to, releases)];
	if (start !== undefined && end !== undefined && addMonths(start, wanted.months) > end)
		lacks.push(`${Math.max(0, Math.floor((end - start) / (30.44 * 24 * 3600 * 1000)))} of ${wanted.months} months`);
	return lacks.length === 0 ? undefined : lacks.join(' and ');
}

/** Counts releases in between; minors of a major are consecutive. */
function releasesBetween(from: Release, to: Release): number {
	const [start, end] = [releaseNumbers(from), releaseNumbers(to)];
	// Between majors the number is unknown and never too small.
	return start.major === end.major ? end.minor - start.minor : Number.POSITIVE_INFINITY;
}

/** Returns the date of a release in milliseconds, extrapolated for future ones. */
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
