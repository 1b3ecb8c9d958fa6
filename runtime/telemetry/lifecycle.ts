/**
 * Lifecycle of a metric: whether a release has it, its help text, and whether it is hidden after its deprecation. Source: seed 1,
 * "Deprecation policy", 9; the periods are those of kube-apiserver.
 */
import type { Release } from '../model/catalog.ts';
import { compareReleases, releaseNumbers } from '../model/release.ts';
import type { MetricRow, Stability } from './family.ts';

/** Number of releases that show a deprecated metric, including the release that deprecates it. */
const shownFor: readonly { readonly from: Release; readonly releases: Readonly<Record<Stability, number>> }[] = [
	{ from: '1.0', releases: { STABLE: 3, BETA: 1, ALPHA: 1 } },
	{ from: '1.35', releases: { STABLE: 3, BETA: 1, ALPHA: 0 } },
];

export interface MetricStatus<R extends MetricRow = MetricRow> {
	/** The metric as described in the release. */
	readonly row: R;
	/** True when the metric is shown only on request. */
	readonly isHidden: boolean;
}

/** Returns undefined when the release lacks the metric. */
export function statusAt<R extends MetricRow>(row: R, release: Release): MetricStatus<R> | undefined {
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

/** Returns the text after `# HELP name`; a deprecation comes first (seed 1, "Deprecation policy", 9). */
export function helpOf({ help, stability, deprecated }: MetricRow): string {
	const words = `[${stability}] ${help}`;
	return deprecated === undefined ? words : `(Deprecated from ${deprecated}) ${words}`;
}

/**
 * Throws an Error with kube-apiserver's message. Only the previous release is valid, so that operators notice when a metric is about to be
 * removed.
 */
export function checkShowHidden(asked: Release | undefined, release: Release): void {
	const { major, minor } = releaseNumbers(release);
	const previous = `${major}.${minor - 1}`;
	if (asked !== undefined && asked !== previous)
		throw new Error(`--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`);
}
