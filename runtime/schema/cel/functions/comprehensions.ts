/**
 * Loops over two variables: index and value of a list, key and value of a map. The macros are `all`, `exists`, `existsOne`,
 * `transformList`, `transformMap`, `transformMapEntry`; and `optMap`, `optFlatMap` for optional values.
 */
import type { CelLibrary, CelMacro } from './library.ts';
import { identityOf } from './values.ts';

function mapOf(entries: Iterable<readonly [unknown, unknown]>): Map<unknown, unknown> {
	const made = new Map<unknown, unknown>();
	const seen = new Set<string>();
	for (const [key, value] of entries) {
		const identity = identityOf(key);
		if (seen.has(identity)) throw new Error(`insert failed: key ${String(key)} already exists`);
		seen.add(identity);
		made.set(key, value);
	}
	return made;
}

function entriesOf(map: unknown): Iterable<readonly [unknown, unknown]> {
	return map instanceof Map ? map : Object.entries(map as object);
}

const over = 'cel.bind($entries, $0, keysOf($entries)';
const bound = (what: string): string => `cel.bind($2, $entries[$1], ${what})`;

function quantifier(name: string, loop = name): CelMacro {
	return { name, parameters: 3, variables: 2, expansion: `${over}.${loop}($1, ${bound('$3')}))` };
}

/** Returns the macros with and without a condition. `around`: wraps the loop. `step`: wraps the result of each step. */
function transforms(name: string, around: (loop: string) => string, step: (given: string) => string): CelMacro[] {
	return [
		{ name, parameters: 3, variables: 2, expansion: around(`${over}.map($1, ${bound(step('$3'))}))`) },
		{ name, parameters: 4, variables: 2, expansion: around(`${over}.map($1, ${bound('$3')}, ${bound(step('$4'))}))`) },
	];
}

function ofOptional(name: string, some: string): CelMacro {
	const expansion = `cel.bind($given, $0, $given.hasValue() ? ${some} : optional.none())`;
	return { name, parameters: 2, variables: 1, expansion };
}

export const comprehensions: CelLibrary = {
	functions: [
		{ signature: 'mapOfPairs(list): map<dyn, dyn>', handler: (pairs) => mapOf(pairs) },
		{ signature: 'mapOfEntries(list): map<dyn, dyn>', handler: (maps: readonly unknown[]) => mapOf(maps.flatMap((map) => [...entriesOf(map)])) },
	],
	macros: [
		quantifier('all'),
		quantifier('exists'),
		quantifier('existsOne', 'exists_one'),
		quantifier('exists_one'),
		...transforms(
			'transformList',
			(loop) => loop,
			(given) => given,
		),
		...transforms(
			'transformMap',
			(loop) => `mapOfPairs(${loop})`,
			(given) => `[$1, ${given}]`,
		),
		...transforms(
			'transformMapEntry',
			(loop) => `mapOfEntries(${loop})`,
			(given) => given,
		),
		ofOptional('optMap', 'optional.of(cel.bind($1, $given.value(), $2))'),
		ofOptional('optFlatMap', 'cel.bind($1, $given.value(), $2)'),
	],
};
