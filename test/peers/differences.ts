/** Finds the differences between two outcomes of a step, path by path. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import type { Outcome } from './play.ts';
import type { Sequence, Step } from './steps.ts';

export interface Difference {
	/** JSON pointer, for example `/answer/metadata/labels/a`. */
	readonly path: string;
	readonly ours: JsonValue | undefined;
	readonly theirs: JsonValue | undefined;
}

/** Context of a difference that decides whether it is listed. */
export interface Place {
	readonly release: string;
	readonly sequence: Sequence;
	readonly at: number;
	readonly step: Step;
	readonly ours: Outcome;
	readonly theirs: Outcome;
	/** Object before the step, the same on both servers. */
	readonly before: JsonValue | undefined;
}

export function differencesOf(ours: Outcome, theirs: Outcome): Difference[] {
	const found: Difference[] = [];
	walk('', ours as unknown as JsonValue, theirs as unknown as JsonValue, found);
	return found;
}

export interface ToldCause {
	readonly field: string;
	readonly message: string;
}

/**
 * Returns the causes that only one of the servers names. Causes with the same meaning count as equal, because the two lists are hard to
 * compare directly.
 */
export function causesApart(ours: Outcome, theirs: Outcome): { readonly ours: readonly ToldCause[]; readonly theirs: readonly ToldCause[] } {
	const left = causesIn(theirs);
	const here = causesIn(ours).filter((our) => {
		const at = left.findIndex((their) => isSame(our, their));
		if (at >= 0) left.splice(at, 1);
		// One of their causes without indices may correspond to several of ours.
		return at < 0 && !causesIn(theirs).some((their) => isSame(our, their));
	});
	return { ours: here, theirs: left };
}

export function causesIn({ answer }: Outcome): ToldCause[] {
	const details = (answer as JsonObject | null)?.details as { readonly causes?: readonly Partial<ToldCause>[] } | undefined;
	return (details?.causes ?? []).map(({ field = '', message = '' }) => ({ field, message }));
}

export function inWords({ field, message }: ToldCause): string {
	return `${field}: ${message}`;
}

function isSame(our: ToldCause, their: ToldCause): boolean {
	return our.field === their.field && saysTheSame(our.message, their.message);
}

/**
 * Compares two messages. kube-apiserver prints values other than plain texts and numbers in Go syntax, or as a diff after the message. The
 * order of lists of values is ignored.
 */
function saysTheSame(ours: string, theirs: string): boolean {
	const [our, their] = [comparable(ours), comparable(theirs)];
	if (our === their) return true;
	const shown = /^((?:Invalid|Unsupported|Duplicate) value): (?:.*[}\]]|null|"(?:null|object)"|<nil>|\S+\(nil\))(: .*|)$/s.exec(their);
	return shown !== null && our.startsWith(`${shown[1]}: `) && our.endsWith(shown[2] ?? '');
}

function comparable(text: string): string {
	return text.replace(/\n[\s\S]*/, '').replace(/(supported values: )(.*)$/, (_, words: string, values: string) => words + values.split(', ').sort().join(', '));
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
