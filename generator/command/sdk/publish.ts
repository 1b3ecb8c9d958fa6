/** `orch sdk publish`: publishes a package and records it; the next version is derived from the record. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { parseExactly } from '../../../runtime/wire/json/text.ts';
import { publishedFile, surfaceFile } from '../../sdk/typescript/files.ts';
import type { PublishedVersion } from '../../sdk/typescript/version.ts';
import { displayName } from '../spec-roots.ts';

interface Options {
	readonly dryRun?: true;
	readonly registry?: string;
	readonly tag?: string;
	readonly access?: string;
}

export function addPublishCommand(sdk: Command): void {
	sdk
		.command('publish')
		.description(`publish a package of orch sdk typescript with npm; ${publishedFile} next to it records what was published and belongs in version control`)
		.argument('<dir>', 'directory of the package')
		.option('--dry-run', 'print what would be published without publishing it')
		.option('--registry <url>', "npm registry (default: the one in .npmrc of the working directory, or npm's own setting)")
		.option('--tag <tag>', 'distribution tag (default: latest)')
		.option('--access <access>', 'access of a new scoped package: public or restricted')
		.action(async (dir: string, options: Options) => {
			await publish(resolve(dir), options);
		});
}

/** Publishes the package. Throws an Error when nothing has changed, and when npm fails. */
async function publish(folder: string, { dryRun, registry, tag, access }: Options): Promise<void> {
	const made = read<PublishedVersion>(folder, surfaceFile);
	const manifest = read<{ readonly name: string; readonly version: string }>(folder, 'package.json');
	if (made === undefined || manifest === undefined)
		throw new Error(
			`${displayName(folder) || '.'} is no package that orch sdk typescript wrote: it has no ${made === undefined ? surfaceFile : 'package.json'}`,
		);
	if (made.version !== manifest.version)
		throw new Error(
			`the version in package.json is ${manifest.version}, and ${made.version} is derived from the changes: write the package again with orch sdk typescript`,
		);
	const published = read<PublishedVersion>(folder, publishedFile);
	if (published?.version === made.version) throw new Error(`${manifest.name} ${made.version} is published already, and nothing has changed since`);
	const flags = [...(dryRun ? ['--dry-run'] : []), ...optionalFlag('--registry', registry), ...optionalFlag('--tag', tag), ...optionalFlag('--access', access)];
	// npm runs in the caller's folder, whose .npmrc has the registry and credentials.
	const child = spawn('npm', ['publish', folder, ...flags], { stdio: 'inherit', shell: process.platform === 'win32' });
	const [code] = (await once(child, 'exit')) as [number | null];
	if (code !== 0) throw new Error(`npm publish failed${code === null ? '' : ` with code ${code}`}: the publication is not recorded`);
	console.log(`${manifest.name} ${made.version} ${dryRun ? 'would be' : 'is'} published`);
	if (!dryRun) writeFileSync(join(folder, publishedFile), readFileSync(join(folder, surfaceFile)));
}

function optionalFlag(flag: string, value: string | undefined): readonly string[] {
	return value === undefined ? [] : [flag, value];
}

/** Reads a JSON file of the package. Undefined when the file does not exist. */
function read<T>(folder: string, name: string): T | undefined {
	let text: string;
	try {
		text = readFileSync(join(folder, name), 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
	try {
		return parseExactly(text) as T;
	} catch (error) {
		throw new Error(`${displayName(join(folder, name))} is damaged: ${error instanceof Error ? error.message : error}`);
	}
}
