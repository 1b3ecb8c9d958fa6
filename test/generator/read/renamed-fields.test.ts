/** A field that a version includes under another name is converted without further declarations. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { conversion } from '../../../runtime/schema/convert.ts';
import { base, source } from '../fixture.ts';

const description = 'description: Something';

const stored = `version: v1
types:
  Box:
    type: object
    ${description}
    properties: {spec: {$ref: types#/BoxSpec, protobuf: 2}}
  BoxSpec:
    type: object
    required: [width]
    properties:
      width: {type: integer}
      note: {type: string}
      lid: {$ref: types#/Lid}
      parts: {type: array, items: {$ref: types#/Lid}}
      inner: {$ref: types#/Inner}
  Lid: {type: object, properties: {colour: {type: string}, size: {type: integer}}}
  Inner: {type: object, properties: {depth: {type: integer}, inner: {$ref: types#/Inner}}}
`;

const second = `version: v2
like: v1
types:
  BoxSpec: {type: object, include: [{type: types#/v1.BoxSpec, renamed: {across: width, cover: lid}}]}
  Lid: {type: object, include: [{type: types#/v1.Lid, renamed: {color: colour}}]}
`;

interface Written {
	readonly first?: string;
	readonly second?: string;
	readonly third?: string;
	/** Lines under each version. */
	readonly v1?: string;
	readonly v2?: string;
	readonly v3?: string;
	readonly stored?: 'v1' | 'v2' | 'v3';
}

function made(written: Written) {
	const versions = ['v1', 'v2', ...(written.third === undefined ? [] : ['v3'])] as const;
	const kind = `kind: Box
names: {plural: boxes}
scope: Namespaced
${description}
versions:
${versions
	.map(
		(name) =>
			`  - name: ${name}\n    schema: {$ref: types#/${name}.Box}\n${(written.stored ?? 'v1') === name ? '    storage: true\n' : ''}${(written as Record<string, string>)[name] ?? ''}`,
	)
	.join('')}`;
	const files = [
		...base,
		source('shop/group.yaml', `group: shop.example.com\ndescription: What a shop sells.\nversions: [${versions.join(', ')}]\n`),
		source('shop/box.yaml', kind),
		source('shop/types/v1.yaml', written.first ?? stored),
		source('shop/types/v2.yaml', written.second ?? second),
		...(written.third === undefined ? [] : [source('shop/types/v3.yaml', written.third)]),
	];
	return makeModel(files.filter(({ path }, index) => files.findLastIndex((file) => file.path === path) === index && path !== 'shop/types/parts.yaml'));
}

function findings(written: Written): string[] {
	return made(written).diagnostics.flatMap(({ severity, message, position }) =>
		severity === 'error' ? [`${position.file}:${position.line}:${position.column}: ${message}`] : [],
	);
}

function converter(written: Written, version: string) {
	const { model, diagnostics } = made(written);
	if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
	const kind = model.catalog.kinds.find((one) => one.kind === 'Box');
	const [here, storage] = [kind?.versions.find((one) => one.version === version), kind?.versions[kind.storageVersion]];
	if (here?.conversion === undefined || here.conversion === 'hook' || storage === undefined) throw new Error(`${version} converts nothing`);
	return { steps: here.conversion, way: conversion(here.conversion, { here: here.type, storage: storage.type }, model.catalog) };
}

/** Returns the object in the storage version, and converted back. */
function sent(written: Written, version: string, spec: JsonObject): unknown {
	const { way } = converter(written, version);
	const inStorage = way.toStorage({ spec });
	expect(way.fromStorage(inStorage)).toEqual({ spec });
	return inStorage.spec;
}

describe('a field that is included by another name', () => {
	it('has the field of the included type in its version, wherever the type is declared', () => {
		expect(converter({}, 'v2').steps).toEqual([
			{ kind: 'move', here: 'spec.across', storage: 'spec.width' },
			{ kind: 'move', here: 'spec.cover', storage: 'spec.lid' },
			{ kind: 'move', type: 'Lid', here: 'color', storage: 'colour' },
		]);
		expect(sent({}, 'v2', { across: 1, cover: { color: 'red', size: 1 }, parts: [{ color: 'blue' }] })).toEqual({
			width: 1,
			lid: { colour: 'red', size: 1 },
			parts: [{ colour: 'blue' }],
		});
	});

	it('has it as well once the version that renames is stored', () => {
		expect(sent({ stored: 'v2' }, 'v1', { width: 1, lid: { colour: 'red' }, parts: [{ colour: 'blue' }] })).toEqual({
			across: 1,
			cover: { color: 'red' },
			parts: [{ color: 'blue' }],
		});
	});

	it.each(['v1', 'v2', 'v3'] as const)('is followed from version to version: %s is stored', (version) => {
		const third = 'version: v3\nlike: v2\ntypes:\n  BoxSpec: {type: object, include: [{type: types#/v2.BoxSpec, renamed: {breadth: across, remark: note}}]}\n';
		const written = { third, stored: version };
		const specs: Record<string, JsonObject> = {
			v1: { width: 1, note: 'a', lid: { colour: 'red' }, parts: [{ colour: 'blue' }] },
			v2: { across: 1, note: 'a', cover: { color: 'red' }, parts: [{ color: 'blue' }] },
			v3: { breadth: 1, remark: 'a', cover: { color: 'red' }, parts: [{ color: 'blue' }] },
		};
		for (const [other, spec] of Object.entries(specs)) if (other !== version) expect(sent(written, other, spec)).toEqual(specs[version]);
	});

	it('is followed into an inline object of the included type', () => {
		const inPlace = `version: v1
