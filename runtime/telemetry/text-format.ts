/**
 * Prometheus' text format, version 0.0.4, as Go's library writes it: numbers too, since the text of a bound is part of what is asked for.
 * prom-client takes five times as long, and all of it in one turn: a third of a second for 90,000 lines.
 */
import type { Distribution } from './family.ts';

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

export function head(name: string, help: string, type: string): string {
	return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

/** `a="b",c="d"`; empty where there are none. */
export function labelsText(labels: readonly (readonly [name: string, value: string])[]): string {
	return labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(',');
}

function escaped(value: string): string {
	return /[\\"\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;
}

/** `labels`: as `labelsText` makes them. */
export function line(name: string, labels: string, value: number): string {
	return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`;
}

/** The bounds of a histogram, and that of all. */
export function boundTexts(bounds: readonly number[]): readonly string[] {
	return [...bounds, Number.POSITIVE_INFINITY].map(numberText);
}

/** A line for each bound, of all that lies below it, the sum and the number. */
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

/** Decimal, but with an exponent of two digits at least where it is below -4 or above 5: `1e+06`, `1e-08`. */
function numberText(value: number): string {
	if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
	const size = Math.abs(value);
	if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
	const [digits = '', exponent = ''] = value.toExponential().split('e');
	return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${exponent.slice(1).padStart(2, '0')}`;
}

/** A turn ends when it has taken so long. */
const sliceMs = 3;

/** Text that is long and takes long: after each slice of it others have their turn. */
export class SlicedText {
	readonly #pieces: Buffer[] = [];
	#text = '';
	#begunMs = performance.now();

	/** Undefined: go on at once. */
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
