/** Specs to the model: the descriptors that a reader gets. */
import { describe, expect, it } from 'vitest';
import { makeModel, nothingRead } from '../../../generator/read/model.ts';
import { apiGroupDiscoveryList, apiResourceList } from '../../../runtime/documents/discovery.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { base, edited, oldProduct, product, shop, source } from '../fixture.ts';

function modelOf(...files: readonly ReturnType<typeof source>[]) {
	const replaced = new Set(files.map((file) => file.path));
	const { model, diagnostics } = makeModel([...shop.filter((file) => !replaced.has(file.path)), ...files]);
	if (model === undefined) throw new Error(diagnostics.map((one) => one.message).join('\n'));
	return model;
}

const model = modelOf();
const kind = model.catalog.kinds[0];
const field = (type: string, name: string) => model.catalog.type(type).fields.find((one) => one.name === name);

describe('a kind', () => {
	it('has its names, derived where the spec is silent', () => {
		expect(kind).toMatchObject({
			kind: 'Product',
			listKind: 'ProductList',
			plural: 'products',
			singular: 'product',
			shortNames: ['prod'],
			categories: ['all'],
			scope: 'Namespaced',
			storageName: 'products.shop.example.com',
			deleteReturns: 'status',
			generation: true,
			nameFormat: 'dns-subdomain',
			storageVersion: 0,
			selectableFields: ['spec.size'],
		});
		expect(kind?.verbs).toEqual(verbs);
	});

	it('has its versions, with conversion on all but the storage version', () => {
		expect(kind?.versions).toEqual([
			{ group: 'shop.example.com', version: 'v1', type: 'shop/v1.Product', introduced: '1.22' },
			{
				group: 'shop.example.com',
				version: 'v1beta1',
				type: 'shop/v1beta1.Product',
				introduced: '1.20',
				deprecated: '1.22',
				removed: '1.25',
				replacement: { group: 'shop.example.com', version: 'v1', kind: 'Product' },
				conversion: [
					{ kind: 'move', here: 'spec.piece', storage: 'spec.main' },
					{ kind: 'whenAbsent', storage: 'spec.size', value: 'Small' },
				],
			},
		]);
	});

	it('is served under a second group, which needs no folder', () => {
		const also = edited(
			'subresources:\n',
			'alsoIn:\n  - {group: extensions, version: v1beta1, sameAs: v1beta1, introduced: "1.20", removed: "1.22"}\nsubresources:\n',
		);
		const { catalog } = modelOf(source('shop/product.yaml', also));
		expect(catalog.kinds[0]?.versions[2]).toEqual({
			group: 'extensions',
			version: 'v1beta1',
			type: 'shop/v1beta1.Product',
			introduced: '1.20',
			removed: '1.22',
			replacement: { group: 'shop.example.com', version: 'v1', kind: 'Product' },
			conversion: kind?.versions[1]?.conversion,
		});
		expect(catalog.groups).toEqual([
			{ group: 'extensions', package: 'extensions', versions: ['v1beta1'] },
			{ group: 'shop.example.com', package: 'shop', versions: ['v1', 'v1beta1'], custom: true },
		]);
	});

	it("names group and version of a subresource's input, in every list of versions", () => {
		const also = edited(
			'subresources:\n',
			`alsoIn:\n  - {group: extensions, version: v1, sameAs: v1}\nsubresources:\n  other: [${[
				'{name: sell, verbs: [create], kind: Sale}',
				'{name: buy, verbs: [create], kind: Purchase, version: v1beta1}',
				'{name: finish, verbs: [update], kind: Product}',
			].join(', ')}]\n`,
		);
		const type = '{type: object, properties: {price: {type: integer, protobuf: 2}}}';
		const { catalog } = modelOf(
			source('shop/product.yaml', also),
			source('shop/types/sale.yaml', `types: {Sale: ${type}}\n`),
			source('shop/types/purchase.yaml', `version: v1beta1\ntypes: {Purchase: ${type}}\n`),
		);
		const listed = (group: string, version: string) =>
			apiResourceList(catalog, group, version)
				?.resources.filter(({ name }) => /sell|buy|finish/.test(name))
				.map(({ name, kind, group = '-', version = '-' }) => [name, group, version, kind].join(' '));
		const [shop, sell, buy, finish] = ['shop.example.com', 'products/sell', 'products/buy', 'products/finish - - Product'];
		expect(listed(shop, 'v1')).toEqual([`${buy} ${shop} v1beta1 Purchase`, finish, `${sell} - - Sale`]);
		expect(listed(shop, 'v1beta1')).toEqual([`${buy} - - Purchase`, finish, `${sell} ${shop} v1 Sale`]);
		expect(listed('extensions', 'v1')).toEqual([`${buy} ${shop} v1beta1 Purchase`, finish, `${sell} ${shop} v1 Sale`]);
		const { versions } = apiGroupDiscoveryList(catalog, '/apis', 'x/v2', () => undefined).items.find(({ metadata }) => metadata.name === shop) ?? {
			versions: [],
		};
		const kinds = versions.map(({ resources }) => resources[0]?.subresources?.map(({ responseKind }) => `${responseKind.version} ${responseKind.kind}`));
		expect(kinds.map((each) => each?.filter((kind) => /Sale|Purchase/.test(kind)))).toEqual(versions.map(() => ['v1beta1 Purchase', 'v1 Sale']));
	});

	it('has its apiVersion in examples', () => {
		expect(model.kindDocs['products.shop.example.com']?.examples[0]?.object).toMatchObject({ apiVersion: 'shop.example.com/v1', kind: 'Product' });
	});

	it('shares the type of its storage version when a version has no schema of its own', () => {
		const shared = edited(
			'    schema: {$ref: types#/v1beta1.Product}\n    converts:\n      - {here: spec.piece, storage: spec.main}\n      - {storage: spec.size, whenAbsent: Small}\n',
			'',
		);
		expect(modelOf(source('shop/product.yaml', shared)).catalog.kinds[0]?.versions[1]).toMatchObject({ type: 'shop/v1.Product', conversion: [] });
	});

	it('is of the oldest release when none is given', () => {
		expect(modelOf(source('shop/product.yaml', edited(', introduced: "1.22", storage', ', storage'))).catalog.kinds[0]?.versions[0]?.introduced).toBe('1.20');
	});
});

