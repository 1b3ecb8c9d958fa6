/**
 * Flags of the server are promises (seed 1, Deprecation rules, 6): a promised flag exists, or was deprecated for as long as its stage
 * requires.
 */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Lifetime, ReleaseDates } from '../../generator/compat/policy/calendar.ts';
import type { FlagStage } from '../../runtime/api/flag.ts';
import { allFlags, questions } from '../../runtime/server/flags/read.ts';
import { aliases } from '../../runtime/server/flags/server-flags.ts';
import { textOf } from './project.ts';
import { promisedFlags } from './promised-flags.ts';
import { broken as brokenPromises, type Given, type Promised, releaseDates } from './promises.ts';

/** Minimum lifetimes of flags for operators; alpha flags may be removed at any time. */
const lifetimes: Readonly<Record<FlagStage, Lifetime>> = {
	stable: { months: 6, releases: 1 },
	beta: { months: 3, releases: 1 },
	alpha: { months: 0, releases: 0 },
};
function broken(promised: readonly Promised[], given: readonly Given[], dates: ReleaseDates): string[] {
	return brokenPromises({ promised, given, lifetimes, dates, call: (name) => `--${name}`, file: 'test/structure/promised-flags.ts' });
}

it('every flag that has been promised is there, as stable as it was', () => {
	expect(promisedFlags.length).toBeGreaterThan(80);
	expect(broken(promisedFlags, [...allFlags, ...aliases, ...questions], releaseDates(parse(textOf('specs/releases.yaml'))))).toEqual([]);
});

describe('rule 6 of the deprecation policy', () => {
	const dates = { releases: { '1.24': '2022-05-03', '1.25': '2022-08-23', '1.26': '2022-12-09' } };
	const flag = (stage: FlagStage, deprecated?: string): Promised[] => [{ name: 'old', stage, ...(deprecated !== undefined && { deprecated }) }];

	it.each<[string, Promised[], string[]]>([
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
	])('a removed flag: %s', (_, promised, expected) => expect(broken(promised, [], dates)).toEqual(expected));

	it('a flag does not become less stable, and new or deprecated flags are recorded', () => {
		expect(broken(flag('stable'), [{ name: 'old', stage: 'beta' }], dates)).toContain('--old is beta, and was promised as stable');
		const unwritten = ['--old is not promised as it is: write it down in test/structure/promised-flags.ts'];
		expect(broken([], [{ name: 'old' }], dates)).toEqual(unwritten);
		expect(broken(flag('beta'), [{ name: 'old' }], dates)).toEqual(unwritten);
		expect(broken(flag('stable'), [{ name: 'old', deprecated: { since: '1.26', instead: 'use --new' } }], dates)).toEqual(unwritten);
		expect(broken(flag('stable', '1.26'), [{ name: 'old', deprecated: { since: '1.26', instead: 'use --new' } }], dates)).toEqual([]);
	});
});
