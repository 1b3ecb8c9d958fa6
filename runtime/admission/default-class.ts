/** Default classes: an object without a class gets the class that an annotation marks as the default. */
import type { ObjectMeta } from '../../generated/types/meta/v1.ts';
import type { Lookup } from './lookup.ts';

interface Class {
	readonly metadata?: ObjectMeta;
}

/**
 * Returns the names of the classes with one of these annotations set to `true`, newest first. Those of the same second are in the order of
 * their names.
 */
export function defaultClasses(classes: Lookup<Class>, annotations: readonly string[]): readonly string[] {
	const found = [...classes.list()].filter(({ metadata }) => annotations.some((key) => metadata?.annotations?.[key] === 'true'));
	return found.sort(byAge).map(({ metadata }) => metadata?.name ?? '');
}

function byAge({ metadata: a = {} }: Class, { metadata: b = {} }: Class): number {
	return inText(b.creationTimestamp ?? '', a.creationTimestamp ?? '') || inText(a.name, b.name);
}

/** Compares texts by code units, which orders times in their canonical form. */
function inText(a = '', b = ''): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** Refusal of an object without a class when several classes are marked as the default. `what`: plural of the kind. */
export function tooManyDefaults(count: number, what: string): string {
	return `Internal error occurred: ${count} default ${what} were found`;
}
