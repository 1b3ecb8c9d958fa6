/** Checks that requests identify the rows of verbs, and that specs have the types that the rows name. */
import type { VerbRecord } from '../../runtime/model/verb.ts';

type Rows = Readonly<Record<string, VerbRecord>>;

/** Error about a row of a verb that requests would not reach, or reach with another meaning. */
export class VerbRowsError extends Error {
	override readonly name = 'VerbRowsError';
}

/** Names of fields by type. */
type Fields = ReadonlyMap<string, readonly string[]>;

/**
 * Checks all rows. Throws VerbRowsError with a line for each problem. `fields`: fields of all declared types; without them, options of
 * verbs are not checked.
 */
export function checkVerbRows(rows: Rows, fields: Fields = new Map()): void {
	const ofOptions = fields.size === 0 ? [] : Object.keys(rows).flatMap((verb) => optionProblems(verb, rows, fields));
	const problems = [...sharedMethods(rows), ...Object.keys(rows).flatMap((verb) => placeProblems(verb, rows)), ...ofOptions];
	if (problems.length > 0) throw new VerbRowsError(problems.map((problem) => `runtime/model/verb.ts: ${problem}`).join('\n'));
}

/** Targets that method and path identify. A request to each of them has one verb. */
const targets: readonly { readonly what: string; readonly names: (row: VerbRecord) => boolean }[] = [
	{ what: 'one object', names: ({ of }) => of !== 'collection' },
	{ what: 'a collection', names: ({ of }) => of !== 'object' },
	{ what: 'a part of an object', names: ({ ofParts }) => ofParts !== undefined },
];

function sharedMethods(rows: Rows): string[] {
	return targets.flatMap(({ what, names }) => {
		const firsts = new Map<string, string>();
		return Object.entries(rows).flatMap(([verb, row]) => {
			if (row.inPlaceOf !== undefined || !names(row)) return [];
			const first = firsts.get(row.method);
			firsts.set(row.method, first ?? verb);
			if (first === undefined) return [];
			return [
				`${row.method} of ${what} is "${first}" already: give "${verb}" another method, or say "inPlaceOf", by which it is asked for in the place of "${first}"`,
			];
		});
	});
}

function placeProblems(verb: string, rows: Rows): string[] {
	const row = rows[verb];
	const { inPlaceOf } = row ?? {};
	if (row === undefined || inPlaceOf === undefined) return [];
	const { word, byParameter, byPath } = inPlaceOf;
	const replaced = [...new Set([...byParameter, ...byPath])];
	const ofParts = row.ofParts === undefined ? [] : [`"${verb}" is asked for by a word, and parts of objects by their method alone: leave out "ofParts"`];
	const none = replaced.length === 0 ? [`nothing asks for "${verb}": name a verb in "byParameter" or "byPath" of "inPlaceOf"`] : [];
	const unfit = replaced.flatMap((name) => {
		const other = rows[name];
		if (other === undefined || other.inPlaceOf !== undefined) return [`"${verb}" stands in the place of "${name}", which is no verb that a method asks for`];
		if (other.method !== row.method) return [`"${verb}" is asked for by ${row.method}, and "${name}", in whose place it stands, by ${other.method}`];
		if (row.of !== 'either' && other.of !== row.of)
			return [`"${verb}" is a verb of one ${row.of}, and "${name}", in whose place it stands, of one ${other.of}`];
		return [];
	});
	const before = Object.entries(rows).slice(0, Object.keys(rows).indexOf(verb));
	const taken = before.flatMap(([other, { inPlaceOf: its }]) => {
		const shared = its?.word === word && (byParameter.some((each) => its.byParameter.includes(each)) || byPath.some((each) => its.byPath.includes(each)));
		return shared ? [`"${word}" asks for "${other}" already: "${verb}" needs another word`] : [];
	});
	return [...ofParts, ...none, ...unfit, ...taken];
}

function optionProblems(verb: string, rows: Rows, fields: Fields): string[] {
	const { options, inPlaceOf } = rows[verb] ?? {};
	if (options === undefined) return [];
	const missing = fields.has(options) ? [] : [`no spec declares ${options}, the options of "${verb}": add it to specs/meta/types/options.yaml`];
	const { word, byParameter = [] } = inPlaceOf ?? {};
	const unsaid = byParameter.flatMap((name) => {
		const type = rows[name]?.options;
		const has = type === undefined ? undefined : fields.get(type);
		// Kubernetes' documents do not list all parameters, but a parameter that no type has is a mistake.
		if (word === undefined || has === undefined || [...has, ...(fields.get(options) ?? [])].includes(word)) return [];
		return [`the parameter "${word}" asks for "${verb}" in the place of "${name}", and ${type} has no such field: add it to specs/meta/types/options.yaml`];
	});
	return [...missing, ...unsaid];
}
