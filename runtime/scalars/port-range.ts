/** A range of ports: `30000-32767`, `30000+2767`, or a single port. */
export interface PortRange {
	readonly first: number;
	/** Number of ports. */
	readonly size: number;
}

const highest = 65_535;

/** Throws an Error that names the expected form. */
export function parsePortRange(text: string): PortRange {
	const [, base = '', sign = '', other = ''] = /^\s*(\d{1,5})\s*(?:([-+])\s*(\d{1,5}))?\s*$/.exec(text) ?? [];
	const first = Number(base);
	const last = sign === '' ? first : sign === '-' ? Number(other) : Math.min(first + Number(other), highest);
	if (base === '' || first > last || last > highest) throw new Error('expected a range of ports, such as 30000-32767 or 30000+2767');
	return { first, size: last - first + 1 };
}

export const holdsPort = ({ first, size }: PortRange, port: number): boolean => port >= first && port < first + size;

export function portRangeText({ first, size }: PortRange): string {
	return `${first}-${first + size - 1}`;
}
