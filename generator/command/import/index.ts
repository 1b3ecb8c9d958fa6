/** `orch import`: writes specs from published API descriptions. */
import type { Command } from 'commander';
import { addImportCrd } from './crd.ts';
import { addImportOpenApi } from './openapi.ts';

export function addImportCommand(program: Command): void {
	const command = program.command('import').description('create specs from other formats');
	for (const add of [addImportCrd, addImportOpenApi]) add(command);
}
