/** Stability stages that the command line declares for its commands. */
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CommandStage, commandStages, commandsOf, declareStages } from '../../../generator/command/command-stability.ts';
import { makeProgram } from '../../../generator/command/program.ts';

function program(rows: readonly CommandStage[], done: string[] = []): Command {
	const made = new Command('orch').exitOverride();
	made
		.command('one')
		.description('does one thing')
		.action(() => void done.push('one'));
	const group = made.command('group');
	group
		.command('two')
		.description('does another')
		.action(() => void done.push('two'));
	declareStages(made, rows);
	return made;
}

const stable: CommandStage = { name: 'one', stage: 'stable' };
const old: CommandStage = { name: 'group two', stage: 'beta', deprecated: { since: '1.26', instead: 'use orch one' } };

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

/** Returns the output on stderr. */
async function warned(made: Command, ...words: string[]): Promise<string[]> {
	const said = vi.spyOn(console, 'error').mockImplementation(() => {});
	await made.parseAsync(words, { from: 'user' });
	return said.mock.calls.map(([text]) => String(text));
}

describe('a stage', () => {
	it('is that of every command', () => {
		expect(commandsOf(makeProgram()).map(({ name }) => name)).toEqual(commandStages.map(({ name }) => name));
		expect(() => program([stable])).toThrow('the command group two has no stage');
		expect(() => program([stable, old, { name: 'three', stage: 'alpha' }])).toThrow('unknown command three');
	});

	it('is in the help of the command and of the program', () => {
		const made = makeProgram();
		const ofAll = made.helpInformation();
		expect(ofAll).toMatch(/\nBeta commands, supported for at least three months and one release after deprecation:\n {2}envtest /);
		expect(ofAll.indexOf('  check ')).toBeLessThan(ofAll.indexOf('Beta commands'));
		const help: string[] = [];
		const check = made.commands.find((command) => command.name() === 'check');
		check?.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
		expect(help.join('')).toMatch(/\nStable: supported for at least one year and two releases after deprecation\.\n$/);
	});
});

describe('a deprecated command', () => {
	it('names its replacement in the help', () => {
		const group = program([stable, old]).commands[1];
		expect(group?.helpInformation().replace(/\s+/g, ' ')).toContain('does another (deprecated since 1.26: use orch one)');
	});

	it('still works, and warns on standard error once', async () => {
		const done: string[] = [];
		expect(await warned(program([stable, old], done), 'group', 'two')).toEqual(['warning: orch group two has been deprecated since 1.26: use orch one']);
		expect(done).toEqual(['two']);
	});

	it('warns only without --quiet', async () => {
		expect(await warned(program([stable, old]), 'one')).toEqual([]);
		vi.stubEnv('NODE_NO_WARNINGS', '1');
		expect(await warned(program([stable, old]), 'group', 'two')).toEqual([]);
	});
});
