/** `--data-dir`: a file of its own, since the folder has to be known before all the code is loaded that the other flags stand in. */
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

/** What the whole line will be found to say, where it is right; where it is wrong, nobody asks. */
export function dataDirOf(args: readonly string[]): string {
	return said(args, dataDir.name) || dataDir.default;
}

/** What `--datastore` will be found to say. */
export function datastoreOf(args: readonly string[]): string | undefined {
	return said(args, 'datastore');
}

function said(args: readonly string[], name: string): string | undefined {
	const at = args.findLastIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
	const word = args[at];
	if (word === undefined) return undefined;
	return word.includes('=') ? word.slice(word.indexOf('=') + 1) : args[at + 1];
}
