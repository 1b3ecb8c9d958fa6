/** Hooks of all kinds: built-in ones and those of spec roots. */
import type { ServedHooks } from '../api/hooks.ts';
import { type KindParts, kindHooks } from '../kinds/index.ts';
import type { Generated } from './generated.ts';
import { guardedHooks } from './guarded-hooks.ts';

/** Returns the hooks by storage name. */
export function hooksOf({ vocabulary, rootHooks }: Pick<Generated, 'vocabulary' | 'rootHooks'>, parts: KindParts): Readonly<Record<string, ServedHooks>> {
	const brought = Object.entries(rootHooks).map(([name, hooks]): [string, ServedHooks] => [name, guardedHooks(name, hooks)]);
	return { ...Object.fromEntries(brought), ...kindHooks(vocabulary, parts) };
}
