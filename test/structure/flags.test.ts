/** Flags of the server are promises (seed 1, Deprecation rules, 6): what has been promised is there, or was deprecated for as long as its stage asks for. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Lifetime, missing, type ReleaseDates } from '../../generator/compat/policy/calendar.ts';
import type { Deprecated, Flag, FlagStage } from '../../runtime/api/flag.ts';
import { aliases } from '../../runtime/server/flags/own.ts';
import { allFlags, questions } from '../../runtime/server/flags/read.ts';
import { textOf } from './project.ts';
import { type PromisedFlag, promisedFlags } from './promised-flags.ts';

interface Given {
	readonly name: string;
	readonly stage?: Flag<unknown>['stage'] | undefined;
	readonly deprecated?: Deprecated | undefined;
}

/** For who runs a server; alpha flags may go at any time. */
const lifetimes: Readonly<Record<FlagStage, Lifetime>> = {
	stable: { months: 6, releases: 1 },
	beta: { months: 3, releases: 1 },
	alpha: { months: 0, releases: 0 },
};
const order: readonly FlagStage[] = ['alpha', 'beta', 'stable'];

/** What of `promised` is not kept by `flags` in the newest release, a sentence each. */
function broken(promised: readonly PromisedFlag[], flags: readonly Given[], dates: ReleaseDates): string[] {
	const newest = Object.keys(dates.releases).at(-1) ?? '';
	const gone = promised.flatMap((flag) => {
		const now = flags.find(({ name }) => name === flag.name);
		if (now === undefined) return tooSoon(flag, newest, dates);
		const stage = now.stage ?? 'stable';
		return order.indexOf(stage) < order.indexOf(flag.stage) ? [`--${flag.name} is ${stage}, and was promised as ${flag.stage}`] : [];
	});
	const unknown = flags.filter(({ name, stage, deprecated }) => {
		const flag = promised.find((each) => each.name === name);
		return flag === undefined || flag.stage !== (stage ?? 'stable') || flag.deprecated !== deprecated?.since;
	});
	return [...gone, ...unknown.map(({ name }) => `--${name} is not promised as it is: write it down in test/structure/promised-flags.ts`)];
}

function tooSoon({ name, stage, deprecated }: PromisedFlag, newest: string, dates: ReleaseDates): string[] {
	if (stage === 'alpha') return [];
	if (deprecated === undefined) return [`--${name} is gone without having been deprecated`];
	const lacks = missing(deprecated, newest, lifetimes[stage], dates);
	return lacks === undefined ? [] : [`--${name}, ${stage} and deprecated since ${deprecated}, is gone in ${newest}: only ${lacks} later`];
}

it('every flag that has been promised is there, as stable as it was', () => {
	const { releases, dates } = parse(textOf('specs/releases.yaml')) as { releases: string[]; dates: Record<string, string> };
	expect(promisedFlags.length).toBeGreaterThan(80);
	expect(
		broken(promisedFlags, [...allFlags, ...aliases, ...questions], {
			releases: Object.fromEntries(releases.map((release) => [release, dates[release] ?? ''])),
		}),
	).toEqual([]);
});

describe('rule 6 of the deprecation policy', () => {
	const dates = { releases: { '1.24': '2022-05-03', '1.25': '2022-08-23', '1.26': '2022-12-09' } };
	const flag = (stage: FlagStage, deprecated?: string): PromisedFlag[] => [{ name: 'old', stage, ...(deprecated !== undefined && { deprecated }) }];

	it.each<[string, PromisedFlag[], string[]]>([
		['stable, without a word', flag('stable'), ['--old is gone without having been deprecated']],
		[
			'stable, a release and three months later',
			flag('stable', '1.25'),
			['--old, stable and deprecated since 1.25, is gone in 1.26: only 3 of 6 months later'],
		],
		['stable, two releases and seven months later', flag('stable', '1.24'), []],
		[
			'beta, in the release that deprecates it',
			flag('beta', '1.26'),
			['--old, beta and deprecated since 1.26, is gone in 1.26: only 0 of 1 releases and 0 of 3 months later'],
		],
		['beta, a release and three months later', flag('beta', '1.25'), []],
		['alpha, at once', flag('alpha'), []],
	])('a flag that goes: %s', (_, promised, expected) => expect(broken(promised, [], dates)).toEqual(expected));

	it('a flag becomes no less stable, and what is new or deprecated is written down', () => {
		expect(broken(flag('stable'), [{ name: 'old', stage: 'beta' }], dates)).toContain('--old is beta, and was promised as stable');
		const unwritten = ['--old is not promised as it is: write it down in test/structure/promised-flags.ts'];
		expect(broken([], [{ name: 'old' }], dates)).toEqual(unwritten);
		expect(broken(flag('beta'), [{ name: 'old' }], dates)).toEqual(unwritten);
		expect(broken(flag('stable'), [{ name: 'old', deprecated: { since: '1.26', instead: 'use --new' } }], dates)).toEqual(unwritten);
		expect(broken(flag('stable', '1.26'), [{ name: 'old', deprecated: { since: '1.26', instead: 'use --new' } }], dates)).toEqual([]);
	});
});
