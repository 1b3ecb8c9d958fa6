/** Losses of conversions, and steps that would need an order: the check names them and accepts them only with a reason. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel, nothingRead } from '../../../generator/read/model.ts';
import { gadgetSources } from '../../setup/gadgets.ts';
import { base, edited, source } from '../fixture.ts';

function check(edit?: (text: string) => string, cache = nothingRead()): string[] {
	return makeModel([...base, ...gadgetSources(edit)], cache).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0] ?? '');
}

/** Removes the accepted losses of one of the versions. */
const without = (accepted: string) => (text: string) => {
	expect(text).toContain(accepted);
	return text.replace(accepted, '');
};

describe('round-trip losses', () => {
	it('are no error once they are accepted', () => expect(check()).toEqual([]));

	it('is named, each field by itself', () => {
		const found = check((text) => text.replace(/ {4}loses:\n(?: {6}.*\n)+/, '').replace(/ {4}loses: \{.*\n/, ''));
		const paths = (version: string) => found.filter((line) => new RegExp(` does not return from ${version}[:,]`).test(line)).map((line) => line.split(' ')[2]);
		expect(paths('v1')).toEqual([
			'spec.backend.timeout',
			'spec.extra',
			'spec.labels.note',
			'spec.mode',
			'spec.ports.protocol',
			'spec.ports.target.weight',
			'spec.retention.days',
			'spec.retention.policy.strict',
			'spec.rules.extra',
			'spec.secret',
			'status.detail',
		]);
		expect(paths('v1beta1')).toContain('spec.retention');
		expect(found.filter((line) => line.startsWith('gadgets/gadget.yaml:8:11: error: '))).toHaveLength(11);
	});

	it('is computed again after a change', () => {
		const cache = nothingRead();
		expect(check(undefined, cache)).toEqual([]);
		const without = (text: string) => text.replace(/^ *- \{here: spec\.level, .*\n/m, '');
		expect(check(without)).not.toEqual([]);
		for (let i = 0; i < 2; i++) expect(check(without, cache)).toEqual(check(without));
		expect(check(undefined, cache)).toEqual([]);
	});

	it('are reported separately in a list without keys', () => {
		expect(check(without('      spec.rules.extra: new in v2; a write through v1 that changes the rules loses it\n'))).toEqual([
			'gadgets/gadget.yaml:8:11: error: spec.rules.extra does not return from v1, and is lost when a write through v1 changes the list that it is in: name its target under "converts", or the reason for the loss under "loses"',
		]);
	});

	it('is not accepted for a field without loss', () => {
		expect(check((text) => text.replace('spec.extra: new', 'spec.size: new')).map((line) => line.replace(/^.*error: /, ''))).toEqual([
			'spec.extra does not return from v1: who reads v1 does not see it, and a write through v1 leaves it as it is: name its target under "converts", or the reason for the loss under "loses"',
			'"loses" names spec.size, which loses no data',
		]);
	});
});

describe('steps that would need an order', () => {
	it.each([
		[
			'two from one place',
			'- {here: spec.level, storage: spec.retention.policy.level}',
			'- {here: spec.copies, storage: spec.retention.policy.level}',
			'two steps are about spec.copies',
		],
		[
			'two to one place',
			'- {here: spec.level, storage: spec.retention.policy.level}',
			'- {here: spec.level, storage: spec.retention.copies}',
			'two steps are about spec.retention.copies',
		],
		[
			'one to where another field stays',
			'- {here: spec.copies, storage: spec.retention.copies}',
			'- {here: spec.copies, storage: spec.size}',
			'spec.size is a field of this version as well',
		],
	])('%s', (_, from, to, expected) => {
		const found = check((text) => edited(from, to, text));
		expect(found.some((line) => line.includes(expected))).toBe(true);
	});
});

/**
 * Returns the findings on v1 of a kind Box in two versions with these spec fields; v2 is stored. `parts` holds the fields of each version's
 * type Part.
 */
function box(v1: string, v2: string, converts: string, loses = '{}', parts: { readonly v1?: string; readonly v2?: string } = {}): string[] {
	const part = (fields: string | undefined) => (fields === undefined ? '' : `  Part: {type: object, ${fields}}\n`);
	const type = (version: 'v1' | 'v2', fields: string) =>
		source(
			`box/types/${version}.yaml`,
			`version: ${version}\ntypes:\n  Box: {type: object, properties: {spec: {$ref: types#/BoxSpec}}}\n  BoxSpec: {type: object, properties: {${fields}}}\n${part(parts[version])}`,
		);
	const sources = [
		...base,
		source('box/group.yaml', 'group: box.example.com\nversions: [v2, v1]\n'),
		source(
			'box/box.yaml',
			`kind: Box
names: {plural: boxes}
scope: Namespaced
versions:
  - {name: v2, storage: true, schema: {$ref: types#/v2.Box}}
  - {name: v1, schema: {$ref: types#/v1.Box}, loses: ${loses}, converts: [${converts}]}
`,
		),
		type('v1', v1),
		type('v2', v2),
	];
	return makeModel(sources).diagnostics.map((one) => `${one.position.file}:${one.position.line}: ${one.message}`);
}

const text = '{type: string}';
const object = (fields: string) => `{type: object, properties: {${fields}}}`;

describe('a field that only the older version has', () => {
	it('is named', () =>
		expect(box(`a: ${text}, old: ${text}`, `a: ${text}`, '')).toEqual([
			'box/box.yaml:6: spec.old has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
		]));
	it('may be accepted', () => expect(box(`a: ${text}, old: ${text}`, `a: ${text}`, '', '{spec.old: nobody used it}')).toEqual([]));
	it('may be an object, accepted whole', () =>
		expect(box(`a: ${text}, old: ${object(`b: ${text}`)}`, `a: ${text}`, '', '{spec.old: nobody used it}')).toEqual([]));
	it('is not accepted implicitly', () =>
		expect(box(`a: ${text}, old: ${text}`, `a: ${text}, new: ${text}`, '', '{spec: it began with less}')).toEqual([
			expect.stringContaining('spec.old has no counterpart in the storage version'),
		]));
	it('is named inside an object that only this version has, of which a part is stored', () =>
		expect(box(`old: ${object(`a: ${text}, b: ${text}`)}`, `a: ${text}`, '{here: spec.old.a, storage: spec.a}')).toEqual([
			expect.stringContaining('spec.old.b has no counterpart in the storage version'),
		]));
});

describe('moved fields', () => {
	const [whole, part] = ['{here: spec.old, storage: spec.new}', '{here: spec.old.a, storage: spec.new.b}'];
	it.each([
		[
			'an object with a part that has another name there',
			`old: ${object(`a: ${text}, c: ${text}`)}`,
			`new: ${object(`b: ${text}, c: ${text}`)}`,
			`${whole}, ${part}`,
		],
		[
			'an object with a part that leaves it',
			`old: ${object(`a: ${text}, c: ${text}`)}`,
			`new: ${object(`c: ${text}`)}, b: ${text}`,
			`{here: spec.old.a, storage: spec.b}, ${whole}`,
		],
		[
			'objects within each other, each with another name',
			`old: ${object(`a: ${object(`x: ${text}, y: ${text}`)}, c: ${text}`)}`,
			`new: ${object(`b: ${object(`z: ${text}, y: ${text}`)}, c: ${text}`)}`,
			`${whole}, ${part}, {here: spec.old.a.x, storage: spec.new.b.z}`,
		],
	])('%s survives a round trip', (_, v1, v2, converts) => expect(box(v1, v2, converts)).toEqual([]));

	it.each([
		[
			'a value to one of another form',
			`old: ${text}`,
			'new: {type: integer}',
			whole,
			'box/box.yaml:6: spec.old is string here and int32 in the storage version, but a step moves a value without changing it',
		],
		[
			'a list of others',
			`old: {type: array, items: ${text}}`,
			'new: {type: array, items: {type: integer}}',
			whole,
			'box/box.yaml:6: spec.old is a list of string here and a list of int32 in the storage version, but a step moves a value without changing it',
		],
		[
			'a split of text',
			`old: ${text}`,
			`n: {type: integer}, s: ${text}`,
			'{here: spec.old, storage: {integer: spec.n, string: spec.s}}',
			'box/box.yaml:6: only an integer or text (type intOrString) can be split, not string',
		],
		[
			'a split to others',
			'old: {type: intOrString}',
			`n: ${text}, s: ${text}`,
			'{here: spec.old, storage: {integer: spec.n, string: spec.s}}',
			'box/box.yaml:6: the part of a split that is an integer cannot become string',
		],
		[
			'a part that stays by its name as well',
			`old: ${object(`a: ${text}, b: ${text}`)}`,
			`new: ${object(`b: ${text}`)}`,
			`${whole}, ${part}`,
			'box/box.yaml:6: spec.old.b is a field of this version as well, and becomes spec.new.b in the storage version: name its target',
		],
		[
			'a field into an object that is moved whole',
			`old: ${object(`c: ${text}`)}, a: ${text}`,
			`new: ${object(`c: ${text}, b: ${text}`)}`,
			`${whole}, {here: spec.a, storage: spec.new.b}`,
			'box/box.yaml:6: spec.a becomes a part of what spec.old becomes: say of each field of spec.old where it goes, instead of moving it as a whole',
		],
		[
			'an object into a part of itself',
			`old: ${object(`a: ${object(`x: ${text}`)}`)}`,
			`new: ${object(`b: ${object(`x: ${text}`)}`)}`,
			'{here: spec.old, storage: spec.new.b}, {here: spec.old.a, storage: spec.new}',
			'box/box.yaml:6: spec.old.a is a part of spec.old, which cannot become a part of spec.new: say of each field of spec.old where it goes',
		],
		[
			'a part that the storage version requires is missing',
			`old: ${object(`a: ${text}`)}`,
			`new: {type: object, required: [c], properties: {a: ${text}, c: ${text}}}`,
			whole,
			'box/box.yaml:6: the storage version requires spec.new.c, which this version lacks: add {storage: spec.new.c, whenAbsent: ...} under "converts"',
		],
	])('not: %s', (_, v1, v2, converts, expected) => expect(box(v1, v2, converts)).toContain(expected));
});

describe('a text and its parts', () => {
	const [one, three] = [`address: ${text}`, `host: ${text}, port: {type: integer}, path: ${text}`];
	const cut = '{here: spec.address, separator: ":", storage: [spec.host, spec.port, spec.path]}';
	const joined = '{here: [spec.host, spec.port, spec.path], separator: ":", storage: spec.address}';
	const held = (way: string) => `box/box.yaml:6: spec.host ${way} where it holds ":", which counts as its end: state under "loses" why it never contains that`;
	const reason = '{spec.host: a host has no colon}';

	it('split, parts without the separator survive a round trip', () => {
		expect(box(one, three, cut)).toEqual([held('does not return from v1')]);
		expect(box(one, three, cut, reason)).toEqual([]);
	});
	it('joined, as well', () => {
		expect(box(three, one, joined)).toEqual([held('of v1 does not return from the storage version')]);
		expect(box(three, one, joined, reason)).toEqual([]);
	});
	it('a part with enumerated values cannot contain the separator', () =>
		expect(
			box(one, `protocol: {type: string, enum: [TCP, UDP]}, rest: ${text}`, '{here: spec.address, separator: "/", storage: [spec.protocol, spec.rest]}'),
		).toEqual([]));
	it('an empty text needs a first part that distinguishes it from absence', () =>
		expect(box(one, three.replace('string', 'string, presence: omitZero'), cut, reason)).toEqual([
			expect.stringContaining('spec.address of v1 does not return from the storage version, where it is 0, false or ""'),
		]));
	it('may be those of each value of a type', () => {
		const part = 'p: {$ref: types#/Part}, l: {type: array, items: {$ref: types#/Part}}';
		const types = { v1: `properties: {${one}}`, v2: `properties: {${three}}` };
		const step = '{type: Part, here: address, separator: ":", storage: [host, port, path]}';
		expect(box(part, part, step, '{}', types)).toEqual([
			expect.stringContaining('spec.l.host does not return from v1 where it holds ":"'),
			expect.stringContaining('spec.p.host does not return from v1 where it holds ":"'),
		]);
	});
	it('set fields that the storage version requires', () => {
		const e = (required: string, fields: string) => `e: {type: object, required: [${required}], properties: {${fields}}}`;
		const step = '{here: spec.e.address, separator: ":", storage: [spec.e.host, spec.e.port]}';
		expect(box(e('address', one), e('host', `host: ${text}, port: {type: integer}`), step, '{spec.e.host: no colon}')).toEqual([]);
	});
	it('may be those of an object by the name of the text', () => {
		const [step, reason] = ['{here: [spec.a.host, spec.a.port], separator: ":", storage: spec.a}', '{spec.a.host: no colon}'];
		const [parts, opposite] = [`host: ${text}, port: {type: integer}`, '{here: spec.a, separator: ":", storage: [spec.a.host, spec.a.port]}'];
		expect(box(`a: ${object(parts)}`, `a: ${text}`, step, reason)).toEqual([]);
		expect(box(`a: ${text}`, `a: ${object(parts)}`, opposite, reason)).toEqual([]);
		expect(box(`a: ${object(`${parts}, more: ${text}`)}`, `a: ${text}`, step, reason)).toEqual([
			'box/box.yaml:6: spec.a.more has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
		]);
	});
	it('cannot share a path with another step', () => {
		expect(box(`${one}, level: {type: integer}`, three, `${cut}, {here: spec.level, storage: spec.port}`)).toContain(
			'box/box.yaml:6: two steps are about spec.port: steps have no order, so each path may be in only one of them',
		);
		expect(box(`${one}, host: ${text}`, three, cut)).toContain(
			'box/box.yaml:6: spec.host is a field of this version as well, and keeps its name in the storage version: name its target',
		);
		expect(
			box(
				`old: ${object(`${three}, c: ${text}`)}`,
				`new: ${object(`${one}, c: ${text}`)}`,
				'{here: spec.old, storage: spec.new}, {here: [spec.old.host, spec.old.port, spec.old.path], separator: ":", storage: spec.new.address}',
				'{spec.old.host: no colon}',
			),
		).toEqual([]);
	});
	it.each([
		['one part', '{here: spec.address, separator: ":", storage: [spec.host]}', 'a list of at least two paths of its parts'],
		['no parts', '{here: spec.address, separator: ":", storage: spec.host}', 'must be the path of a string, and the other a list'],
		[
			'parts on both sides',
			'{here: [spec.address, spec.address], separator: ":", storage: [spec.host, spec.port]}',
			'must be the path of a string, and the other a list',
		],
		['nothing here', '{separator: ":", storage: [spec.host, spec.port]}', 'must be the path of a string, and the other a list'],
		['no separator', '{here: spec.address, storage: [spec.host, spec.port]}', 'a list of the parts of a string needs their "separator"'],
		['an empty separator', '{here: spec.address, separator: "", storage: [spec.host, spec.port]}', 'separator'],
		['a part twice', '{here: spec.address, separator: ":", storage: [spec.host, spec.host]}', 'spec.host is a part of the text twice'],
		[
			'an integer first',
			'{here: spec.address, separator: ":", storage: [spec.port, spec.host]}',
			'the first part must be a string, not int32: a text that cannot be cut stays whole in it',
		],
		[
			'an integer that may hold the separator',
			'{here: spec.address, separator: "-", storage: [spec.host, spec.port, spec.path]}',
			'an integer may contain the separator "-": only the last part may be an integer',
		],
		[
			'a part of another type',
			'{here: spec.address, separator: ":", storage: [spec.host, spec.flag]}',
			'a part of a text is a string or an integer, not boolean',
		],
		['a whole of another type', '{here: spec.size, separator: ":", storage: [spec.host, spec.path]}', 'only a text can be cut into parts, not int32'],
		['a part that is not there', '{here: spec.address, separator: ":", storage: [spec.host, spec.prot]}', 'BoxSpec has no field "prot": did you mean "port"?'],
		['more', '{here: spec.address, separator: ":", storage: [spec.host, spec.path], values: [{here: a, storage: b}]}', 'remove "values"'],
	])('not: %s', (_, step, expected) => {
		const found = box(`${one}, size: {type: integer}`, `${three}, flag: {type: boolean}, size: {type: integer}`, step);
		expect(found).toContainEqual(expect.stringContaining(expected));
	});
});

describe('steps of a type', () => {
	const [part, parts] = ['{$ref: types#/Part}', '{type: array, items: {$ref: types#/Part}}'];
	const deep = `properties: {meta: ${object(`tag: ${text}`)}}`;
	const step = '{type: Part, here: meta.tag, storage: tag}';
	it('may begin deeper in it', () =>
		expect(box(`p: ${part}, l: ${parts}`, `p: ${part}, l: ${parts}`, step, '{}', { v1: deep, v2: `properties: {tag: ${text}}` })).toEqual([]));
	it('may end deeper in it, where that is required', () => {
		const v2 = `properties: {meta: {type: object, required: [tag], properties: {tag: ${text}}}}`;
		const types = { v1: `required: [tag], properties: {tag: ${text}}`, v2 };
		expect(box(`p: ${part}, l: ${parts}`, `p: ${part}, l: ${parts}`, '{type: Part, here: tag, storage: meta.tag}', '{}', types)).toEqual([]);
	});
	it('do not hide losses of other fields', () => {
		const types = { v1: `properties: {meta: ${object(`tag: ${text}, other: ${text}`)}}`, v2: `properties: {tag: ${text}}` };
		expect(box(`p: ${part}, l: ${parts}`, `p: ${part}, l: ${parts}`, step, '{}', types)).toEqual([
			expect.stringContaining('spec.p.meta.other has no counterpart'),
		]);
	});
	it('do not hide losses inside a nested type', () => {
		const types = { v1: `properties: {meta: {type: array, items: ${object(`tag: ${text}`)}}}`, v2: `properties: {meta: {type: array, items: ${object('')}}}` };
		expect(box(`p: ${part}`, `p: ${part}`, '{type: Part, here: tag, storage: tag}', '{}', types)).toContainEqual(
			expect.stringContaining('spec.p.meta.tag has no counterpart'),
		);
	});
	it('set required fields of inline objects of the storage version', () => {
		const inPlace = `{type: object, required: [k], properties: {k: ${text}}}`;
		const types = { v1: `required: [kk], properties: {kk: ${text}}` };
		expect(box(`l: ${parts}`, `l: {type: array, items: ${inPlace}}`, '{type: Part, here: kk, storage: k}', '{}', types)).toEqual([]);
		expect(box(`l: ${parts}`, `l: {type: array, items: ${inPlace}}`, '', '{spec.l.kk: gone}', types)).toEqual([
			'box/box.yaml:6: the storage version requires spec.l.k, which this version lacks: add {storage: spec.l.k, whenAbsent: ...} under "converts"',
		]);
	});
});

describe('losses that few objects show', () => {
	const members = (count: number) => Array.from({ length: count }, (_, index) => `m${index}: {type: string, union: one}`).join(', ');
	const union = (count: number) => `u: {type: object, unions: {one: atMostOne}, properties: {${members(count)}}}`;
	it('a member of a large union', () => {
		expect(box(union(89), union(90), '')).toEqual([expect.stringContaining('spec.u.m89 does not return from v1')]);
	});
	it('false, if the version omits it', () => {
		const found = box('on: {type: boolean, presence: omitZero}', 'on: {type: boolean}', '');
		expect(found).toEqual([expect.stringContaining('spec.on does not return from v1')]);
	});
	it('zero and no text, likewise', () => {
		const fields = (presence: string) => `n: {type: integer${presence}}, t: {type: string${presence}}`;
		expect(box(fields(''), fields(', presence: omitZero'), '')).toEqual([
			expect.stringContaining('spec.n of v1 does not return from the storage version'),
			expect.stringContaining('spec.t of v1 does not return from the storage version'),
		]);
	});
	it('zero or empty text of a split, if the storage version omits them', () => {
		const split = (presence: string) =>
			box(
				'p: {type: intOrString}',
				`n: {type: integer${presence}}, t: {type: string${presence}}`,
				'{here: spec.p, storage: {integer: spec.n, string: spec.t}}',
			);
		expect(split('')).toEqual([]);
		for (const presence of ['omitZero', 'always'])
			expect(split(`, presence: ${presence}`)).toEqual([
				'box/box.yaml:6: spec.p of v1 does not return from the storage version, where it is 0, false or "": let the fields that it becomes tell that from absence (no "presence": "omitZero" or "always"), or state the reason for the loss under "loses"',
			]);
	});
	it('fields that no type declares', () => {
		const found = box(`c: ${object(`a: ${text}`)}`, `c: {type: object, preserveUnknown: true, properties: {a: ${text}}}`, '');
		expect(found).toEqual([expect.stringContaining('spec.c.* does not return from v1')]);
	});
	it('deep below optional fields', () => {
		const nested = (leaf: string) => `a: ${object(`b: ${object(`c: ${object(`d: ${object(`e: ${object(`f: ${text}${leaf}`)}`)}`)}`)}`)}`;
		expect(box(nested(''), nested(`, g: ${text}`), '')).toEqual([expect.stringContaining('spec.a.b.c.d.e.g does not return from v1')]);
	});
});
