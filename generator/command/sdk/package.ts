/** Common parts of commands that write packages: names, last published version, dependencies. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExactly } from '../../../runtime/wire/json/text.ts';
import { publishedFile } from '../../sdk/typescript/files.ts';
import type { PublishedVersion } from '../../sdk/typescript/version.ts';
import { displayName, projectRoot } from '../spec-roots.ts';

/**
 * Reads the last published version from `folder`; undefined when there is none. Throws for a damaged file, because the next version would
 * be a guess.
 */
export function readPublished(folder: string): PublishedVersion | undefined {
	const path = join(folder, publishedFile);
	if (!existsSync(path)) return undefined;
	try {
		return parseExactly(readFileSync(path, 'utf8')) as unknown as PublishedVersion;
	} catch (error) {
		throw new Error(`${displayName(path)}, the record of the last publication, is damaged: ${error instanceof Error ? error.message : error}`);
	}
}

interface Manifest {
	readonly dependencies: Readonly<Record<string, string>>;
	/** Includes packages that the command line itself does not need. */
	readonly devDependencies: Readonly<Record<string, string>>;
}

/** Returns the dependencies in the versions with which the project is tested. */
export function dependencies(names: readonly string[]): Readonly<Record<string, string>> {
	const own = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;
	return Object.fromEntries(
		names.map((name) => {
			const version = own.dependencies[name] ?? own.devDependencies[name];
			if (version === undefined) throw new Error(`the project does not depend on ${name}`);
			return [name, version];
		}),
	);
}

/** Returns the advice on installing. It names a tarball, because npm installs a folder as a link, without dependencies. */
export function installText(folder: string): string {
	return `install it from a registry (orch sdk publish), or as a tarball: npm install "./$(npm pack --silent ${displayName(folder)})"`;
}

export function checkName(name: string): void {
	if (name.length > 214 || !/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
		throw new Error(
			`--name: ${JSON.stringify(name)} is not a valid package name: use lower-case letters, digits, "-", "." and "_", optionally after "@scope/"`,
		);
}
