/** Output of commands: findings always; on a terminal also a progress line and a summary. */
import { setImmediate } from 'node:timers/promises';
import { styleText } from 'node:util';
import { createLogUpdate } from 'log-update';
import type { Generated } from '../generate.ts';
import { type Diagnostic, formatDiagnostic } from '../read/diagnostics/diagnostic.ts';
import type { WriteCounts } from '../write.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim';

/** Colours text on a terminal. NO_COLOR and FORCE_COLOR override that. */
export function paint(colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout): string {
	return styleText(colour, text, { stream });
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] = []): string[] {
	return [...before, value];
}

/** Runs work with a line on stderr that names the current step; without a terminal there is none. */
export async function withProgress<T>(title: string, work: (onStep: (step: string) => Promise<void>) => Promise<T>): Promise<T> {
	if (!process.stderr.isTTY) return work(async () => {});
	const logUpdate = createLogUpdate(process.stderr);
	try {
		return await work(async (step) => {
			logUpdate(`${title}: ${step}`);
			// Generating is one long computation; signals and keys are handled only here.
			await setImmediate();
		});
	} finally {
		logUpdate.clear();
		logUpdate.done();
	}
}

/** Number of warnings printed per topic. */
const shownOfTopic = 3;

/** Prints findings on stderr, then their number. Warnings with a topic come last, only the first few of each; with `all` every one. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], { all = false }: { readonly all?: boolean } = {}): void {
	const inColour = (colour: Colour, text: string): string => paint(colour, text, process.stderr);
	const show = (diagnostic: Diagnostic): void => console.error(`${formatDiagnostic(diagnostic, inColour)}\n`);
	const topics = Map.groupBy(diagnostics, ({ topic }) => (all ? undefined : topic));
	for (const diagnostic of topics.get(undefined) ?? []) show(diagnostic);
	for (const [topic, found] of topics) {
		if (topic === undefined) continue;
		for (const diagnostic of found.slice(0, shownOfTopic)) show(diagnostic);
		const rest = found.slice(shownOfTopic);
		if (rest.length > 0) console.error(`${inColour('yellow', 'warning:')} ${plural(rest.length, 'more warning')} about ${topic}; orch check --all shows all\n`);
	}
	const errors = diagnostics.filter((one) => one.severity === 'error').length;
	const files = new Set(diagnostics.map((one) => one.position.file)).size;
	if (diagnostics.length > 0) console.error(`${plural(errors, 'error')}, ${plural(diagnostics.length - errors, 'warning')} in ${plural(files, 'file')}`);
}

/** Prints a result on one line, for people and for logs. */
export function tell(text: string): void {
	console.log(text);
}

/** Prints advice, such as the next step, on a terminal only. */
export function advise(text: string): void {
	if (process.stdout.isTTY) console.log(text);
}

/**
 * Returns a line such as `14 kinds in 6 groups (310 types) from 60 specs: 40 files, 1.2 MB in generated; 3 written, 0 deleted, 37
 * unchanged; 0.81 s (typescript 0.40 s, ...)`.
 */
export function summary({ counts, timesMs }: Generated, { written, deleted, unchanged }: WriteCounts, out: string, totalMs: number): string {
	const slowest = Object.entries(timesMs)
		.sort(([, a], [, b]) => b - a)
		.slice(0, 3)
		.map(([step, ms]) => `${step} ${seconds(ms)}`);
	return [
		`${inventory(counts)}: ${plural(counts.files, 'file')}, ${megabytes(counts.bytes)} in ${out}`,
		`${written.length} written, ${deleted.length} deleted, ${unchanged} unchanged`,
		`${seconds(totalMs)} (${slowest.join(', ')})`,
	].join('; ');
}

export function inventory({ kinds, groups, types, specs }: Generated['counts']): string {
	return `${plural(kinds, 'kind')} in ${plural(groups, 'group')} (${plural(types, 'type')}) from ${plural(specs, 'spec')}`;
}

export function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1e6).toFixed(2)} MB`;
}
