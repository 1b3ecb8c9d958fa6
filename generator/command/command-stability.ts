/** Stability of each command (seed 1, Deprecation rules, 6). The help shows it; deprecated commands print a warning. */
import type { Command } from 'commander';
import { paint } from './output.ts';

export type Stage = 'alpha' | 'beta' | 'stable';

export interface CommandStage {
	/** Name with its group: `sdk typescript`. */
	readonly name: string;
	readonly stage: Stage;
	readonly deprecated?: {
		/** First release in which the command is deprecated. */
		readonly since: string;
		/** Replacement, as a text that completes "has been deprecated since 1.26:". */
		readonly instead: string;
	};
}

/** All commands, in help order. `test/structure/promised-commands.ts` has the promised ones. */
export const commandStages: readonly CommandStage[] = [
	{ name: 'serve', stage: 'stable' },
	{ name: 'dev', stage: 'stable' },
	{ name: 'build', stage: 'stable' },
	{ name: 'envtest', stage: 'beta' },
	{ name: 'generate', stage: 'stable' },
	{ name: 'check', stage: 'stable' },
	{ name: 'validate', stage: 'stable' },
	{ name: 'lock', stage: 'stable' },
	{ name: 'diff', stage: 'stable' },
	{ name: 'migrate hooks', stage: 'beta' },
	{ name: 'explain', stage: 'stable' },
	{ name: 'new version', stage: 'beta' },
	{ name: 'new kind', stage: 'stable' },
	{ name: 'import crd', stage: 'stable' },
	{ name: 'import openapi', stage: 'stable' },
	{ name: 'export crd', stage: 'stable' },
	{ name: 'sdk typescript', stage: 'stable' },
	{ name: 'sdk prisma', stage: 'beta' },
	{ name: 'sdk publish', stage: 'beta' },
	{ name: 'backup', stage: 'stable' },
	{ name: 'restore', stage: 'stable' },
	{ name: 'storage', stage: 'beta' },
	{ name: 'upgrade check', stage: 'beta' },
];

/** Promises of the deprecation policy to users of a command, by stage. */
const promises: Readonly<Record<Stage, string>> = {
	stable: 'supported for at least one year and two releases after deprecation',
	beta: 'supported for at least three months and one release after deprecation',
	alpha: 'subject to removal at any time',
};

/** Adds the stages to the commands. Throws for a command without a stage or a stage without a command, which are programming errors. */
export function declareStages(program: Command, rows = commandStages): void {
	const stages = new Map(rows.map((row) => [row.name, row]));
	for (const { name, command } of commandsOf(program)) {
		const row = stages.get(name);
		if (row === undefined) throw new Error(`the command ${name} has no stage`);
		declare(command, row);
		stages.delete(name);
	}
	for (const name of stages.keys()) throw new Error(`unknown command ${name}`);
}

/** Returns the commands that can be run; the others are groups. */
export function commandsOf(program: Command, before = ''): { readonly name: string; readonly command: Command }[] {
	return program.commands.flatMap((command) => {
		const name = before + command.name();
		return command.commands.length === 0 ? [{ name, command }] : commandsOf(command, `${name} `);
	});
}

function declare(command: Command, { name, stage, deprecated }: CommandStage): void {
	if (stage !== 'stable') command.helpGroup(`${headOf(stage)} commands, ${promises[stage]}:`);
	command.addHelpText('after', `\n${headOf(stage)}: ${promises[stage]}.`);
	if (deprecated === undefined) return;
	command.description(`${command.description()} (deprecated since ${deprecated.since}: ${deprecated.instead})`);
	command.hook('preAction', () => {
		if (process.env.NODE_NO_WARNINGS !== '1')
			console.error(`${paint('yellow', 'warning', process.stderr)}: orch ${name} has been deprecated since ${deprecated.since}: ${deprecated.instead}`);
	});
}

function headOf(stage: Stage): string {
	return stage.charAt(0).toUpperCase() + stage.slice(1);
}
