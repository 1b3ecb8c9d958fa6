/** Parses and runs the command line. */
import { makeProgram } from './program.ts';

try {
	await makeProgram().parseAsync();
} catch (error) {
	console.error(`error: ${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
}
