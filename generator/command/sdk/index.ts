/** `orch sdk`: writes and publishes client packages, with one command per language. */
import type { Command } from 'commander';
import { addPrismaCommand } from './prisma.ts';
import { addPublishCommand } from './publish.ts';
import { addTypescriptCommand } from './typescript.ts';

export function addSdkCommand(program: Command): void {
	const sdk = program.command('sdk').description('write and publish client packages for the kinds of the specs');
	addTypescriptCommand(sdk);
	addPrismaCommand(sdk);
	addPublishCommand(sdk);
}
