/**
 * Quantities: fixed-point numbers with a suffix (`500m`, `1.5Gi`, `1e3`), down to 10^-9 and at most 2^63-1. The canonical form is exact,
 * has no fraction, and uses the largest possible suffix: `1.5` is `1500m`, `1024Mi` is `1Gi`. The format is that of Kubernetes (seed 1,
 * field types).
 */

export type QuantityForm = 'decimal' | 'binary' | 'exponent';

export interface Quantity {
	/** The value in 10^-9. */
	readonly nano: bigint;
	/** Notation of the input, which formatting keeps. */
	readonly form: QuantityForm;
}

const syntax = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+|)$/;
/** Maximum length of the text. Real quantities are shorter, and long numbers are slow. */
const maxLength = 128;
const nanoDigits = 9;
const largest = (2n ** 63n - 1n) * 10n ** 9n;

const decimalExponents: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

export class QuantityError extends Error {
	override readonly name = 'QuantityError';
}

/** Throws QuantityError for invalid text. */
export function parseQuantity(text: string): Quantity {
	const match = text.length <= maxLength ? syntax.exec(text) : null;
	const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
	if (match === null || (whole === '' && fraction === '')) {
		throw new QuantityError("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
	}
	const { form, power, binary } = scaleOf(suffix);
	const digits = BigInt(whole + fraction);
	const magnitude = scaled(digits * binary, power + nanoDigits - fraction.length);
	const bounded = magnitude > largest ? largest : magnitude;
	return { nano: sign === '-' ? -bounded : bounded, form };
}

function scaleOf(suffix: string): { form: QuantityForm; power: number; binary: bigint } {
	if (suffix.endsWith('i')) return { form: 'binary', power: 0, binary: 1024n ** BigInt(binarySuffixes.indexOf(suffix as (typeof binarySuffixes)[number])) };
	const power = decimalExponents[suffix];
	if (power !== undefined) return { form: 'decimal', power, binary: 1n };
	return { form: 'exponent', power: Number(suffix.slice(1)), binary: 1n };
}

/** Multiplies `digits` by a power of ten and rounds away from zero, so that a small request does not become zero. */
function scaled(digits: bigint, power: number): bigint {
	if (digits === 0n) return 0n;
	if (power >= 0) return power > 40 ? largest : digits * 10n ** BigInt(power);
	if (power < -2 * maxLength) return 1n;
	const divisor = 10n ** BigInt(-power);
	return (digits + divisor - 1n) / divisor;
}

export function formatQuantity({ nano, form }: Quantity): string {
	const negative = nano < 0n;
	const magnitude = negative ? -nano : nano;
	return (negative ? '-' : '') + formatMagnitude(magnitude, form);
}

function formatMagnitude(nano: bigint, form: QuantityForm): string {
	if (nano === 0n) return '0';
	const unit = 10n ** 9n;
	if (form === 'binary' && nano >= 1024n * unit && nano % unit === 0n) {
		let value = nano / unit;
		let power = 0;
		while (value % 1024n === 0n && power < binarySuffixes.length - 1) {
			value /= 1024n;
			power++;
		}
		return `${value}${binarySuffixes[power]}`;
	}
	let value = nano;
	let step = 0;
	while (value % 1000n === 0n && step < decimalSuffixes.length - 1) {
		value /= 1000n;
		step++;
	}
	if (form !== 'exponent') return `${value}${decimalSuffixes[step]}`;
	const exponent = step * 3 - nanoDigits;
	return exponent === 0 ? `${value}` : `${value}e${exponent}`;
}

/**
 * Fast path for most quantities: small integers with or without a decimal suffix. They are canonical, because no factor can move to the
 * suffix.
 */
const plainly = /^(?:0|[1-9][0-9]{0,2}(?:[mkMGTPE])?)$/;

/** Returns the canonical text of a quantity. Throws QuantityError. */
export function canonicalQuantity(text: string): string {
	return plainly.test(text) && text !== '0' ? text : formatQuantity(parseQuantity(text));
}

const nanosInMilli = 10n ** 6n;

/** Rounds a canonical text to thousandths, away from zero. The result is canonical too. */
export function roundedToMilli(canonical: string): string {
	// Only values with smaller units need rounding.
	if (!canonical.endsWith('n') && !canonical.endsWith('u') && !/e-/.test(canonical)) return canonical;
	const { nano, form } = parseQuantity(canonical);
	const up = nano < 0n ? -nanosInMilli + 1n : nanosInMilli - 1n;
	return formatQuantity({ nano: ((nano + up) / nanosInMilli) * nanosInMilli, form });
}

/** Returns a negative number, 0 or a positive number when `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
	return a.nano < b.nano ? -1 : a.nano > b.nano ? 1 : 0;
}

/** Converts a number or quantity (`1Mi`) to bytes. Throws QuantityError for fractions of a byte. */
export function bytesOf(size: number | string): number {
	if (typeof size === 'number') return size;
	const { nano } = parseQuantity(size);
	if (nano < 0n || nano % 10n ** 9n !== 0n) throw new QuantityError(`${size} is not a whole number of bytes`);
	return Number(nano / 10n ** 9n);
}
