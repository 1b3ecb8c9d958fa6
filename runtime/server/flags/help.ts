/** The text of `--help`. */
import type { Flag } from '../../api/flag.ts';
import type { Catalog } from '../../model/catalog.ts';
import { checkRelease, stageOf } from '../../schema/release.ts';
import { aliases } from './own.ts';
import { allFlags, questions } from './read.ts';

interface Shown extends Pick<Flag<unknown>, 'name' | 'value' | 'help' | 'names'> {
	readonly shown?: string | undefined;
}

/** `command` is how the user calls the server; `catalog`: of all releases. `release`: whose gates are shown; by default those of the one that is emulated by default. Throws on a release that is not known. */
export function helpText(command: string, catalog: Pick<Catalog, 'release' | 'releases' | 'gates'>, release = catalog.release): string {
	checkRelease(catalog, release);
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
		`Feature gates of release ${release} that are not settled:`,
		...gateLines(release, catalog.gates),
		'',
	].join('\n');
}

function gateLines(release: Catalog['release'], gates: Catalog['gates']): string[] {
	const shown = gates.flatMap((gate) => {
		const now = stageOf(gate, release);
		return now === undefined || now.stage === 'stable' ? [] : [{ name: gate.name, ...now }];
	});
	const width = Math.max(0, ...shown.map(({ name }) => name.length)) + 2;
	return shown.map(({ name, stage, default: isOn }) => `  ${name.padEnd(width)}${stage}, default ${isOn}`).sort();
}
