/** Reports figures: a JSON line for each, and a table at the end. */

export interface Figure {
	readonly figure: string;
	readonly value: number;
	readonly unit: string;
	/** Budget, in the same unit. */
	readonly target?: number;
	/** Direction of the target; `atLeast`: more is better. */
	readonly sense?: 'atLeast' | 'atMost';
	/** Physical limit, calibrated in the same run, in the same unit; `limitIs` names it. */
	readonly limit?: number;
	readonly limitIs?: string;
	/** Microseconds of both sides, when the value is their ratio. */
	readonly own?: number;
	readonly peer?: number;
	readonly note?: string;
}

const figures: Figure[] = [];

export function report(figure: Figure): void {
	const printed = { ...figure, value: rounded(figure.value), ...(figure.limit !== undefined && { limit: rounded(figure.limit) }) };
	figures.push(printed);
	process.stdout.write(`${JSON.stringify(printed)}\n`);
}

/** Returns the figures reported so far. */
export function reported(): readonly Figure[] {
	return figures;
}

export function printTable(): void {
	const rows = figures.map(({ figure, value, unit, target, sense, limit, limitIs }) => [
		figure,
		`${rounded(value)} ${unit}`,
		target === undefined ? '' : `${sense === 'atMost' ? '≤' : '≥'} ${target}`,
		target === undefined ? '' : verdict(value, target, sense),
		limit === undefined ? '' : `${rounded(limit)} (${limitIs})`,
		limit === undefined ? '' : `${Math.round((sense === 'atMost' ? limit / value : value / limit) * 100)}%`,
	]);
	const head = ['figure', 'value', 'target', '', 'limit in this run', 'reached'];
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
	for (const row of [head, ...rows])
		console.info(
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		);
}

function verdict(value: number, target: number, sense: Figure['sense']): string {
	return (sense === 'atMost' ? value <= target : value >= target) ? 'met' : 'MISSED';
}

function rounded(value: number): number {
	return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
