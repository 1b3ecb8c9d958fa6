import type { Command } from 'commander';
import { addMigrateHooksCommand } from './hooks.ts';

export function addMigrateCommand(program: Command): void {
	addMigrateHooksCommand(program.command('migrate').description('update files after names have changed'));
}
