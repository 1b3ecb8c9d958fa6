/** Checks the server's flags with the server's own code, before specs are read or a server is built. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { isInstalled, projectRoot } from './spec-roots.ts';

const checkFile = 'runtime/command-line.ts';

/** Flag that a release refuses or ignores. */
interface FlagProblem {
	readonly flag: string;
	readonly problem: string;
	/** True when the server refuses to start. */
	readonly breaks: boolean;
}

/** Releases that a command line emulates. */
interface FlagReleases {
	readonly emulatedVersion: string | undefined;
	readonly emulatedProductVersion: string | undefined;
}

/** Exports of the server's module that are used here. */
export interface ServerCommandLine {
	usageProblem(args: readonly string[]): string | undefined;
	releasesOf(args: readonly string[]): FlagReleases;
	flagProblems(args: readonly string[], catalogs: { readonly ever: Catalog; readonly before: Catalog; readonly after: Catalog }): readonly FlagProblem[];
}

/** Loads the server's parser. */
export async function serverCommandLine(): Promise<ServerCommandLine> {
	const file = isInstalled ? checkFile.replace(/\.ts$/, '.mjs') : checkFile;
	return (await import(pathToFileURL(join(projectRoot, file)).href)) as ServerCommandLine;
}

/** Returns one sentence about the first invalid flag, or undefined. */
export async function usageProblem(args: readonly string[]): Promise<string | undefined> {
	// Without flags, nothing can be invalid, and loading the parser takes time.
	if (args.length === 0) return undefined;
	return (await serverCommandLine()).usageProblem(args);
}
