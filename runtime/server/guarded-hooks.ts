/**
 * Checks the results of hooks in users' spec roots. Without the check, a Promise, a Map or a Date in an object would silently be stored as
 * `{}` or as text. Built-in hooks are not checked, so they cost nothing.
 */
import type { ServedHooks } from '../api/hooks.ts';
import { Aged } from '../scalars/age.ts';

type Hook = (...given: unknown[]) => unknown;

/** Hooks that change the object that they are given. */
const changing = ['normalize', 'prepareForCreate', 'prepareForUpdate', 'prepareForDelete'] as const;
/** Hooks whose result the caller uses without awaiting it. */
const answering = [
	...['validate', 'validateCreate', 'validateUpdate', 'claims', 'cells', 'tolerates', 'countsInGeneration', 'updateWarnings'],
	...['readyToRemove', 'gracePeriodSeconds'],
] as const;
/** Maximum depth of an object. A deeper one contains itself. */
const mostLevels = 1_000;

/** Maximum number of path steps in a message. */
const mostSteps = 20;

/**
 * Wraps hooks so that an invalid result throws an Error that names the hook and the field. The error is logged and answered with 500.
 * `kind`: name of the kind in these errors.
 */
export function guardedHooks(kind: string, hooks: ServedHooks): ServedHooks {
	const each = (name: string, group: object | undefined, guard: (name: string, hook: Hook) => Hook): Record<string, Hook> =>
		Object.fromEntries(Object.entries(group ?? {}).map(([key, hook]) => [key, guard(`the hook "${name}" of ${kind}`, hook as Hook)]));
	const chosen = (names: readonly string[]): [string, Hook][] =>
		names.flatMap((name) => {
			const hook = hooks[name as keyof ServedHooks];
			return typeof hook === 'function' ? [[name, (hook as Hook).bind(hooks)]] : [];
		});
	const named = (names: readonly string[], guard: (name: string, hook: Hook) => Hook): Record<string, Hook> =>
		Object.fromEntries(chosen(names).map(([name, hook]) => [name, guard(`the hook "${name}" of ${kind}`, hook)]));
	const convert = Object.entries(hooks.convert ?? {}).map(([version, ways]) => [version, each('convert', ways, guardAnswer)]);
	return {
		...hooks,
		...named(changing, guardChange),
		...named(answering, guardAnswer),
		...(hooks.computes && { computes: each('computes', hooks.computes, guardAwaited) }),
		...(hooks.observes && { observes: each('observes', hooks.observes, guardObserved) }),
		...(hooks.convert && { convert: Object.fromEntries(convert) }),
	} as ServedHooks;
}

function guardChange(name: string, hook: Hook): Hook {
	return (object, ...rest) => {
		refuseOdd(name, hook(object, ...rest));
		refuseOdd(name, object);
	};
}

function guardAnswer(name: string, hook: Hook): Hook {
	return (...given) => {
		const answer = hook(...given);
		refuseOdd(name, answer);
		return answer;
	};
}

function guardAwaited(name: string, hook: Hook): Hook {
	return async (...given) => {
		const answer = await hook(...given);
		refuseOdd(name, answer);
		return answer;
	};
}

function guardObserved(name: string, hook: Hook): Hook {
	return (...given) => {
		const found = Object.entries(hook(...given) as Readonly<Record<string, Hook>>);
		return Object.fromEntries(found.map(([object, find]) => [object, guardAwaited(name, find)]));
	};
}

function refuseOdd(name: string, value: unknown): void {
	const path: (string | number)[] = [];
	const odd = oddIn(value, path);
	if (odd === undefined) return;
	const steps = path.reverse().slice(0, mostSteps);
	const at = steps.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text && '.'}${step}`), '');
	throw new Error(
		`${name} gives ${odd}${at === '' ? '' : ` at ${at}`}, which cannot be kept: objects are made of texts, numbers, booleans, lists and plain objects`,
	);
}

/** Describes the first value that JSON cannot represent. Appends the steps of its path to `path`, innermost step first. */
function oddIn(value: unknown, path: (string | number)[], level = 0): string | undefined {
	switch (typeof value) {
		case 'function':
		case 'symbol':
			return `a ${typeof value}`;
		case 'number':
			return Number.isFinite(value) ? undefined : String(value);
		case 'object':
			break;
		default:
			return undefined;
	}
	if (value === null || value instanceof Aged) return undefined;
	if (level > mostLevels) return 'an object within itself';
	if (Array.isArray(value)) return oddItem(value, path, level);
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return `a ${prototype.constructor?.name || 'class instance'}`;
	for (const key in value) {
		const odd = oddIn((value as Record<string, unknown>)[key], path, level + 1);
		if (odd === undefined) continue;
		path.push(key);
		return odd;
	}
	return undefined;
}

function oddItem(items: readonly unknown[], path: (string | number)[], level: number): string | undefined {
	for (const [index, item] of items.entries()) {
		const odd = item === undefined ? 'undefined' : oddIn(item, path, level + 1);
		if (odd === undefined) continue;
		path.push(index);
		return odd;
	}
	return undefined;
}
