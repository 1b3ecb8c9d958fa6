/** The text of `--help`. */
import type { Flag } from '../../api/flag.ts';
import { aliases } from './own.ts';
import { allFlags, questions } from './read.ts';

interface Shown extends Pick<Flag<unknown>, 'name' | 'value' | 'help' | 'names'> {
	readonly shown?: string | undefined;
}

/** `command` is how the user calls the server. */
export function helpText(command: string): string {
	const all: readonly Shown[] = [...allFlags, ...aliases, ...questions];
	const heads = all.map(({ name, value }) => `  --${name} ${value}`);
	const width = Math.max(...heads.map((head) => head.length)) + 2;
	const lines = all.flatMap(({ help, shown, names = [] }, i) => [
		`${(heads[i] as string).padEnd(width)}${help}${shown === undefined ? '' : ` Default: ${shown}.`}`,
		...names.map(({ name, purpose }) => `${' '.repeat(width)}  ${name}: ${purpose}`),
	]);
	return [
		`Usage: ${command} [FLAGS]`,
		'',
		'Serves the cluster API over HTTPS.',
		'',
		'Flags, as --flag value or --flag=value; where [BOOL] stands (true or false), --flag alone means true:',
		...lines,
		'',
	].join('\n');
}
