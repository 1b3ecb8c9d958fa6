/** `orch storage move KIND VERSION`: moves `storage: true` in the spec of a kind. A server that is built afterwards rewrites the stored objects. */
import { Command } from 'commander';
import { moveStorage } from '../scaffold/version.ts';
import { collect } from './output.ts';
import { editableKind, propose, rootNode } from './spec-edits.ts';
import { versionName } from './version-name.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly write?: true;
}

/** Runs the command; `words` follow `move`. Returns the exit code. */
export async function moveCommand(words: readonly string[]): Promise<number> {
	let exitCode = 0;
	const command = new Command('orch storage move')
		.description('store a kind in another of its versions; shows the edit of the spec, and writes it with --write')
		.argument('<kind>', 'kind, such as Widget')
		.argument('<version>', 'version to store, such as v2', versionName)
		.option('--specs <dir>', 'directory of specs with the kind; repeatable (default: specs, if it exists)', collect)
		.option('--write', 'write the change to the file')
		.action(async (name: string, version: string, { specs = [], write }: Options) => {
			const found = await editableKind(name, specs);
			const { kind, kindFile } = found;
			const { after } = moveStorage({ kind: kind.kind, version }, rootNode(kindFile));
			const line = ['orch storage move', name, version, ...specs.map((dir) => `--specs ${dir}`)].join(' ');
			const next = `run orch check, lock, build and start; orch storage migrate ${name} rewrites the objects immediately`;
			const edited = { file: kindFile.file, path: kindFile.path, before: kindFile.text, after };
			exitCode = (await propose([edited], found, { write: write === true, command: line, next })) ? 0 : 1;
		});
	await command.parseAsync([...words], { from: 'user' });
	return exitCode;
}
