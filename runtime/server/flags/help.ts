/** Text of `--help`. */
import type { Flag, FlagStage } from '../../api/flag.ts';
import type { Catalog } from '../../model/catalog.ts';
import { checkRelease, productAt, stageOf } from '../../schema/emulated-catalog.ts';
import { allFlags, questions } from './read.ts';
import { aliases } from './server-flags.ts';

interface HelpRow extends Pick<Flag<unknown>, 'name' | 'value' | 'help' | 'names'> {
	readonly shown?: string | undefined;
	readonly stage?: Flag<unknown>['stage'] | undefined;
	readonly deprecated?: Flag<unknown>['deprecated'] | undefined;
}

/** Releases that a reader of the help asks about. */
export interface AskedReleases {
	readonly release?: string | undefined;
	readonly product?: string | undefined;
}

/** Stability stages in the order of the help, each with what the deprecation policy promises for it. */
const stages: readonly { readonly stage: FlagStage; readonly head: string }[] = [
	{ stage: 'stable', head: 'Stable flags, supported for at least one release and six months after deprecation:' },
	{ stage: 'beta', head: 'Beta flags, supported for at least one release and three months after deprecation:' },
	{ stage: 'alpha', head: 'Alpha flags, which may be removed at any time:' },
];

/**
 * Returns the help text. Throws on an unknown release.
 *
 * - `command`: command with which the user starts the server.
 * - `catalog`: catalog of all releases.
 * - `asked`: releases of the platform and the product whose feature gates are listed. Default: the releases emulated by default.
 */
export function helpText(
	command: string,
	catalog: Pick<Catalog, 'release' | 'releases' | 'gates' | 'product'>,
	{ release = catalog.release, product = catalog.product?.release }: AskedReleases = {},
	flags = allFlags,
): string {
	checkRelease(catalog, release);
	productAt(catalog, product);
	return [
		`Usage: ${command} [FLAGS]`,
		'',
		'Serves the cluster API over HTTPS.',
		'',
		'Flags take the form --flag value or --flag=value. For a flag with [BOOL] (true or false), --flag alone means true.',
		'',
		...flagLines([...flags, ...aliases, ...questions]),
		`Alpha and beta feature gates of release ${release}:`,
		...gateLines(
			release,
			catalog.gates.filter((gate) => gate.product !== true),
		),
		'',
		...(product === undefined ? [] : productLines(product, catalog.gates)),
	].join('\n');
}

function productLines(release: Catalog['release'], gates: Catalog['gates']): string[] {
	const own = gateLines(
		release,
		gates.filter((gate) => gate.product === true),
	);
	return own.length === 0 ? [] : [`Alpha and beta feature gates of release ${release} of the product:`, ...own, ''];
}

function flagLines(all: readonly HelpRow[]): string[] {
	const width = Math.max(...all.map((flag) => headOf(flag).length)) + 2;
	return stages.flatMap(({ stage, head }) => {
		const flags = all.filter((flag) => (flag.stage ?? 'stable') === stage);
		return flags.length === 0 ? [] : [head, ...flags.flatMap((flag) => linesOf(flag, width)), ''];
	});
}

function headOf({ name, value }: HelpRow): string {
	return `  --${name} ${value}`;
}

function linesOf(flag: HelpRow, width: number): string[] {
	const { help, shown, names = [], deprecated } = flag;
	const end = deprecated === undefined ? '' : ` Deprecated since ${deprecated.since}: ${deprecated.instead}.`;
	return [
		`${headOf(flag).padEnd(width)}${help}${shown === undefined ? '' : ` Default: ${shown}.`}${end}`,
		...names.map(({ name, purpose }) => `${' '.repeat(width)}  ${name}: ${purpose}`),
	];
}

function gateLines(release: Catalog['release'], gates: Catalog['gates']): string[] {
	const shown = gates.flatMap((gate) => {
		const now = stageOf(gate, release);
		return now === undefined || now.stage === 'stable' ? [] : [{ name: gate.name, ...now }];
	});
	const width = Math.max(0, ...shown.map(({ name }) => name.length)) + 2;
	return shown.map(({ name, stage, default: isOn }) => `  ${name.padEnd(width)}${stage}, default ${isOn}`).sort();
}
