/** Checks the server's flags with the server's own code, before specs are read or a server is built. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled, projectRoot } from './spec-roots.ts';

const checkFile = 'runtime/command-line.ts';

/** Exports of the server's module that are used here. */
interface ServerCommandLine {
	usageProblem(args: readonly string[]): string | undefined;
}

/** Returns one sentence about the first invalid flag, or undefined. */
export async function usageProblem(args: readonly string[]): Promise<string | undefined> {
	// Without flags, nothing can be invalid, and loading the parser takes time.
	if (args.length === 0) return undefined;
	const file = isInstalled ? checkFile.replace(/\.ts$/, '.mjs') : checkFile;
	const { usageProblem: check } = (await import(pathToFileURL(join(projectRoot, file)).href)) as ServerCommandLine;
	return check(args);
}
