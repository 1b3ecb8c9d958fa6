/** All commands; each is a module of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addBackupCommand, addRestoreCommand } from './backup.ts';
import { addBuildCommand } from './build.ts';
import { addCheckCommand } from './check.ts';
import { declareStages } from './command-stability.ts';
import { addDevCommand } from './dev/index.ts';
import { addEnvtestCommand } from './envtest/index.ts';
import { addExplainCommand } from './explain.ts';
import { addExportCommand } from './export.ts';
import { addGenerateCommand } from './generate.ts';
import { addImportCommand } from './import/index.ts';
import { addLockCommands } from './lock/index.ts';
import { addMigrateCommand } from './migrate/index.ts';
import { addNewCommand } from './new-kind.ts';
import { addSdkCommand } from './sdk/index.ts';
import { addServeCommand } from './serve.ts';
import { projectRoot } from './spec-roots.ts';
import { addStorageCommand } from './storage.ts';
import { addUpgradeCommand } from './upgrade/index.ts';
import { addValidateCommand } from './validate.ts';

/** Commands in help order. */
const commands: readonly ((program: Command) => void)[] = [
	addServeCommand,
	addDevCommand,
	addBuildCommand,
	addEnvtestCommand,
	addGenerateCommand,
	addCheckCommand,
	addValidateCommand,
	addLockCommands,
	addMigrateCommand,
	addExplainCommand,
	addNewCommand,
	addImportCommand,
	addExportCommand,
	addSdkCommand,
	addBackupCommand,
	addRestoreCommand,
	addStorageCommand,
	addUpgradeCommand,
];

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { readonly version: string };

export function makeProgram(): Command {
	const program = new Command('orch')
		.version(version, '--version', 'print the version')
		.description('generate and run a cluster API server from YAML specs')
		.showHelpAfterError('(run orch --help for usage)');
	for (const add of commands) add(program);
	declareStages(program);
	return program;
}
