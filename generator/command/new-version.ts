/** `orch new version KIND VERSION`: adds a version with the fields of the stored one, for its author to change. */
import type { Command } from 'commander';
import { newVersion } from '../scaffold/version.ts';
import { collect } from './output.ts';
import { besideFile, editableKind, propose, rootNode } from './spec-edits.ts';
import { versionName } from './version-name.ts';

interface Options {
	readonly specs?: readonly string[];
	readonly write?: true;
}

export function addNewVersionCommand(program: Command): void {
	program
		.command('version')
		.description('add a version to a kind, with the fields of the version that is stored; shows the edits, and writes them with --write')
		.argument('<kind>', 'kind, such as Widget')
		.argument('<version>', 'name of the new version, such as v2', versionName)
		.option('--specs <dir>', 'directory of specs with the kind; repeatable (default: specs, if it exists)', collect)
		.option('--write', 'write the changes to the files')
		.action(async (name: string, version: string, { specs = [], write }: Options) => {
			const found = await editableKind(name, specs);
			const { kind, kindFile, groupFile } = found;
			const made = newVersion({ kind: kind.kind, version }, { kind: rootNode(kindFile), group: rootNode(groupFile) });
			const edited = made.edited.map(({ before: { file }, after }) => ({ file: file.file, path: file.path, before: file.text, after }));
			const types = { ...besideFile(kindFile, made.types.path), before: undefined, after: made.types.content };
			if (found.sources.some(({ file }) => file === types.file)) throw new Error(`${types.file} exists already`);
			const command = ['orch new version', name, version, ...specs.map((dir) => `--specs ${dir}`)].join(' ');
			const next = `change ${types.file}, declare other conversions in "converts", and run orch check; lock and release it before orch storage move`;
			process.exitCode = (await propose([...edited, types], found, { write: write === true, command, next })) ? 0 : 1;
		});
}
