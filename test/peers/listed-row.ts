/** A row of what is listed, and what rows look at in an outcome. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { causesApart, causesIn, type Difference, type Place } from './differences.ts';
import { explained } from './listed-causes.ts';
import type { Outcome } from './play.ts';

export interface Listed {
	/** The first column of the row. */
	readonly row: string;
	/** What is stored differs, and what follows can be compared all the same. */
	readonly stays?: true;
	forgives(difference: Difference, place: Place): boolean;
}

export const refusal = /^\/(status|warnings.*|answer\/(code|reason|message|details.*))$/;
export const words = /^\/answer\/(message|details\/causes\/\d+\/message)$/;

export function message({ answer }: Outcome): string {
	return String((answer as JsonObject | null)?.message ?? '');
}

/** Answered by both with these statuses. */
export function statuses({ ours, theirs }: Place, our: number, their: number): boolean {
	return ours.status === our && theirs.status === their;
}

/** Where one thing is wrong, both say the same of it, in whichever order. */
export function maySay({ sequence, ours, theirs }: Place): boolean {
	return sequence.isOnceSpoiled !== true || explained(causesApart(ours, theirs), causesIn(ours));
}

/** What does not fit an apply, a line each, without how Go shows the values. */
export function problems(text: string): string[] {
	return text.split(/: errors:\n|\n|(?<=\)): /).map((line) => line.trim().replace(/ got .*/, ' got'));
}

/** There, a random one of the problems may hide the others. */
export function namesThoseOf(ours: string, theirs: string): boolean {
	const known = new Set(problems(ours));
	return problems(theirs).every((problem) => known.has(problem));
}

/** As many conflicts, of which there some stand twice or without the end of their path. */
export function repeatsConflicts({ ours, theirs }: Place): boolean {
	const [our, their] = [causesIn(ours), causesIn(theirs)];
	const known = (field: string): boolean => our.some((cause) => cause.field.startsWith(field));
	// Causes that are alike are one in an outcome.
	return Number(/^Apply failed with (\d+) conflicts/.exec(message(theirs))?.[1]) === our.length && their.every(({ field }) => known(field));
}

/** A list of the object with two entries of one key, or a set with two equal items. */
export function hasTwins(value: JsonValue | undefined): boolean {
	if (value === null || typeof value !== 'object') return false;
	if (!Array.isArray(value)) return Object.values(value).some(hasTwins);
	const keys = value.map((item) => {
		if (item === null || typeof item !== 'object' || Array.isArray(item)) return JSON.stringify(item);
		const { containerPort, port = containerPort, protocol = 'TCP', name, type, ip, uid, mountPath } = item;
		return JSON.stringify([port ?? mountPath ?? name ?? type ?? ip ?? uid, port === undefined ? '' : protocol]);
	});
	return new Set(keys).size < keys.length || value.some(hasTwins);
}

/** The versions by which fields of the object are owned. */
export function ownedBy(object: JsonValue | undefined): ReadonlySet<string> {
	const { managedFields = [] } = ((object as JsonObject | null | undefined)?.metadata ?? {}) as { readonly managedFields?: readonly JsonObject[] };
	return new Set(managedFields.map(({ apiVersion }) => String(apiVersion)));
}

/** With lists in an order of their own, an empty one as null, and without what another order changes besides. */
export function unordered(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value) && value.length === 0) return null;
	if (!Array.isArray(value))
		return Object.fromEntries(
			Object.entries(value).flatMap(([name, inner]) => (['time', 'generation', 'resourceVersion'].includes(name) ? [] : [[name, unordered(inner)]])),
		);
	return value.map(unordered).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function isEmpty(value: JsonValue | undefined): boolean {
	return value !== null && typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** A `$patch` where the object has nothing. */
export function hasNewDirective(patch: JsonValue, object: JsonValue | undefined): boolean {
	if (patch === null || typeof patch !== 'object') return false;
	if (Array.isArray(patch))
		return patch.some((item) => (object === undefined || isEmpty(object) ? JSON.stringify(item).includes('"$patch"') : hasNewDirective(item, {})));
	if ('$patch' in patch && (object === undefined || isEmpty(object))) return true;
	const members = object !== null && typeof object === 'object' && !Array.isArray(object) ? object : {};
	return Object.entries(patch).some(([name, inner]) => hasNewDirective(inner, members[name]));
}

export function isOwn({ sequence }: Place): boolean {
	return sequence.kind.kind === 'Thing';
}

export function textOf({ step }: Place): string {
	return JSON.stringify(step.body);
}

export function isReset(body: JsonValue, length: number): boolean {
	const metadata = (body as JsonObject | null)?.metadata as JsonObject | undefined;
	const entries = metadata?.managedFields;
	return Array.isArray(entries) && entries.length === length && entries.every((entry) => Object.keys(entry as JsonObject).length === 0);
}
