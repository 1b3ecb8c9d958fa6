/** Releases as numbers: the one way to say which comes first. */
import type { Release } from './catalog.ts';

/** `major.minor` as numbers. */
export function releaseNumbers(release: Release): { readonly major: number; readonly minor: number } {
	const [major = 0, minor = 0] = release.split('.').map(Number);
	return { major, minor };
}

/** Of the releases that have been compared: there are few, and a start compares them thousands of times. */
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

/** Below zero when `a` comes first: `1.9` comes before `1.25`. For releases of the catalog, not for what somebody sends. */
export function compareReleases(a: Release, b: Release): number {
	return rank(a) - rank(b);
}
