/** Groups in which a value that is sent empty counts as present, as in groups of CustomResourceDefinitions. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { base, source } from '../fixture.ts';

function answer(group: string, value: JsonObject): { readonly object: unknown; readonly said: readonly string[] } {
	const { model } = makeModel([
		...base,
		source('crd/group.yaml', `group: crd.example.com\nversions: [v1]\n${group}`),
		source(
			'crd/types/t.yaml',
			'types:\n  T: {type: object, required: [text, list, map, part, flag], properties: {text: {type: string}, list: {type: array, minItems: 1, items: {type: string}}, map: {type: object, additionalProperties: {type: string}}, part: {type: object, properties: {a: {type: string}}}, flag: {type: boolean}, more: {type: array, minItems: 1, items: {type: string}}, none: {type: string, nullable: true, default: xy, minLength: 2}, part2: {type: object, nullable: true, properties: {a: {type: string, default: y}}}}}\n',
		),
	]);
	if (model === undefined) throw new Error('no model');
	const type = compile(narrow(model.catalog, model.catalog.release)).type('crd/v1.T');
	const object = type.read(value, { notices: [] });
	type.applyDefaults(object);
	return { object, said: type.validate(object).map(({ field, message }) => `${field}: ${message}`) };
}

const empty = { text: '', list: [], map: {}, part: {}, flag: false, more: [], none: null, part2: null };
const required = ['text', 'list', 'map', 'part', 'flag'].map((field) => `${field}: Required value`);

describe('a group in which what is empty is given', () => {
	it('keeps null if that is a value, without a default', () => {
		const { object, said } = answer('emptyIsGiven: true\n', { ...empty, list: ['a'], more: ['a'], text: null });
		expect(object).toMatchObject({ none: null, part2: null });
		expect(object).not.toHaveProperty('text');
		expect(said).toEqual(['text: Required value']);
		expect(answer('emptyIsGiven: true\n', {}).object).toMatchObject({ none: 'xy' });
	});

	it('keeps empty values, and checks rules on them', () => {
		const { object, said } = answer('emptyIsGiven: true\n', empty);
		expect(object).toEqual(empty);
		expect(said).toEqual(['list', 'more'].map((field) => `${field}: Invalid value: 0: should have at least 1 items`));
	});

	it('reports required values that are absent or null', () => {
		expect(answer('emptyIsGiven: true\n', {}).said).toEqual(required);
		expect(answer('emptyIsGiven: true\n', { text: null, list: null, map: null, part: null, flag: null }).said).toEqual(required);
	});

	it('is off by default', () => {
		expect(answer('', empty).said).toEqual(['text: Required value', 'list: Required value']);
	});
});
