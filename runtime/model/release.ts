/** Releases as numbers: the one way to say which comes first. */
import type { Release } from './catalog.ts';

/** `major.minor` as numbers. */
export function releaseNumbers(release: Release): { readonly major: number; readonly minor: number } {
	const [major = 0, minor = 0] = release.split('.').map(Number);
	return { major, minor };
}

/** Below zero when `a` comes first: `1.9` comes before `1.25`. */
export function compareReleases(a: Release, b: Release): number {
	const first = releaseNumbers(a);
	const second = releaseNumbers(b);
	return first.major - second.major || first.minor - second.minor;
}
