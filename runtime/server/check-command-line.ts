import { FlagError } from './flags/flag-error.ts';
import { readFlags } from './flags/read.ts';
import { asksForHelp, maintenance } from './maintenance.ts';

/** Checks a server command line without starting the server. Returns a sentence about the first mistake, or undefined. */
export function usageProblem(args: readonly string[]): string | undefined {
	const [name, ...rest] = args;
	const command = maintenance.find((one) => one.name === name);
	try {
		if (command === undefined) readFlags(args);
		else if (!asksForHelp(rest)) command.check(rest);
		return undefined;
	} catch (error) {
		if (!(error instanceof FlagError)) throw error;
		return command === undefined ? error.message : `${error.message} (${command.usage})`;
	}
}
