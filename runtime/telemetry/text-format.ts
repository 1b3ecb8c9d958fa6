/**
 * Prometheus' text format 0.0.4, as Go's library writes it, including numbers, because queries contain the text of a bound. prom-client
 * takes five times as long and blocks: a third of a second for 90,000 lines.
 */
import type { Distribution } from './family.ts';

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

export function head(name: string, help: string, type: string): string {
	return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

/** Formats `a="b",c="d"`; empty without labels. */
export function labelsText(labels: readonly (readonly [name: string, value: string])[]): string {
	return labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(',');
}

function escaped(value: string): string {
	return /[\\"\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;
}

/** `labels`: text from `labelsText`. */
export function line(name: string, labels: string, value: number): string {
	return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`;
}

/** Returns the texts of a histogram's bounds, including +Inf. */
export function boundTexts(bounds: readonly number[]): readonly string[] {
	return [...bounds, Number.POSITIVE_INFINITY].map(numberText);
}

/** Formats a cumulative line per bucket, the sum and the count. */
export function bucketLines(name: string, labels: string, bounds: readonly string[], { counts, sum }: Distribution): string {
	const before = labels === '' ? '' : `${labels},`;
	let total = 0;
	let text = '';
	for (let i = 0; i < bounds.length; i++) {
		total += counts[i] ?? 0;
		text += `${name}_bucket{${before}le="${bounds[i]}"} ${numberText(total)}\n`;
	}
	return text + line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, total);
}

/** Formats a number as Go does: with an exponent of at least two digits when it is below -4 or above 5 (`1e+06`, `1e-08`). */
function numberText(value: number): string {
	if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
	const size = Math.abs(value);
	if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
	const [digits = '', exponent = ''] = value.toExponential().split('e');
	return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${exponent.slice(1).padStart(2, '0')}`;
}

/** Length of a slice. */
const sliceMs = 3;

/** A long text that is built in slices, so that other work can run in between. */
export class SlicedText {
	readonly #pieces: Buffer[] = [];
	#text = '';
	#begunMs = performance.now();

	/** Adds text. Returns undefined when the caller may continue at once. */
	add(text: string): Promise<void> | undefined {
		this.#text += text;
		if (performance.now() - this.#begunMs < sliceMs) return undefined;
		this.#cut();
		return new Promise((resolve) => {
			setImmediate(() => {
				this.#begunMs = performance.now();
				resolve();
			});
		});
	}

	end(): readonly Buffer[] {
		this.#cut();
		return this.#pieces;
	}

	#cut(): void {
		if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text));
		this.#text = '';
	}
}
