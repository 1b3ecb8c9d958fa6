/** Flags that a server accepts in one release, and refuses or ignores in another. */
import { absence } from '../admission/enabled.ts';
import { admissionPlugins } from '../admission/plugins/index.ts';
import type { Catalog, Release } from '../model/catalog.ts';
import { gatesAt, gateWarnings } from '../schema/emulated-catalog.ts';
import { withoutEffect } from '../serving/runtime-config.ts';
import { checkShowHidden } from '../telemetry/lifecycle.ts';
import { FlagError } from './flags/flag-error.ts';
import { readFlags, type ServerOptions } from './flags/read.ts';

export interface FlagProblem {
	/** The flag with the part of its value that has the problem. */
	readonly flag: string;
	readonly problem: string;
	/** True when the server refuses to start. */
	readonly breaks: boolean;
}

export interface FlagReleases {
	readonly emulatedVersion: Release | undefined;
	readonly emulatedProductVersion: Release | undefined;
}

/** Returns the releases that a command line emulates. Throws FlagError for a wrong command line. */
export function releasesOf(args: readonly string[]): FlagReleases {
	return optionsOf(args);
}

/** Returns the problems that appear between the two catalogs, each narrowed to its release. `ever`: catalog of all releases. */
export function flagProblems(
	args: readonly string[],
	{ ever, before, after }: { readonly ever: Catalog; readonly before: Catalog; readonly after: Catalog },
): readonly FlagProblem[] {
	const options = optionsOf(args);
	const now = new Set(problemsAt(options, before, ever).map(keyOf));
	return problemsAt(options, after, ever).filter((problem) => !now.has(keyOf(problem)));
}

function optionsOf(args: readonly string[]): ServerOptions {
	const command = readFlags(args);
	if (command.kind !== 'serve') throw new FlagError(`--${command.kind}: expected the flags with which the server runs`);
	return command.options;
}

function keyOf({ flag, breaks }: FlagProblem): string {
	return `${flag} ${breaks}`;
}

function problemsAt(options: ServerOptions, catalog: Catalog, ever: Catalog): readonly FlagProblem[] {
	const { featureGates, runtimeConfig, enableAdmissionPlugins, disableAdmissionPlugins, showHiddenMetrics } = options;
	const ofPlugins = (flag: string, names: readonly string[]): FlagProblem[] =>
		names.flatMap((name) => {
			const problem = absence(name, catalog.release, admissionPlugins);
			return problem === undefined ? [] : [{ flag: `${flag} ${name}`, problem, breaks: true }];
		});
	return [
		...Object.entries(featureGates).flatMap(([name, value]) => gateProblem(name, value, catalog)),
		...Object.entries(runtimeConfig).flatMap(([key, value]) =>
			withoutEffect(catalog, ever, { [key]: value }).map(() => ({
				flag: `--runtime-config ${key}=${value}`,
				problem: 'no longer has an effect',
				breaks: false,
			})),
		),
		...ofPlugins('--enable-admission-plugins', enableAdmissionPlugins),
		...ofPlugins('--disable-admission-plugins', disableAdmissionPlugins),
		...refusal(`--show-hidden-metrics-for-version ${showHiddenMetrics}`, () => checkShowHidden(showHiddenMetrics, catalog.release)),
	];
}

function gateProblem(name: string, value: boolean, catalog: Catalog): readonly FlagProblem[] {
	const flag = `--feature-gates ${name}=${value}`;
	const refused = refusal(flag, () => gatesAt(catalog, { [name]: value }));
	return refused.length > 0 ? refused : gateWarnings(catalog, { [name]: value }).map((problem) => ({ flag, problem, breaks: false }));
}

function refusal(flag: string, check: () => unknown): readonly FlagProblem[] {
	try {
		check();
		return [];
	} catch (error) {
		return [{ flag, problem: (error as Error).message, breaks: true }];
	}
}
