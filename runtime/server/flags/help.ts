/** The text of `--help`. */
import { aliases } from './own.ts';
import { allFlags, questions } from './read.ts';

/** `command` is how the user calls the server. */
export function helpText(command: string): string {
	const all = [...allFlags, ...aliases, ...questions];
	const heads = all.map(({ name, value }) => `  --${name} ${value}`);
	const width = Math.max(...heads.map((head) => head.length)) + 2;
	const lines = all.map(({ help, shown }, i) => `${(heads[i] as string).padEnd(width)}${help}${shown === undefined ? '' : ` Default: ${shown}.`}`);
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
