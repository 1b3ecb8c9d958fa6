/** `--data-dir`. The flag has a separate file, because the folder must be known before the code of the other flags is loaded. */
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';

export const dataDir: Flag<string> = {
	name: 'data-dir',
	value: 'DIR',
	help: 'Directory for the database, the keys and the kubeconfig.',
	default: './.orch',
	shown: './.orch',
	parse: text,
};

/**
 * Returns the value that the full parser will find. The result does not matter for an invalid command line, which the parser refuses later.
 */
export function dataDirOf(args: readonly string[]): string {
	return flagText(args, dataDir.name) || dataDir.default;
}

/** Returns the value that the full parser will find for `--datastore`. */
export function datastoreOf(args: readonly string[]): string | undefined {
	return flagText(args, 'datastore');
}

function flagText(args: readonly string[], name: string): string | undefined {
	const at = args.findLastIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
	const word = args[at];
	if (word === undefined) return undefined;
	return word.includes('=') ? word.slice(word.indexOf('=') + 1) : args[at + 1];
}
