/** The functions that expressions may call beside those of the language: Kubernetes' libraries, and what is ours. */
import type { Environment } from '@marcbachmann/cel-js';
import { age } from '../../../scalars/age.ts';
import { addresses } from './addresses.ts';
import { type CelLibrary, nameOf } from './library.ts';
import { lists } from './lists.ts';
import { quantities } from './quantities.ts';
import { regex } from './regex.ts';
import { sets } from './sets.ts';
import { strings } from './strings.ts';
import { urls } from './urls.ts';

const own: CelLibrary = { functions: [{ signature: 'age(dyn): string', handler: (time: unknown) => age(time) }] };

const libraries: readonly CelLibrary[] = [lists, strings, regex, sets, urls, quantities, addresses, own];

/** They go through all that is in what they are given, and may give more: so do some of the language itself. */
export const throughAll: ReadonlySet<string> = new Set([
	'join',
	'split',
	...[lists, strings, regex, sets, urls].flatMap(({ functions }) => functions.map(nameOf)),
]);

export function registerFunctions(environment: Environment): void {
	for (const { types = [], functions } of libraries) {
		for (const { name, ctor, namespace, equals } of types) {
			environment.registerType(name, { ctor });
			if (namespace !== undefined) environment.registerConstant(namespace, name, new ctor());
			if (equals !== undefined) environment.registerOperator(`${name} == ${name}`, equals);
		}
		for (const { signature, handler } of functions) environment.registerFunction(signature, handler);
	}
}