types:
  Box:
    type: object
    ${description}
    properties:
      spec:
        type: object
        protobuf: 2
        properties: {width: {type: integer}, more: {type: object, properties: {note: {type: string}}}}
`;
		const text = `version: v2
types:
  Box: {type: object, ${description}, include: [types#/v1.Box], properties: {spec: {$ref: types#/Sizes, protobuf: 2}}}
  Sizes: {type: object, include: [{type: types#/v1.Box, at: spec, without: [more], renamed: {across: width}}], properties: {more: {$ref: types#/More}}}
  More: {type: object, include: [{type: types#/v1.Box, at: spec.more, renamed: {remark: note}}]}
`;
		const spec = { across: 1, more: { remark: 'a' } };
		expect(sent({ first: inPlace, second: text }, 'v2', spec)).toEqual({ width: 1, more: { note: 'a' } });
	});

	it('is followed into types that contain themselves', () => {
		const text = 'version: v2\nlike: v1\ntypes:\n  Inner: {type: object, include: [{type: types#/v1.Inner, renamed: {deep: depth, within: inner}}]}\n';
		const spec = { width: 1, inner: { deep: 1, within: { deep: 2, within: { deep: 3 } } } };
		expect(sent({ second: text }, 'v2', spec)).toEqual({ width: 1, inner: { depth: 1, inner: { depth: 2, inner: { depth: 3 } } } });
	});

	it('may change its name with another', () => {
		const text = 'version: v2\nlike: v1\ntypes:\n  Inner: {type: object, include: [{type: types#/v1.Inner, renamed: {inner: depth, depth: inner}}]}\n';
		expect(sent({ second: text }, 'v2', { width: 1, inner: { inner: 1, depth: { inner: 2 } } })).toEqual({
			width: 1,
			inner: { depth: 1, inner: { depth: 2 } },
		});
	});

	it('follows a declared step, and so do its parts', () => {
		const repeated = '    converts:\n      - {here: spec.across, storage: spec.width}\n      - {type: Lid, here: color, storage: colour}\n';
		expect(findings({ v2: repeated })).toEqual([]);
		expect(converter({ v2: repeated }, 'v2').steps).toHaveLength(3);
		const text =
			'version: v2\nlike: v1\ntypes:\n  BoxSpec: {type: object, include: [{type: types#/v1.BoxSpec, renamed: {cover: lid}, without: [note]}]}\n  Lid: {type: object, include: [types#/v1.Lid], properties: {note: {type: string}}}\n';
		const part = {
			second: text,
			v2: '    converts:\n      - {here: spec.cover.note, storage: spec.note}\n    loses: {spec.parts.note: the stored version has none}\n',
		};
		expect(sent(part, 'v2', { across: 1, cover: { size: 1, note: 'a' } } as JsonObject)).toEqual({ across: 1, lid: { size: 1 }, note: 'a' });
	});

	it('is followed below a struct that a written step moves', () => {
		const text = `version: v2
like: v1
types:
  BoxSpec: {type: object, include: [{type: types#/v1.BoxSpec, without: [inner]}], properties: {deepest: {$ref: types#/Inner}}}
  Inner: {type: object, include: [{type: types#/v1.Inner, renamed: {deep: depth}, without: [inner]}]}
`;
		const written = {
			second: text,
			v2: '    converts:\n      - {here: spec.deepest, storage: spec.inner}\n    loses: {spec.inner.inner: one is enough}\n',
		};
		expect(sent(written, 'v2', { width: 1, deepest: { deep: 3 } })).toEqual({ width: 1, inner: { depth: 3 } });
	});

	it('reports at its name an impossible conversion', () => {
		const both = second
			.replace('Lid: {type: object, include: [{type: types#/v1.Lid, renamed: {color: colour}}]}', '')
			.replace('renamed: {across: width, cover: lid}}]}', 'renamed: {across: width}}], properties: {width: {type: integer}}}');
		expect(findings({ second: both })).toEqual([
			'shop/types/v2.yaml:4:73: spec.width is a field of this version as well, and keeps its name in the storage version: name its target',
		]);
	});

	it('needs a step where it has another type as well', () => {
		const other = second.replace('cover: lid}}]}', 'cover: lid}}], properties: {across: {type: string}}}');
		expect(findings({ second: other })).toEqual([
			'shop/box.yaml:9:11: spec.across has no counterpart in the storage version: name its target under "converts", or the reason for the loss under "loses"',
			'shop/box.yaml:9:11: the storage version requires spec.width, which this version lacks: add {storage: spec.width, whenAbsent: ...} under "converts"',
		]);
	});

	it('is not accepted as lost, since it is not', () => {
		expect(findings({ v2: '    loses: {spec.across: nobody reads it}\n' })).toEqual(['shop/box.yaml:11:13: "loses" names spec.across, which loses no data']);
	});

	it('is for a hook to convert where that converts', () => {
		const { model } = made({ v2: '    converts: hook\n' });
		expect(model?.catalog.kinds.find((one) => one.kind === 'Box')?.versions[1]?.conversion).toBe('hook');
	});
});
