/** Checks how a parser handles an input. */
import { types } from 'node:util';
import type { FuzzedParser } from './parser.ts';

/**
 * Maximum processor time for an input of any size that this thread receives.
 * It bounds how long other requests wait on a slow machine (DESIGN, "Safety rules").
 */
export const mostCpuMs = 250;
/** Attempts per input: garbage collection or compilation may slow one of them. */
const tries = 4;
/** Maximum number of objects of a result that are inspected. */
const mostObjects = 10_000;

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((prototype) => ({
	prototype,
	own: Reflect.ownKeys(prototype).length,
}));

/** Returns a sentence about the problem, or undefined. */
export function problemWith(parser: FuzzedParser, input: Buffer): string | undefined {
	let shortest = Number.POSITIVE_INFINITY;
	for (let n = 0; n < tries && shortest > mostCpuMs; n++) {
		const { problem, cpuMs } = tried(parser, input);
		if (problem !== undefined) return problem;
		shortest = Math.min(shortest, cpuMs);
	}
	return shortest > mostCpuMs ? `took ${Math.round(shortest)} ms of processor time for ${input.length} bytes` : undefined;
}

function tried(parser: FuzzedParser, input: Buffer): { readonly problem: string | undefined; readonly cpuMs: number } {
	const before = process.threadCpuUsage();
	const outcome = outcomeOf(parser, input);
	const { user, system } = process.threadCpuUsage(before);
	return { problem: outcome ?? pollution(), cpuMs: (user + system) / 1000 };
}

function outcomeOf(parser: FuzzedParser, input: Buffer): string | undefined {
	try {
		const stray = strayPrototype(parser.run(Buffer.from(input)));
		return stray === undefined ? undefined : `made an object whose prototype has ${JSON.stringify(stray)}`;
	} catch (error) {
		if (parser.refuses?.(error)) return undefined;
		return `threw ${error instanceof Error ? (error.stack ?? String(error)) : String(error)}`;
	}
}

/** Checks the built-in prototypes for additions, and removes them so that the next input is not blamed. */
function pollution(): string | undefined {
	for (const { prototype, own } of prototypes) {
		const keys = Reflect.ownKeys(prototype);
		if (keys.length === own) continue;
		const added = keys.slice(own);
		for (const key of added) Reflect.deleteProperty(prototype, key);
		return `added ${added.map(String).join(', ')} to what every object inherits`;
	}
	return undefined;
}

/** Returns the names that an object inherits from a client-supplied prototype. */
function strayPrototype(result: unknown): string[] | undefined {
	const left = [result];
	for (let looked = 0; looked < mostObjects; looked++) {
		const value = left.pop();
		if (value === undefined && left.length === 0) return undefined;
		if (value === null || typeof value !== 'object' || types.isTypedArray(value)) continue;
		const prototype: unknown = Object.getPrototypeOf(value);
		if (prototype !== null && !Object.hasOwn(prototype as object, 'constructor')) return Object.keys(prototype as object);
		for (const inner of Object.values(value)) if (typeof inner === 'object') left.push(inner);
	}
	return undefined;
}
