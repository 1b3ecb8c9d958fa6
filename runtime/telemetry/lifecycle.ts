/**
 * What a release says of a figure: whether it is there, in which words, and whether it is hidden, as figures that have been deprecated for
 * long enough are until they go (seed 1, "Deprecation policy", 9; the incumbent's own windows).
 */
import type { Release } from '../model/catalog.ts';
import { compareReleases, releaseNumbers } from '../model/release.ts';
import type { MetricRow, Stability } from './family.ts';

/** For how many releases a deprecated figure is still shown, that of its deprecation included. */
const shownFor: readonly { readonly from: Release; readonly releases: Readonly<Record<Stability, number>> }[] = [
	{ from: '1.0', releases: { STABLE: 3, BETA: 1, ALPHA: 1 } },
	{ from: '1.35', releases: { STABLE: 3, BETA: 1, ALPHA: 0 } },
];

export interface Standing<R extends MetricRow = MetricRow> {
	/** As it is in the release. */
	readonly row: R;
	/** It is shown to who asks for it alone. */
	readonly isHidden: boolean;
}

/** Undefined: the release has no such figure. */
export function standingAt<R extends MetricRow>(row: R, release: Release): Standing<R> | undefined {
	if (row.introduced !== undefined && compareReleases(release, row.introduced) < 0) return undefined;
	if (row.removed !== undefined && compareReleases(release, row.removed) >= 0) return undefined;
	const { deprecated, ...past } = Object.assign({ ...row }, ...(row.history ?? []).filter(({ from }) => isReached(from, release)).map(({ set }) => set)) as R;
	if (deprecated === undefined || !isReached(deprecated, release)) return { row: past as unknown as R, isHidden: false };
	return { row: { ...past, deprecated } as unknown as R, isHidden: isOver(deprecated, past.stability, release) };
}

function isReached(from: Release, release: Release): boolean {
	return compareReleases(from, release) <= 0;
}

function isOver(deprecated: Release, stability: Stability, release: Release): boolean {
	const window = shownFor.findLast(({ from }) => isReached(from, release))?.releases[stability] ?? 0;
	const [since, now] = [releaseNumbers(deprecated), releaseNumbers(release)];
	return since.major < now.major || since.minor + window <= now.minor;
}

/** The text behind `# HELP name`. The deprecation comes first, as seed 1, "Deprecation policy", 9, says. */
export function helpOf({ help, stability, deprecated }: MetricRow): string {
	const words = `[${stability}] ${help}`;
	return deprecated === undefined ? words : `(Deprecated from ${deprecated}) ${words}`;
}

/** Throws an Error with the incumbent's sentence: who could name any version would never notice that a figure is about to go. */
export function checkShowHidden(asked: Release | undefined, release: Release): void {
	const { major, minor } = releaseNumbers(release);
	const previous = `${major}.${minor - 1}`;
	if (asked !== undefined && asked !== previous)
		throw new Error(`--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`);
}
