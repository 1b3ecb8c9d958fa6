/** Commands are promises to their callers (seed 1, Deprecation rules, 6). */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandStages } from '../../generator/command/command-stability.ts';
import { textOf } from './project.ts';
import { promisedCommands } from './promised-commands.ts';
import { broken, type Promised, releaseDates } from './promises.ts';

/** Minimum lifetimes of commands. Users who write specs and call a server run them. */
const lifetimes = { stable: { months: 12, releases: 2 }, beta: { months: 3, releases: 1 }, alpha: { months: 0, releases: 0 } };
const all = { lifetimes, call: (name: string) => `orch ${name}`, file: 'test/structure/promised-commands.ts' };

it('every command that has been promised is there, as stable as it was', () => {
	expect(promisedCommands.length).toBeGreaterThanOrEqual(20);
	expect(broken({ ...all, promised: promisedCommands, given: commandStages, dates: releaseDates(parse(textOf('specs/releases.yaml'))) })).toEqual([]);
});

it.each<[string, Promised, readonly string[]]>([
	['without a word', { name: 'old', stage: 'stable' }, ['orch old is gone without having been deprecated']],
	[
		'a release and four months later',
		{ name: 'old', stage: 'stable', deprecated: '1.25' },
		['orch old, stable and deprecated since 1.25, is gone in 1.26: only 1 of 2 releases and 3 of 12 months later'],
	],
	['when its time is over', { name: 'old', stage: 'stable', deprecated: '1.23' }, []],
	['beta, a release and three months later', { name: 'old', stage: 'beta', deprecated: '1.25' }, []],
	['alpha, at once', { name: 'old', stage: 'alpha' }, []],
])('a removed command: %s', (_, promised, expected) => {
	const dates = { releases: { '1.23': '2021-12-07', '1.24': '2022-05-03', '1.25': '2022-08-23', '1.26': '2022-12-09' } };
	expect(broken({ ...all, promised: [promised], given: [], dates })).toEqual(expected);
});
