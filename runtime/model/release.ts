import type { Release } from './catalog.ts';

/** Parses `major.minor`. */
export function releaseNumbers(release: Release): { readonly major: number; readonly minor: number } {
	const [major = 0, minor = 0] = release.split('.').map(Number);
	return { major, minor };
}

/** Cached ranks of releases: there are few, but a start compares them thousands of times. */
const ranks = new Map<Release, number>();
/** More than any release has minors. */
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

/** Returns a negative number when `a` is earlier: `1.9` precedes `1.25`. For releases of the catalog, not for text from clients. */
export function compareReleases(a: Release, b: Release): number {
	return rank(a) - rank(b);
}
