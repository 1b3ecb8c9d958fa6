/** Each kind of change since the lock is reported once, with the rule that it breaks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../generator/command/spec-roots.ts';
import { sorts } from '../../../generator/compat/change.ts';
import { directions } from '../../../generator/compat/diff/rules.ts';
import { rules } from '../../../runtime/schema/rules/index.ts';
import { edited, shop as fixture, oldProduct, product } from '../fixture.ts';
import { bell, changesOf, comparisonOf, lockOf, productChanges, replaced, shop, source } from './locked.ts';

const spec = 'shop/v1.ProductSpec';

/** A piece of the product, its replacement, and the expected changes. */
const edits: readonly (readonly [name: string, from: string, to: string, expected: readonly string[]])[] = [
	['another description', 'description: Size of the product.', 'description: Its size.', []],
	['a new field', 'size: {type: string,', 'weight: {type: integer}\n        size: {type: string,', [`${spec}.weight added`]],
	['a field that is gone', '        colours: {type: array, protobuf: 7, listType: set, items: {type: string}}\n', '', [`${spec}.colours removed !1`]],
	['a field with another name', 'fixed: {type: quantity', 'price: {type: quantity', [`${spec}.fixed renamed !1`]],
	['another type', 'listType: set, items: {type: string}', 'listType: set, items: {type: integer}', [`${spec}.colours retyped !1`]],
	['another number', 'protobuf: 9, additional', 'protobuf: 19, additional', [`${spec}.texts renumbered !1`]],
	['a value more', 'enum: [Small, Large]', 'enum: [Small, Medium, Large]', [`${spec}.size added`]],
	['another default', 'minimum: 0, default: 1', 'minimum: 0, default: 2', [`${spec}.stock defaulted !1`]],
	['no default', 'minimum: 0, default: 1', 'minimum: 0', [`${spec}.stock defaulted !1`]],
	['a higher minimum', 'minimum: 0, default: 1', 'minimum: 1, default: 1', [`${spec}.stock tightened !1`]],
	['a lower minimum', 'minimum: 0, default: 1', 'minimum: -1, default: 1', [`${spec}.stock loosened`]],
	['a new rule', 'minimum: 0, default: 1', 'minimum: 0, maximum: 9, default: 1', [`${spec}.stock tightened !1`]],
	['a rule less', 'minimum: 0, default: 1', 'default: 1', [`${spec}.stock loosened`]],
	['a warning', 'minimum: 0, default: 1', 'minimum: 0, deprecated: "use parts", default: 1', [`${spec}.stock deprecated`]],
	['immutable', 'minimum: 0, default: 1', 'minimum: 0, default: 1, immutable: true', [`${spec}.stock tightened !1`]],
	['another presence', 'minimum: 0, default: 1', 'minimum: 0, default: 1, presence: omitZero', [`${spec}.stock presented !1`]],
	['another list type', 'listType: set', 'listType: atomic', [`${spec}.colours merged !1`]],
	['another key of a merge', '          patchStrategy: merge\n          patchMergeKey: name\n', '', [`${spec}.parts merged !1`, `${spec}.parts merged !1`]],
	['an earlier release', 'gate: FineGrain, introduced: "1.21"', 'gate: FineGrain, introduced: "1.20"', [`${spec}.free rescheduled`]],
	['a later release', 'gate: FineGrain, introduced: "1.21"', 'gate: FineGrain, introduced: "1.22"', [`${spec}.free rescheduled !1`]],
	['a release without the field', 'gate: FineGrain, introduced: "1.21"', 'gate: FineGrain, introduced: "1.21", removed: "1.25"', [`${spec}.free removed !1`]],
	['no gate', 'gate: FineGrain, introduced', 'introduced', [`${spec}.free gated`]],
	[
		'another release of a change',
		'history: [{from: "1.29", immutable: false}]',
		'history: [{from: "1.25", immutable: false}]',
		['shop/v1.ProductSpecShelf.row rescheduled'],
	],
	['no change with a release', ', history: [{from: "1.29", immutable: false}]', '', ['shop/v1.ProductSpecShelf.row tightened !1']],
	['another bound of the whole', 'max: 1Mi', 'max: 2Mi', ['shop/v1.Product tightened !1']],
];

