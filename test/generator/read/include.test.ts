/** Types that include others, and versions based on others. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import { diagnose, shop, source } from '../fixture.ts';

const common = source(
	'shop/types/common.yaml',
	`version: v1
types:
  Priced:
    description: Has a price.
    type: object
    required: [price]
    unions: {where: atMostOne}
    properties:
      price: {type: quantity, protobuf: 1, minimum: "0"}
      note: {type: string, protobuf: 2}
      shelf: {type: string, protobuf: 3, union: where}
      online: {type: boolean, protobuf: 4, union: where}
      tag: {$ref: types#/Tag, protobuf: 5}
  Tag:
    type: object
    properties:
      text: {type: string, protobuf: 1}
`,
);

function types(text: string, ...more: readonly ReturnType<typeof source>[]) {
	const { model, diagnostics } = makeModel([...shop, common, source('shop/types/extra.yaml', text), ...more]);
	if (model === undefined) throw new Error(diagnostics.map((one) => one.message).join('\n'));
	return (name: string) => model.catalog.type(name);
}

const fields = (type: { readonly fields: readonly { readonly name: string }[] }) => type.fields.map(({ name }) => name);

describe('include', () => {
	it('has the fields of another type, with required fields and unions', () => {
		const offer = types(`version: v1\ntypes:\n  Offer: {type: object, include: [types#/Priced], properties: {until: {type: time, protobuf: 9}}}\n`)(
			'shop/v1.Offer',
		);
		const priced = types('version: v1\ntypes: {}\n')('shop/v1.Priced');
		expect(fields(offer)).toEqual(['price', 'note', 'shelf', 'online', 'tag', 'until']);
		expect(offer.fields.slice(0, 5)).toEqual(priced.fields);
		expect(offer.unions).toEqual(priced.unions);
	});

	it('omits, renames and replaces fields', () => {
		const offer = types(
			`version: v1\ntypes:\n  Offer:\n    type: object\n    include: [{type: types#/Priced, without: [shelf, online], renamed: {cost: price}}]\n    properties: {note: {type: integer, protobuf: 2}}\n`,
		)('shop/v1.Offer');
		expect(offer).toMatchObject({
			fields: [
				{ name: 'cost', schema: { kind: 'quantity', rules: [{ rule: 'minimum', argument: '0' }] }, required: true, number: 1 },
				{ name: 'note', schema: { kind: 'int32' }, number: 2 },
				{ name: 'tag', number: 5 },
			],
		});
		expect(offer.unions).toBeUndefined();
	});

	it('has the fields of an inline object', () => {
		const part = types(`version: v1\ntypes:\n  Part2: {type: object, include: [{type: types#/Product, at: spec, without: [parts]}]}\n`)('shop/v1.Part2');
		expect(fields(part)).toContain('size');
		expect(fields(part)).not.toContain('parts');
	});

	it('prefers a type of its own version', () => {
		const text = (more: string) => `version: v1beta1\ntypes:\n  Offer: {type: object, include: [types#/v1.Priced]}\n${more}`;
		const tag = (type: ReturnType<ReturnType<typeof types>>) => type.fields.find(({ name }) => name === 'tag')?.schema;
		expect(tag(types(text(''))('shop/v1beta1.Offer'))).toEqual({ kind: 'struct', type: 'shop/v1.Tag' });
		expect(tag(types(text('  Tag: {type: object, properties: {word: {type: string, protobuf: 1}}}\n'))('shop/v1beta1.Offer'))).toEqual({
			kind: 'struct',
			type: 'shop/v1beta1.Tag',
		});
	});

	it('has rules of the whole object, except those about omitted fields', () => {
		const ruled = (more: string) =>
			`version: v1\ntypes:\n  Ruled:\n    type: object\n    requiredWhen: {cel: "self.a == 1", fields: [b]}\n    cel: [{rule: "self.a < 9"}, {rule: "self.b != 'a'"}]\n    properties: {a: {type: integer, protobuf: 1, default: 1}, b: {type: string, protobuf: 2, default: x}}\n  Taker: {type: object, ${more}}\n`;
		const rulesOf = (more: string) => (types(ruled(more))('shop/v1.Taker').rules ?? []).map(({ rule, argument }) => [rule, argument]);
		expect(rulesOf('include: [types#/Ruled]')).toEqual(types(ruled(''))('shop/v1.Ruled').rules?.map(({ rule, argument }) => [rule, argument]));
		expect(rulesOf('include: [{type: types#/Ruled, without: [a]}]')).toEqual([['cel', [{ rule: "self.b != 'a'" }]]]);
		expect(rulesOf('include: [{type: types#/Ruled, renamed: {c: b}}], cel: [{rule: "self.c != \'\'"}]')).toEqual([
			['cel', [{ rule: "self.c != ''" }, { rule: 'self.a < 9' }]],
		]);
		expect(diagnose(...shop, common, source('shop/types/extra.yaml', ruled('include: [{type: types#/Ruled, without: [a]}]')))).toEqual([
			expect.stringContaining('a rule (cel) of Ruled is not included, as it names "a": write it here for the new fields'),
			expect.stringContaining('a rule (requiredWhen) of Ruled is not included, as it names "a": write it here for the new fields'),
		]);
	});

	it('follows includes of includes', () => {
		const more = types(
			`version: v1\ntypes:\n  A: {type: object, include: [{type: types#/B, without: [note]}]}\n  B: {type: object, include: [types#/Priced]}\n`,
		);
		expect(fields(more('shop/v1.A'))).toEqual(['price', 'shelf', 'online', 'tag']);
	});
});

describe('a version like another', () => {
	const like = 'version: v1beta1\nlike: v1\ntypes:\n  Tag: {type: object, include: [types#/v1.Tag], properties: {more: {type: string, protobuf: 2}}}\n';
	it('has the types of that version, which refer to each other', () => {
		const type = types(like);
		expect(fields(type('shop/v1beta1.Tag'))).toEqual(['text', 'more']);
		expect(type('shop/v1beta1.Priced').fields.find(({ name }) => name === 'tag')?.schema).toEqual({ kind: 'struct', type: 'shop/v1beta1.Tag' });
		expect(type('shop/v1.Priced').fields.find(({ name }) => name === 'tag')?.schema).toEqual({ kind: 'struct', type: 'shop/v1.Tag' });
	});
});

describe('wrong includes', () => {
	it.each<[string, string, string]>([
		[
			'a field to leave out',
			'A: {type: object, include: [{type: types#/Priced, without: [notes]}]}',
			'3:63: Priced has no field "notes" to include: did you mean "note"?',
		],
		[
			'a field to rename',
			'A: {type: object, include: [{type: types#/Priced, renamed: {b: pric}}]}',
			'3:66: Priced has no field "pric" to include: did you mean "price"?',
		],
		[
			'a path',
			'A: {type: object, include: [{type: types#/Product, at: spek}]}',
			'3:58: Product has no field "spek" on this path that is written in place: did you mean "spec"?',
		],
		['a type that is not there', 'A: {type: object, include: [types#/Pricd]}', '3:31: unknown type "Pricd" of shop: did you mean "Priced"?'],
		['itself', 'A: {type: object, include: [types#/A]}', '3:31: the type includes itself: A -> A'],
		[
			'a list',
			'A: {type: object, include: [types#/L]}\n  L: {type: array, items: {type: string}}',
			'3:31: "L" has no fields to include: it is no object with "properties"',
		],
		[
			'a number that is taken',
			'A: {type: object, include: [types#/Priced], properties: {b: {type: string, protobuf: 1}}}',
			'protobuf number 1 is taken by "price": the next free one is 6',
		],
		[
			'an object in place',
			'A: {type: object, properties: {b: {type: object, protobuf: 1, include: [types#/Priced]}}}',
			'3:65: "include" is only for named types: move this object under types/, and refer to it',
		],
	])('%s', (_, type, expected) => {
		const findings = diagnose(common, source('shop/types/extra.yaml', `version: v1\ntypes:\n  ${type}\n`)).map((finding) => finding.split('\n')[0]);
		expect(findings.map((finding) => finding?.replace('shop/types/extra.yaml:', '').replace(' error:', ''))).toEqual([expect.stringContaining(expected)]);
	});

	it.each([
		['version: v1\nlike: v7\ntypes: {}\n', 'shop has no types of version "v7"'],
		['version: v1\nlike: v1\ntypes: {}\n', 'a version cannot be like itself: v1 -> v1'],
	])('%j', (text, expected) => {
		expect(diagnose(source('shop/types/extra.yaml', text)).map((finding) => finding.split('\n')[0])).toEqual([expect.stringContaining(expected)]);
	});
});