describe('types', () => {
	it('of a kind begin with the common fields', () => {
		expect(model.catalog.type('shop/v1.Product').fields.slice(0, 3)).toEqual([
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
		]);
		expect(model.catalog.type('shop/v1beta1.Product').fields.map((one) => one.name)).toEqual(['kind', 'apiVersion', 'metadata', 'spec']);
	});

	it('of lists are generated', () => {
		expect(model.catalog.type('shop/v1.ProductList').fields.slice(2)).toEqual([
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'shop/v1.Product' } }, number: 2, presence: 'always', required: true },
		]);
		expect(model.catalog.typeNames).toContain('shop/v1beta1.ProductList');
	});

	it('written inline are named after their parent', () => {
		expect(field('shop/v1.Product', 'spec')?.schema).toEqual({ kind: 'struct', type: 'shop/v1.ProductSpec' });
		expect(field('shop/v1.ProductSpec', 'shelf')?.schema).toEqual({ kind: 'struct', type: 'shop/v1.ProductSpecShelf' });
		expect(model.catalog.type('shop/v1.ProductSpecShelf').openapi).toBe('com.example.shop.v1.ProductSpecShelf');
	});

	it('that stand for scalars are copied to the place of use, with the rules added there', () => {
		expect(field('shop/v1.Part', 'name')).toEqual({
			name: 'name',
			schema: {
				kind: 'string',
				rules: [
					{ rule: 'maxLength', argument: 63 },
					{ rule: 'format', argument: 'dns-label' },
				],
			},
			number: 1,
			presence: 'always',
			required: true,
		});
		expect(field('shop/v1.ProductSpec', 'notes')?.schema).toEqual({
			kind: 'map',
			values: { kind: 'string' },
			keys: {
				rules: [
					{ rule: 'maxLength', argument: 63 },
					{ rule: 'format', argument: 'dns-label' },
					{ rule: 'notIn', argument: 'texts' },
				],
			},
		});
	});

	it('keep data for lists, unions, gates, history and patches', () => {
		expect(field('shop/v1.ProductSpec', 'parts')).toEqual({
			name: 'parts',
			schema: { kind: 'list', items: { kind: 'struct', type: 'shop/v1.Part' }, listType: 'map', mapKeys: ['name'] },
			number: 3,
			presence: 'omitZero',
			patchStrategy: ['merge'],
			patchMergeKey: 'name',
		});
		expect(field('shop/v1.ProductSpec', 'free')).toEqual({
			name: 'free',
			schema: { kind: 'boolean' },
			number: 6,
			union: 'price',
			gate: 'FineGrain',
			introduced: '1.21',
		});
		expect(model.catalog.type('shop/v1.ProductSpec').unions).toEqual([{ name: 'price', members: 'atMostOne' }]);
		expect(field('shop/v1.ProductSpecShelf', 'row')?.history).toEqual([{ from: '1.29', set: { immutable: false } }]);
		expect(model.catalog.type('meta/v1.LabelSelector').mapType).toBe('atomic');
		expect(model.catalog.type('shop/v1.Product').rules).toEqual([{ rule: 'totalSize', argument: { of: ['spec'], max: '1Mi' } }]);
	});

	it('change their schema with a release', () => {
		const text = edited('enum: [Small, Large],', 'enum: [Small, Large], history: [{from: "1.29", enum: [Small, Large, Huge]}],');
		const { catalog } = modelOf(source('shop/product.yaml', text));
		expect(catalog.type('shop/v1.ProductSpec').fields[0]?.history).toEqual([
			{ from: '1.29', set: { schema: { kind: 'string', enum: ['Small', 'Large', 'Huge'] } } },
		]);
	});

	it('may have integers for the values allowed', () => {
		const types = source('shop/types/port.yaml', 'types:\n  Port: {type: integer, format: int64, enum: [80, 443], description: A port.}\n');
		const text = edited('minimum: 0, default: 1}', 'enum: [1, 0, 10], default: 1}\n        ports: {type: array, protobuf: 90, items: {$ref: types#/Port}}');
		const fields = modelOf(source('shop/product.yaml', text), types).catalog.type('shop/v1.ProductSpec').fields;
		expect(fields.find(({ name }) => name === 'stock')?.schema).toEqual({ kind: 'int32', enum: [1, 0, 10] });
		expect(fields.find(({ name }) => name === 'ports')?.schema).toEqual({ kind: 'list', items: { kind: 'int64', enum: [80, 443] } });
	});

	it('have a custom message for a rule', () => {
		const text = edited('minimum: 0,', 'minimum: {value: 0, message: cannot owe products},');
		expect(modelOf(source('shop/product.yaml', text)).catalog.type('shop/v1.ProductSpec').fields[1]?.schema.rules).toEqual([
			{ rule: 'minimum', argument: 0, message: 'cannot owe products' },
		]);
	});

	it('may contain themselves', () => {
		const tree = source(
			'shop/types/tree.yaml',
			'types:\n  Tree: {type: object, properties: {left: {$ref: types#/Tree}, all: {type: array, items: {$ref: types#/Tree}}}}\n',
		);
		expect(
			modelOf(tree)
				.catalog.type('shop/v1.Tree')
				.fields.map((one) => one.schema.kind),
		).toEqual(['struct', 'list']);
	});

	it('have descriptions and positions', () => {
		expect(model.docs['shop/v1.Part']).toEqual({ '': 'A part of a product.', name: 'Name of the part.' });
		expect(model.docs['shop/v1.Product']?.['']).toBe('Something that the shop sells.');
		expect(model.positions['shop/v1.Part']).toEqual({ file: 'shop/types/parts.yaml', line: 4, column: 5 });
	});

	it('keep integers beyond 2^53 exact', () => {
		const text = edited('row: {type: integer,', 'row: {type: integer, default: 9007199254740993,');
		expect(modelOf(source('shop/product.yaml', text)).catalog.type('shop/v1.ProductSpecShelf').fields[0]?.default).toBe(9007199254740993n);
	});
});

