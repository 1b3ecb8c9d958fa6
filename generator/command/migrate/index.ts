import type { Command } from 'commander';
import { addMigrateHooksCommand } from './hooks.ts';

export function addMigrateCommand(program: Command): void {
	addMigrateHooksCommand(program.command('migrate').description('bring along what depends on names that have changed'));
}
