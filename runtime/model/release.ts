/** Comparison of releases. */
import type { Release } from './catalog.ts';

/** Parses `major.minor`. */
export function releaseNumbers(release: Release): { readonly major: number; readonly minor: number } {
	const [major = 0, minor = 0] = release.split('.').map(Number);
	return { major, minor };
}

/** Ranks of the releases compared before. There are few, and a start compares them thousands of times. */
const ranks = new Map<Release, number>();
/** Exceeds the number of minors of any release. */
const minors = 1_000_000;

function rank(release: Release): number {
	let known = ranks.get(release);
	if (known === undefined) {
		const { major, minor } = releaseNumbers(release);
		known = major * minors + minor;
		ranks.set(release, known);
	}
	return known;
}

/** Returns a negative number when `a` comes first: `1.9` precedes `1.25`. Takes releases of the catalog only, not text from clients. */
export function compareReleases(a: Release, b: Release): number {
	return rank(a) - rank(b);
}