describe('a model', () => {
	it('does not depend on the order of its sources', () => {
		const plain = (sources: typeof shop) => {
			const { model: made } = makeModel(sources);
			return JSON.stringify([
				made?.catalog,
				made?.docs,
				made?.kindDocs,
				made?.packages,
				made?.vocabularies,
				made?.catalog.typeNames.map((name) => made.catalog.type(name)),
			]);
		};
		expect(plain([...shop].reverse())).toBe(plain(shop));
	});

	it('has the default vocabulary first', () => {
		expect(model.vocabularies.map((one) => one.name)).toEqual(['orch', 'kubernetes']);
		expect(model.vocabularies[0]).not.toHaveProperty('default');
	});

	it('accepts a kind from a later root, and refuses a duplicate', () => {
		const chair = source(
			'home/chair.yaml',
			'kind: Chair\nnames: {plural: chairs}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object, properties: {}}\n',
		);
		const group = source('home/group.yaml', 'group: home.example.com\nversions: [v1]\n');
		expect(modelOf(chair, group).catalog.kinds.map((one) => one.kind)).toEqual(['Chair', 'Product']);
		const twin = { ...source('shop/product.yaml', product), file: 'other/shop/product.yaml' };
		const { diagnostics } = makeModel([...shop, twin]);
		expect(diagnostics[0]).toMatchObject({
			message: 'the kind "Product" of shop is declared twice: first at shop/product.yaml:1:7',
			position: { file: 'other/shop/product.yaml' },
		});
	});

	it('appends versions of a group from a later root', () => {
		const more = { ...source('shop/group.yaml', 'group: shop.example.com\nversions: [v2, v1]\n'), file: 'other/shop/group.yaml' };
		const chair = source(
			'shop/chair.yaml',
			'kind: Chair\nnames: {plural: chairs}\nscope: Cluster\nversions: [{name: v2, storage: true}]\nschema: {type: object, properties: {}}\n',
		);
		expect(makeModel([...shop, more, chair]).model?.catalog.groups).toMatchObject([{ group: 'shop.example.com', versions: ['v1', 'v1beta1', 'v2'] }]);
		const loud = { ...more, text: 'group: shop.example.com\ndescription: Mine.\nversions: [v1]\n' };
		expect(makeModel([...shop, loud]).diagnostics).toMatchObject([
			{
				message: '"description" of this group is for shop/group.yaml:1:1 to set: another root can only add versions',
				position: { file: 'other/shop/group.yaml', line: 2, column: 1 },
			},
		]);
	});

	it('rereads only changed files', () => {
		const cache = nothingRead();
		makeModel(shop, cache);
		const before = cache.files.get('shop/types/parts.yaml');
		makeModel([...shop.filter((file) => file.path !== 'shop/product.yaml'), source('shop/product.yaml', `${product}# changed\n`)], cache);
		expect(cache.files.get('shop/types/parts.yaml')).toBe(before);
		expect(cache.files.get('shop/product.yaml')?.source.text).toContain('# changed');
	});

	it('has a finding about two files in the file that was saved last', () => {
		const cache = nothingRead();
		const rack = (plural: string) =>
			source('shop/rack.yaml', `kind: Rack\nnames: {plural: ${plural}}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n`);
		const taken = (...sources: Parameters<typeof makeModel>[0]) =>
			makeModel(sources, cache).diagnostics.map(({ position, message }) => `${position.file}: ${message.split(':')[0]}`);
		const others = shop.filter((file) => file.path !== 'shop/product.yaml');
		expect(taken(...shop, rack('racks'))).toEqual([]);
		expect(taken(...shop, rack('products'))).toEqual(['shop/rack.yaml: "products" is taken in this group']);
		expect(taken(...shop, rack('racks'))).toEqual([]);
		expect(taken(...others, source('shop/product.yaml', product.replace('plural: products', 'plural: racks')), rack('racks'))).toEqual([
			'shop/product.yaml: "racks" is taken in this group',
		]);
	});

	it('needs the types that every kind has', () => {
		const { diagnostics } = makeModel(shop.filter((file) => file.path !== 'meta/types/object-meta.yaml'));
		expect(diagnostics.map((one) => one.message)).toContain('the spec roots have no type meta/v1.ObjectMeta, which every kind needs: add the built-in specs');
	});

	it('without kinds is valid', () => {
		expect(makeModel(base).model?.catalog.kinds).toEqual([]);
		expect(oldProduct).toContain('v1beta1');
	});
});
