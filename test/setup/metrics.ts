/** Parser for the text of `/metrics`. */
import type { Exposition } from '../../runtime/telemetry/exposition.ts';

export async function exposedText(exposition: Exposition): Promise<string> {
	return Buffer.concat(await exposition.read()).toString();
}

export interface MetricLine {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

export function metricLines(text: string): readonly MetricLine[] {
	return text.split('\n').flatMap((line) => {
		const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
		if (line === '' || line.startsWith('#')) return [];
		if (name === undefined) throw new Error(`${JSON.stringify(line)} is no line of metrics`);
		const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
		return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
	});
}

/** Returns the values of all lines of a metric that have these labels; other labels are ignored. */
export function metricValues(text: string, name: string, labels: Readonly<Record<string, string>> = {}): readonly number[] {
	const fits = (line: MetricLine): boolean => line.name === name && Object.entries(labels).every(([label, value]) => line.labels[label] === value);
	return metricLines(text)
		.filter(fits)
		.map(({ value }) => value);
}

/** Returns the `# HELP` texts by metric name. */
export function metricHelp(text: string): ReadonlyMap<string, string> {
	return new Map([...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]));
}
