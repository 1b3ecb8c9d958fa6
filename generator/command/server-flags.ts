/** Flags of the server, checked by the server's own code before anything is read or built. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInstalled, projectRoot } from './spec-roots.ts';

const checkFile = 'runtime/command-line.ts';

/** What is used of it. */
interface ServerCommandLine {
	usageProblem(args: readonly string[]): string | undefined;
}

/** One sentence about the first wrong flag; undefined: none is wrong. */
export async function usageProblem(args: readonly string[]): Promise<string | undefined> {
	// No flags are right, and the code that reads them takes time to load.
	if (args.length === 0) return undefined;
	const file = isInstalled ? checkFile.replace(/\.ts$/, '.mjs') : checkFile;
	const { usageProblem: check } = (await import(pathToFileURL(join(projectRoot, file)).href)) as ServerCommandLine;
	return check(args);
}
