/** Where two outcomes of a step differ, path by path. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
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

export interface ToldCause {
	readonly field: string;
	readonly message: string;
}

/** Causes that only one of them names, as far as they say different things: one list of theirs is hard to compare with one of ours. */
export function causesApart(ours: Outcome, theirs: Outcome): { readonly ours: readonly ToldCause[]; readonly theirs: readonly ToldCause[] } {
	const left = causesIn(theirs);
	const here = causesIn(ours).filter((our) => {
		const at = left.findIndex((their) => isSame(our, their));
		if (at >= 0) left.splice(at, 1);
		// One of theirs without indices may be several of ours.
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

/** What paths there leave out, ours may have: an index, or the key of a map. */
function isSame(our: ToldCause, their: ToldCause): boolean {
	return (our.field === their.field || withSomeKeys(our.field, their.field)) && saysTheSame(our.message, their.message);
}

/** Whether a path is another one without some of its keys. */
function withSomeKeys(whole: string, path: string): boolean {
	const parts = whole.split(/(\[[^\]]*\])/);
	let rest = path;
	for (const part of parts) {
		if (rest.startsWith(part)) rest = rest.slice(part.length);
		else if (!part.startsWith('[')) return false;
	}
	return rest === '';
}

/** Values that are no plain text or number are shown there as Go sees them, or compared line by line behind what it says; lists of values have an order of their own. */
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