describe('changes of a spec', () => {
	it.each(edits)('%s', (_, from, to, expected) => {
		expect(productChanges(from, to)).toEqual(expected);
	});

	it('a removed value of an enum is reported as removed', () => {
		const before = replaced(shop, source('shop/product.yaml', edited('enum: [Small, Large]', 'enum: [Small, Large, Huge]')));
		expect(changesOf(before, shop)).toEqual([`${spec}.size removed !1`]);
	});

	it('a field that is no longer required is loosened, a newly required one is tightened', () => {
		const strict = replaced(shop, source('shop/product.yaml', edited('required: [size]', 'required: [size, stock]')));
		expect(changesOf(shop, strict)).toEqual([`${spec}.stock tightened !1`]);
		expect(changesOf(strict, shop)).toEqual([`${spec}.stock loosened`]);
	});

	it('a new required field refuses valid objects, unless it has a default', () => {
		const versions = { versions: ['{name: v1, storage: true}'], groupVersions: ['v1'] };
		const before = bell({ ...versions, fields: 'tone: {type: string, protobuf: 1}' });
		const having = (field: string) =>
			before.map((file) => ({
				...file,
				text: file.text.replace('      properties:\n        tone', `      required: [weight]\n      properties:\n        weight: ${field}\n        tone`),
			}));
		expect(changesOf(before, having('{type: integer}'))).toEqual(['bells/v1.BellSpec.weight tightened !1']);
		expect(changesOf(before, having('{type: integer, default: 1}'))).toEqual(['bells/v1.BellSpec.weight added']);
	});

	it('a field in another object is reported as moved', () => {
		const line = '        colours: {type: array, protobuf: 7, listType: set, items: {type: string}}\n';
		const now = replaced(
			shop,
			source(
				'shop/product.yaml',
				edited(line, '').replace('            row:', '            colours: {type: array, listType: set, items: {type: string}}\n            row:'),
			),
		);
		expect(changesOf(shop, now)).toEqual([`${spec}.colours moved !1`, 'shop/v1.ProductSpecShelf.colours added']);
	});

	it('a type with another name is the same type', () => {
		const now = shop.map((file) => ({
			...file,
			text: file.text.replaceAll('types#/Part', 'types#/Piece').replaceAll('types#/v1.Part', 'types#/v1.Piece').replace('  Part:\n', '  Piece:\n'),
		}));
		expect(changesOf(shop, now)).toEqual(['shop/v1.Part renamed']);
	});

	it('an alpha version may change without breaking a rule', () => {
		const versions = { versions: ['{name: v1alpha1, storage: true}'], groupVersions: ['v1alpha1'] };
		expect(changesOf(bell(versions), bell({ ...versions, fields: 'tone: {type: integer, protobuf: 1}' }))).toEqual(['bells/v1alpha1.BellSpec.tone retyped']);
	});

	it('a value behind an alpha gate is not promised, one behind a beta gate is', () => {
		const versions = { versions: ['{name: v1, storage: true}'], groupVersions: ['v1'] };
		const gated = (stage: string, type: string) =>
			bell({
				...versions,
				gates: `{Loud: [{from: "1.20", stage: ${stage}, default: ${stage === 'beta'}}]}`,
				fields: `tone: {type: ${type}, protobuf: 1, gate: Loud}`,
			});
		expect(changesOf(gated('alpha', 'string'), gated('alpha', 'integer'))).toEqual(['bells/v1.BellSpec.tone retyped']);
		expect(changesOf(gated('beta', 'string'), gated('beta', 'integer'))).toEqual(['bells/v1.BellSpec.tone retyped !1']);
	});

	it.each([
		['names: {plural: bells}', 'names: {plural: chimes}', []],
		['names: {plural: bells}', 'names: {plural: bells, short: [b]}', ['bells.bells.example.com added']],
		['scope: Namespaced', 'scope: Cluster', ['bells.bells.example.com moved !1']],
		['kind: Bell\n', 'kind: Bell\nnameFormat: dns-label\n', ['bells.bells.example.com tightened !1']],
		['kind: Bell\n', 'kind: Bell\nverbs: [get, list, create]\n', Array.from({ length: 5 }, () => 'bells.bells.example.com removed !1')],
		['kind: Bell\n', 'kind: Bell\nselectableFields: [spec.tone]\n', ['bells.bells.example.com added']],
		['kind: Bell\n', 'kind: Bell\ncolumns: [{name: Tone, type: string, value: self.spec.tone}]\n', ['bells.bells.example.com column Tone added']],
		[
			'kind: Bell\n',
			'kind: Bell\nsubresources: {scale: {replicas: spec.tone, statusReplicas: spec.tone}}\n',
			['bells.bells.example.com subresource scale added'],
		],
	])('in a kind: %j to %j', (from, to, expected) => {
		const before = bell({
			versions: ['{name: v1, storage: true}'],
			groupVersions: ['v1'],
			fields: to.includes('scale') ? 'tone: {type: integer, protobuf: 1}' : 'tone: {type: string, protobuf: 1}',
		});
		const now = before.map((file) => (file.path === 'bells/bell.yaml' ? { ...file, text: edited(from, to, file.text) } : file));
		const moved = to.includes('chimes') ? ['bells.bells.example.com moved !1'] : expected;
		expect(changesOf(before, now)).toEqual(moved);
	});

	it('each change has a position in the spec, or in the lock if it was removed', () => {
		const now = replaced(
			shop,
			source('shop/product.yaml', edited('minimum: 0, default: 1', 'minimum: 5, default: 5')),
			source('shop/types/old.yaml', oldProduct.replace('      stock: {type: integer, protobuf: 2}\n', '')),
		);
		const before = replaced(shop, source('shop/types/more.yaml', 'types: {Box: {type: object, properties: {lid: {type: string}}}}\n'));
		const [root] = comparisonOf([...now, lockOf(before)]).roots;
		const places = root?.changes.map(({ where, sort, position }) => `${where} ${sort} ${position?.file}:${position?.line}`);
		const lineOf = (text: string, part: string) => text.split('\n').findIndex((one) => one.includes(part)) + 1;
		const stock = `shop/product.yaml:${lineOf(product, 'stock: {type: integer, protobuf: 2')}`;
		expect(places).toEqual([
			`shop/v1.Box removed api.lock.yaml:${lineOf(lockOf(before).text, 'shop/v1.Box:')}`,
			`${spec}.stock defaulted ${stock}`,
			`${spec}.stock tightened ${stock}`,
			expect.stringMatching(/^shop\/v1beta1\.ProductSpec\.stock removed shop\/types\/old\.yaml:\d+$/),
		]);
	});

	it('distinguishes stricter and looser changes of all rules of values', () => {
		expect(Object.keys(directions).sort()).toEqual(rules.map(({ keyword }) => keyword).sort());
	});

	it('has every sort of change in the guide', () => {
		const guide = readFileSync(join(projectRoot, 'docs/guide/changing-a-kind.md'), 'utf8');
		const [, table = ''] = /^\| word \| meaning \| violated rule \|\n(.*?)\n\n/ms.exec(guide) ?? [];
		const told = [...table.matchAll(/^\| ([a-z, ]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
		expect(told.sort()).toEqual(Object.keys(sorts).sort());
	});

	it('finds no change in unchanged specs', () => {
		expect(changesOf(fixture, fixture)).toEqual([]);
	});
});
