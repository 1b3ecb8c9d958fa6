/**
 * Promises of a command line (seed 1, Deprecation rules, 6): a promised name exists, or was deprecated for as long as its stage requires.
 */
import { type Lifetime, missing, type ReleaseDates } from '../../generator/compat/policy/calendar.ts';
import type { Deprecated, FlagStage } from '../../runtime/api/flag.ts';

export interface Promised {
	readonly name: string;
	readonly stage: FlagStage;
	/** Release that deprecated it. */
	readonly deprecated?: string;
}

export interface Given {
	readonly name: string;
	readonly stage?: FlagStage | undefined;
	readonly deprecated?: Deprecated | undefined;
}

export interface Promises {
	readonly promised: readonly Promised[];
	readonly given: readonly Given[];
	readonly lifetimes: Readonly<Record<FlagStage, Lifetime>>;
	readonly dates: ReleaseDates;
	/** Formats a name as users type it. */
	readonly call: (name: string) => string;
	/** File that lists the promises. */
	readonly file: string;
}

const order: readonly FlagStage[] = ['alpha', 'beta', 'stable'];

/** Returns a sentence for each promise that the newest release breaks. */
export function broken(promises: Promises): string[] {
	const { promised, given, call, file } = promises;
	const gone = promised.flatMap((one) => {
		const now = given.find(({ name }) => name === one.name);
		if (now === undefined) return tooSoon(one, promises);
		const stage = now.stage ?? 'stable';
		return order.indexOf(stage) < order.indexOf(one.stage) ? [`${call(one.name)} is ${stage}, and was promised as ${one.stage}`] : [];
	});
	const unknown = given.filter(({ name, stage, deprecated }) => {
		const one = promised.find((each) => each.name === name);
		return one === undefined || one.stage !== (stage ?? 'stable') || one.deprecated !== deprecated?.since;
	});
	return [...gone, ...unknown.map(({ name }) => `${call(name)} is not promised as it is: write it down in ${file}`)];
}

function tooSoon({ name, stage, deprecated }: Promised, { lifetimes, dates, call }: Promises): string[] {
	if (stage === 'alpha') return [];
	if (deprecated === undefined) return [`${call(name)} is gone without having been deprecated`];
	const newest = Object.keys(dates.releases).at(-1) ?? '';
	const lacks = missing(deprecated, newest, lifetimes[stage], dates);
	return lacks === undefined ? [] : [`${call(name)}, ${stage} and deprecated since ${deprecated}, is gone in ${newest}: only ${lacks} later`];
}

/** Returns the release dates of the calendar in the built-in specs. */
export function releaseDates({ releases, dates }: { readonly releases: readonly string[]; readonly dates: Readonly<Record<string, string>> }): ReleaseDates {
	return { releases: Object.fromEntries(releases.map((release) => [release, dates[release] ?? ''])) };
}
