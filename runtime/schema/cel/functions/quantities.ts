/** Functions of quantities: `quantity("1Gi").isLessThan(quantity("2Gi"))`. */
import { compareQuantities, formatQuantity, parseQuantity, type Quantity, QuantityError } from '../../../scalars/quantity.ts';
import type { CelLibrary } from './library.ts';

const unit = 10n ** 9n;
const mostInteger = 2n ** 63n - 1n;

class QuantityValue {
	readonly quantity: Quantity;
	constructor(quantity: Quantity) {
		this.quantity = quantity;
	}
	toString(): string {
		return formatQuantity(this.quantity);
	}
}

function isQuantity(text: string): boolean {
	try {
		parseQuantity(text);
		return true;
	} catch (error) {
		if (error instanceof QuantityError) return false;
		throw error;
	}
}

const compared = ({ quantity: a }: QuantityValue, { quantity: b }: QuantityValue): number => compareQuantities(a, b);
const isInteger = ({ quantity: { nano } }: QuantityValue): boolean => nano % unit === 0n && nano / unit <= mostInteger && nano / unit >= -mostInteger - 1n;

/** Adds to a quantity. The result keeps the format of the quantity, decimal or binary. */
function added({ quantity }: QuantityValue, nano: bigint): QuantityValue {
	return new QuantityValue({ ...quantity, nano: quantity.nano + nano });
}

function asInteger(value: QuantityValue): bigint {
	if (!isInteger(value)) throw new Error('cannot convert value to integer');
	return value.quantity.nano / unit;
}

const type = 'kubernetes.Quantity';

export const quantities: CelLibrary = {
	types: [{ name: type, ctor: QuantityValue, equals: (a: QuantityValue, b: QuantityValue) => compared(a, b) === 0 }],
	functions: [
		{ signature: 'isQuantity(string): bool', handler: isQuantity },
		// Kubernetes lacks this function. It compares without creating values.
		{ signature: 'compareQuantity(string, string): int', handler: (a, b) => BigInt(compareQuantities(parseQuantity(a), parseQuantity(b))) },
		{ signature: `quantity(string): ${type}`, handler: (text) => new QuantityValue(parseQuantity(text)) },
		{ signature: `${type}.sign(): int`, handler: ({ quantity: { nano } }: QuantityValue) => (nano > 0n ? 1n : nano < 0n ? -1n : 0n) },
		{ signature: `${type}.isInteger(): bool`, handler: isInteger },
		{ signature: `${type}.asInteger(): int`, handler: asInteger },
		{ signature: `${type}.asApproximateFloat(): double`, handler: ({ quantity: { nano } }: QuantityValue) => Number(nano) / 1e9 },
		{ signature: `${type}.add(${type}): ${type}`, handler: (a, b: QuantityValue) => added(a, b.quantity.nano) },
		{ signature: `${type}.add(int): ${type}`, handler: (a, b: bigint) => added(a, b * unit) },
		{ signature: `${type}.sub(${type}): ${type}`, handler: (a, b: QuantityValue) => added(a, -b.quantity.nano) },
		{ signature: `${type}.sub(int): ${type}`, handler: (a, b: bigint) => added(a, -b * unit) },
		{ signature: `${type}.isLessThan(${type}): bool`, handler: (a, b) => compared(a, b) < 0 },
		{ signature: `${type}.isGreaterThan(${type}): bool`, handler: (a, b) => compared(a, b) > 0 },
		{ signature: `${type}.compareTo(${type}): int`, handler: (a, b) => BigInt(compared(a, b)) },
	],
};
