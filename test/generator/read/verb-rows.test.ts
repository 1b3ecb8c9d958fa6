/** `orch generate` and `orch check` refuse verb rows that would change the meaning of a request. */
import { describe, expect, it } from 'vitest';
import { checkVerbRows, VerbRowsError } from '../../../generator/read/verb-rows.ts';
import { type VerbRecord, verbRecords } from '../../../runtime/model/verb.ts';

const options = ['labelSelector', 'tally', 'watch'];
const fields = new Map(Object.values(verbRecords).map((row) => [row.options, options] as const));
const { create, get, list, watch } = verbRecords;
/** The remaining verb rows. */
const rows = { get, list, watch, create };

/** Returns the finding lines without file names, for all verb rows and one additional row. */
function problems(row: VerbRecord, name = 'tally'): readonly string[] {
	try {
		checkVerbRows({ ...rows, [name]: row }, fields);
		return [];
	} catch (error) {
		if (!(error instanceof VerbRowsError)) throw error;
		return error.message.split('\n').map((line) => line.replace(/^runtime\/model\/verb\.ts: /, ''));
	}
}

/** A list under another name. */
const tally: VerbRecord = { ...list, inPlaceOf: { word: 'tally', byParameter: ['list'], byPath: ['list'] } };
const { ofParts: _ofParts, ...getOfObjects } = get;
const { ofParts: _ofHooks, ...createOfCollections } = create;

describe('rows of verbs', () => {
	it('in the registry are unambiguous', () => {
		expect(() => checkVerbRows(verbRecords)).not.toThrow();
	});

	it.each<[string, VerbRecord]>([
		['a verb of one object whose method has one of collections alone', { ...createOfCollections, of: 'object' }],
		['a second verb in the place of list', tally],
		['a verb in the place of get', { ...getOfObjects, inPlaceOf: { word: 'tally', byParameter: ['get'], byPath: [] } }],
	])('%s', (_, row) => expect(problems(row)).toEqual([]));

	it.each<[string, VerbRecord, readonly string[]]>([
		[
			'a method and a target that another verb has',
			getOfObjects,
			['GET of one object is "get" already: give "tally" another method, or say "inPlaceOf", by which it is asked for in the place of "get"'],
		],
		[
			'a method that another verb has for parts',
			{ ...create, of: 'object' },
			['POST of a part of an object is "create" already: give "tally" another method, or say "inPlaceOf", by which it is asked for in the place of "create"'],
		],
		[
			'a verb that another one has the word of',
			{ ...tally, inPlaceOf: { word: 'watch', byParameter: ['list'], byPath: [] } },
			['"watch" asks for "watch" already: "tally" needs another word'],
		],
		[
			'a place that is none',
			{ ...tally, inPlaceOf: { word: 'tally', byParameter: ['count', 'watch'], byPath: [] } },
			[
				'"tally" stands in the place of "count", which is no verb that a method asks for',
				'"tally" stands in the place of "watch", which is no verb that a method asks for',
			],
		],
		[
			'no place at all',
			{ ...tally, inPlaceOf: { word: 'tally', byParameter: [], byPath: [] } },
			['nothing asks for "tally": name a verb in "byParameter" or "byPath" of "inPlaceOf"'],
		],
		['the place of a verb with another method', { ...tally, method: 'POST' }, ['"tally" is asked for by POST, and "list", in whose place it stands, by GET']],
		[
			'the place of a verb of something else',
			{ ...tally, inPlaceOf: { word: 'tally', byParameter: ['get'], byPath: [] } },
			['"tally" is a verb of one collection, and "get", in whose place it stands, of one object'],
		],
		[
			'parts by a word',
			{ ...watch, ...tally, ofParts: 'hooked' },
			['"tally" is asked for by a word, and parts of objects by their method alone: leave out "ofParts"'],
		],
		[
			'options that no spec declares',
			{ ...tally, options: 'meta/v1.TallyOptions' },
			['no spec declares meta/v1.TallyOptions, the options of "tally": add it to specs/meta/types/options.yaml'],
		],
		[
			'a parameter that is no option',
			{ ...tally, inPlaceOf: { word: 'sum', byParameter: ['list'], byPath: [] } },
			['the parameter "sum" asks for "tally" in the place of "list", and meta/v1.ListOptions has no such field: add it to specs/meta/types/options.yaml'],
		],
	])('%s is refused', (_, row, expected) => expect(problems(row)).toEqual(expected));
});
