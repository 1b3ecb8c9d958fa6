const units: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration such as `1m30s`, `250ms`, `0`; undefined when it is none. */
export function parseDuration(text: string): number | undefined {
	if (/^[+-]?0$/.test(text)) return 0;
	if (!/^[+-]?((\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
	let sum = 0;
	for (const [, amount, unit] of text.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/g)) sum += Number(amount) * (units[unit ?? ''] ?? 0);
	return text.startsWith('-') ? -sum : sum;
}
