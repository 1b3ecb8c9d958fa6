/** `optional.ofNonZeroValue(value)`, which the CEL library lacks: `none` for zero, an empty string, an empty list, and null. */
import { celLibrary } from '../load.ts';
import type { CelLibrary } from './library.ts';

function isZero(value: unknown): boolean {
	if (value === null || value === undefined || value === '' || value === false) return true;
	if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 0;
	if (typeof value !== 'object') return false;
	if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
	if (value instanceof Map) return value.size === 0;
	const prototype: unknown = Object.getPrototypeOf(value);
	return (prototype === null || prototype === Object.prototype) && Object.keys(value).length === 0;
}

export const optionals: CelLibrary = {
	functions: [
		{
			signature: 'OptionalNamespace.ofNonZeroValue(dyn): optional<dyn>',
			handler: (_, value: unknown) => (isZero(value) ? celLibrary().Optional.none() : celLibrary().Optional.of(value)),
		},
	],
};
