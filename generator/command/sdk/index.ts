/** `orch sdk`: client packages, a command for each language, and publishing. */
import type { Command } from 'commander';
import { addPrismaCommand } from './prisma.ts';
import { addPublishCommand } from './publish.ts';
import { addTypescriptCommand } from './typescript.ts';

export function addSdkCommand(program: Command): void {
	const sdk = program.command('sdk').description('write client packages of the kinds that the specs declare, and publish them');
	addTypescriptCommand(sdk);
	addPrismaCommand(sdk);
	addPublishCommand(sdk);
}
