/** `--data-dir`: a file of its own, since the folder has to be known before all the code is loaded that the other flags stand in. */
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';

export const dataDir: Flag<string> = {
	name: 'data-dir',
	value: 'DIR',
	help: 'Folder of the database, the keys and the kubeconfig.',
	default: './.orch',
	shown: './.orch',
	parse: text,
};

/** What the whole line will be found to say, where it is right; where it is wrong, nobody asks. */
export function dataDirOf(args: readonly string[]): string {
	const at = args.findLastIndex((word) => word === `--${dataDir.name}` || word.startsWith(`--${dataDir.name}=`));
	const word = args[at];
	if (word === undefined) return dataDir.default;
	return (word.includes('=') ? word.slice(word.indexOf('=') + 1) : args[at + 1]) || dataDir.default;
}
