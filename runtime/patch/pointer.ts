/** JSON pointers, RFC 6901. */
import type { JsonValue } from '../model/catalog.ts';
import { invalidPatch, named } from './failure.ts';
import { getOwn, isObject } from './own-properties.ts';

/** Parses a pointer: `/a~1b/0` gives `a/b`, `0`. */
export function parsePointer(pointer: string): string[] {
	if (pointer === '') return [];
	if (!pointer.startsWith('/')) throw invalidPatch(`the path ${JSON.stringify(named(pointer))} does not start with "/"`);
	return pointer
		.slice(1)
		.split('/')
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function childOf(value: JsonValue, step: string): JsonValue | undefined {
	if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
	return isObject(value) ? getOwn(value, step) : undefined;
}
