/** Where two outcomes of a step differ, path by path. */
import type { JsonValue } from '../../runtime/model/catalog.ts';
import type { Outcome } from './play.ts';
import type { Sequence, Step } from './steps.ts';

export interface Difference {
	/** `/answer/metadata/labels/a`. */
	readonly path: string;
	readonly ours: JsonValue | undefined;
	readonly theirs: JsonValue | undefined;
}

/** What one needs to know to say whether a difference is listed. */
export interface Place {
	readonly release: string;
	readonly sequence: Sequence;
	readonly at: number;
	readonly step: Step;
	readonly ours: Outcome;
	readonly theirs: Outcome;
	/** Before the step; they were the same. */
	readonly before: JsonValue | undefined;
}

export function differencesOf(ours: Outcome, theirs: Outcome): Difference[] {
	const found: Difference[] = [];
	walk('', ours as unknown as JsonValue, theirs as unknown as JsonValue, found);
	return found;
}

function walk(path: string, ours: JsonValue | undefined, theirs: JsonValue | undefined, found: Difference[]): void {
	if (isObject(ours) && isObject(theirs)) {
		for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) walk(`${path}/${name.replaceAll('/', '~1')}`, ours[name], theirs[name], found);
	} else if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
		for (const [at, item] of ours.entries()) walk(`${path}/${at}`, item, theirs[at], found);
	} else if (JSON.stringify(ours) !== JSON.stringify(theirs)) found.push({ path, ours, theirs });
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}
