/**
 * Functions of expressions in addition to those of the CEL language: Kubernetes' libraries and a few more. A new function also needs its
 * declaration in `typing/libraries.ts` and its text in `documentation.ts`.
 */
import type { Environment } from '@marcbachmann/cel-js';
import { age } from '../../../scalars/age.ts';
import { addresses } from './addresses.ts';
import { comprehensions } from './comprehensions.ts';
import { conversions } from './conversions.ts';
import { formats } from './formats.ts';
import { formatting } from './formatting.ts';
import { type CelLibrary, type CelMacro, nameOf } from './library.ts';
import { listMaking } from './list-making.ts';
import { lists } from './lists.ts';
import { keysOf } from './macro.ts';
import { optionals } from './optionals.ts';
import { quantities } from './quantities.ts';
import { regex } from './regex.ts';
import { sets } from './sets.ts';
import { strings } from './strings.ts';
import { urls } from './urls.ts';
import { semver } from './versions.ts';

const own: CelLibrary = { functions: [{ signature: 'age(dyn): string', handler: (time: unknown) => age(time) }] };

const libraries: readonly CelLibrary[] = [
	lists,
	listMaking,
	strings,
	formatting,
	regex,
	sets,
	urls,
	formats,
	semver,
	quantities,
	addresses,
	comprehensions,
	conversions,
	optionals,
	own,
];

/** Functions that read their arguments completely, and may return more than they received. The list includes functions of the language. */
export const throughAll: ReadonlySet<string> = new Set([
	'join',
	'split',
	...[lists, listMaking, strings, formatting, regex, sets, urls, formats].flatMap(({ functions }) => functions.map(nameOf)),
]);

/** Loops over the index or key of each entry and its value. */
export const loopsOverTwo: ReadonlySet<string> = new Set(['all', 'exists', 'existsOne', 'exists_one', 'transformList', 'transformMap', 'transformMapEntry']);

export const macros: readonly CelMacro[] = libraries.flatMap((library) => library.macros ?? []);

export function registerFunctions(environment: Environment): void {
	environment.registerFunction('keysOf(ast): dyn', keysOf);
	for (const library of libraries) registerLibrary(environment, library);
}

export function registerLibrary(environment: Environment, { types = [], functions }: CelLibrary): void {
	for (const { name, ctor, namespace, equals } of types) {
		environment.registerType(name, { ctor });
		if (namespace !== undefined) environment.registerConstant(namespace, name, new ctor());
		if (equals !== undefined) environment.registerOperator(`${name} == ${name}`, equals);
	}
	for (const { signature, handler } of functions) environment.registerFunction(signature, handler);
}
