/** Commands for `api.lock.yaml`. */
import type { Command } from 'commander';
import { addDiffCommand } from './diff.ts';
import { addLockCommand } from './lock.ts';

export function addLockCommands(program: Command): void {
	addLockCommand(program);
	addDiffCommand(program);
}
