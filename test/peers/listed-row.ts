/** Type of a row of listed differences, and the functions with which rows inspect an outcome. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { causesApart, causesIn, type Difference, type Place } from './differences.ts';
import { explained } from './listed-causes.ts';
import type { Outcome } from './play.ts';

export interface Listed {
	/** First column of the row. */
	readonly row: string;
	/** True when the stored objects differ but the following steps can still be compared. */
	readonly stays?: true;
	forgives(difference: Difference, place: Place): boolean;
}

export const refusal = /^\/(status|warnings.*|answer\/(code|reason|message|details.*))$/;
export const words = /^\/answer\/(message|details\/causes\/\d+\/message)$/;

export function message({ answer }: Outcome): string {
	return String((answer as JsonObject | null)?.message ?? '');
}

/** Returns true when the servers answered with these statuses. */
export function statuses({ ours, theirs }: Place, our: number, their: number): boolean {
	return ours.status === our && theirs.status === their;
}

/** Returns false for a sequence with one fault when the servers name different causes; their order does not matter. */
export function maySay({ sequence, ours, theirs }: Place): boolean {
	return sequence.isOnceSpoiled !== true || explained(causesApart(ours, theirs), causesIn(ours));
}

/** Returns the problems of a failed apply, one per line, without Go's form of the values. */
export function problems(text: string): string[] {
	return text.split(/: errors:\n|\n|(?<=\)): /).map((line) => line.trim().replace(/ got .*/, ' got'));
}

/** Returns true when ours contain theirs: kube-apiserver may report a random one of the problems. */
export function namesThoseOf(ours: string, theirs: string): boolean {
	const known = new Set(problems(ours));
	return problems(theirs).every((problem) => known.has(problem));
}

/** Returns true for the same number of conflicts. kube-apiserver repeats some or cuts off the end of their paths. */
export function repeatsConflicts({ ours, theirs }: Place): boolean {
	const [our, their] = [causesIn(ours), causesIn(theirs)];
	const known = (field: string): boolean => our.some((cause) => cause.field.startsWith(field));
	// An outcome holds equal causes once.
	return Number(/^Apply failed with (\d+) conflicts/.exec(message(theirs))?.[1]) === our.length && their.every(({ field }) => known(field));
}

/** Returns true for a list-map of the object with a duplicate key, or a set with duplicate items. */
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

/** Returns the versions in which managed fields of the object are recorded. */
export function ownedBy(object: JsonValue | undefined): ReadonlySet<string> {
	const { managedFields = [] } = ((object as JsonObject | null | undefined)?.metadata ?? {}) as { readonly managedFields?: readonly JsonObject[] };
	return new Set(managedFields.map(({ apiVersion }) => String(apiVersion)));
}

/** Returns the value with sorted lists, empty lists as null, and without values that depend on the order. */
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

/** Returns true for a `$patch` directive at a path that the object lacks. */
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
