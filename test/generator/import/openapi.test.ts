import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../generator/import/document.ts';
import { importOpenApi } from '../../../generator/import/openapi.ts';
import { expected, fullImport, protoImport } from './fixture.ts';

describe('import of an OpenAPI document', () => {
	it('joins facts of the document, Go and protobuf', () => {
		const result = importOpenApi(fullImport());
		expect(result.problems).toEqual([]);
		expect(Object.fromEntries(result.files)).toEqual(expected('full'));
		expect({ kinds: result.kinds, types: result.types }).toEqual({ kinds: 2, types: 5 });
	});

	it('finds nesting by protobuf messages alone without Go types', () => {
		const { files } = importOpenApi({ ...protoImport(), kinds: protoImport().kinds.slice(0, 1) });
		const spec = files.get('shop/types/order.yaml') ?? '';
		expect(spec).toContain('means: {$ref: types#/Means, inline: true, protobuf: 2, presence: always}');
		expect(spec).toMatch(/ {2}Means:\n {4}type: object\n {4}properties:\n {6}payment: \{type: string, protobuf: 1\}/);
	});

	it('changes nothing the second time', () => {
		const first = importOpenApi(fullImport()).files;
		expect([...importOpenApi(fullImport(first)).files]).toEqual([]);
	});

	it('keeps edits and their positions', () => {
		const first = new Map(importOpenApi(fullImport()).files);
		const order = (first.get('shop/types/order.yaml') ?? '')
			.replace('types:\n', '# The parts of an order.\ntypes:\n')
			.replace('  Line:\n', '  Line:\n    description: One item. # every item once\n')
			.replace('protobuf: 2}', 'protobuf: 2, minLength: 1, description: "What is bought, by its name."}')
			.replace('presence: always, enum: [Card]', 'presence: always');
		const moved = order.slice(order.indexOf('  OrderStatus:'));
		first.set('shop/types/order.yaml', order.replace(moved, ''));
		first.set('shop/types/status.yaml', `# How an order fares.\ntypes:\n${moved}`);
		expect([...importOpenApi(fullImport(first)).files]).toEqual([]);
	});

	it('updates facts next to hand-written parts', () => {
		const first = new Map(importOpenApi(fullImport()).files);
		const old = (first.get('shop/types/order.yaml') ?? '')
			.replace(/ {6}express:.*\n/, '')
			.replace('item: {type: string, protobuf: 2}', 'item: {type: string, protobuf: 9, description: What is bought.}');
		first.set('shop/types/order.yaml', old);
		const text = importOpenApi(fullImport(first)).files.get('shop/types/order.yaml') ?? '';
		expect(text).toContain('item: {type: string, protobuf: 2, description: What is bought.}');
		expect(text).toContain('express: {type: boolean, protobuf: 7, presence: omitZero, introduced: "1.27"}');
	});

	it('reads an inline object of a kind', () => {
		const first = new Map(importOpenApi(fullImport()).files);
		const warehouse = (first.get('shop/warehouse.yaml') ?? '').replace(
			/address: \{.*\}/,
			'address:\n      type: object\n      protobuf: 2\n      description: Where it is.\n      properties: {}',
		);
		first.set('shop/warehouse.yaml', warehouse);
		const text = importOpenApi({ ...fullImport(first), kinds: fullImport().kinds.slice(1) }).files.get('shop/warehouse.yaml') ?? '';
		expect(text).toMatch(/description: Where it is\.\n[\s\S]*city: \{type: string, protobuf: 1, presence: omitZero\}/);
		expect(text).not.toContain('$ref');
	});

	it('reports kinds that the document lacks', () => {
		const result = importOpenApi({
			...fullImport(),
			kinds: [
				{ group: 'shop.k8s.io', version: 'v2', kind: 'Order' },
				{ group: '', version: 'v1', kind: 'Pod' },
			],
		});
		expect(result.problems).toEqual([
			'the document has no kind shop.k8s.io/v2/Order: did you mean "shop.k8s.io/v1/Order"?',
			'the document has no kind v1/Pod: expected shop.k8s.io/v1/Order or shop.k8s.io/v1/Warehouse',
		]);
		expect([...result.files]).toEqual([]);
	});

	it('imports each version of a kind whose versions share a definition', () => {
		const { document, ...rest } = fullImport();
		const gvk = (version: string) => ({ group: 'shop.k8s.io', version, kind: 'Order' });
		const name = 'io.k8s.api.shop.v1.Order';
		const both = { ...document.definitions[name], 'x-kubernetes-group-version-kind': [gvk('v1'), gvk('v1beta1')] };
		const older = JSON.parse(JSON.stringify(document.paths).replaceAll('/v1/', '/v1beta1/').replaceAll('"version":"v1"', '"version":"v1beta1"'));
		const shared = openApiDocument({ ...document, definitions: { ...document.definitions, [name]: both }, paths: { ...document.paths, ...older } });
		const result = importOpenApi({ ...rest, document: shared, kinds: [gvk('v1'), gvk('v1beta1')] });
		expect(result.problems).toEqual([]);
		expect(result.kinds).toBe(2);
		expect(result.files.get('shop/order.yaml')).toMatch(/name: v1, storage: true[\s\S]*name: v1beta1, .*schema: \{\$ref: types#\/v1beta1\.Order\}/);
	});

	it('marks additions with the release after the base by default', () => {
		const spec =
			importOpenApi({ ...protoImport(), later: [{ release: '1.26', go: () => ({ structs: new Map(), enums: new Map() }) }] }).files.get(
				'shop/types/order.yaml',
			) ?? '';
		expect(spec).toMatch(/invoice: \{.*introduced: "1\.26"/);
		expect(spec.match(/introduced/g)).toHaveLength(2);
	});

	it('demands no number of a status that the document calls required: Go writes its zero', () => {
		const { definitions, ...rest } = fullImport().document;
		const name = 'io.k8s.api.shop.v1.OrderStatus';
		const document = openApiDocument({ ...rest, definitions: { ...definitions, [name]: { ...definitions[name], required: ['phase', 'sent'] } } });
		const spec = importOpenApi({ ...protoImport(), document }).files.get('shop/types/order.yaml') ?? '';
		expect(spec).toContain('sent: {type: integer, protobuf: 2, mayBeEmpty: true}');
	});

	it('marks kinds that are new', () => {
		const { definitions, ...rest } = fullImport().document;
		const base = openApiDocument({ ...rest, definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => !name.endsWith('.Warehouse'))) });
		expect(importOpenApi({ ...fullImport(), base }).files.get('shop/warehouse.yaml')).toContain('  - {name: v1, introduced: "1.27", storage: true}');
		expect(importOpenApi({ ...fullImport(), base, later: [], release: '1.30' }).files.get('shop/warehouse.yaml')).toContain('introduced: "1.30"');
		expect(importOpenApi({ ...fullImport(), base }).files.get('shop/order.yaml')).toContain('  - {name: v1, storage: true}');
	});

	it('writes an older version next to the stored one', () => {
		const older = JSON.parse(
			JSON.stringify(fullImport().document)
				.replaceAll('/v1/', '/v1beta1/')
				.replaceAll('shop.v1.', 'shop.v1beta1.')
				.replaceAll('"version":"v1"', '"version":"v1beta1"'),
		);
		const { document, ...rest } = fullImport();
		const both = openApiDocument({ ...document, definitions: { ...older.definitions, ...document.definitions }, paths: { ...older.paths, ...document.paths } });
		const wanted = ['v1beta1', 'v1'].map((version) => ({ group: 'shop.k8s.io', version, kind: 'Order' }));
		const { files } = importOpenApi({ ...rest, document: both, kinds: wanted });
		expect(files.get('shop/group.yaml')).toContain('versions: [v1, v1beta1]');
		expect(files.get('shop/order.yaml')).toContain(
			'  - {name: v1, storage: true}\n  - {name: v1beta1, introduced: "1.27", schema: {$ref: types#/v1beta1.Order}}\n',
		);
		expect([...files.keys()]).toEqual(['shop/group.yaml', 'shop/order.yaml', 'shop/types/order.v1beta1.yaml', 'shop/types/order.yaml']);
		expect(files.get('shop/types/order.v1beta1.yaml')).toMatch(/^version: v1beta1\ntypes:\n[\s\S]* {2}Order:\n/);
		expect([...importOpenApi({ ...rest, document: both, kinds: wanted, existing: files }).files]).toEqual([]);
	});

	it('keeps a version that shares its schema', () => {
		const first = new Map(importOpenApi(fullImport()).files);
		first.set('shop/order.yaml', (first.get('shop/order.yaml') ?? '').replace('{name: v1, storage: true}', '{name: v2, storage: true}\n  - {name: v1}'));
		const again = importOpenApi({ ...fullImport(first), kinds: fullImport().kinds.slice(0, 1) }).files;
		expect(again.has('shop/order.yaml')).toBe(false);
	});

	it('keeps the types of a kind that is a part of another', () => {
		const first = importOpenApi(fullImport()).files;
		const { document } = fullImport();
		const line = document.definitions['io.k8s.api.shop.v1.Line'];
		const holding = { ...line, properties: { ...line?.properties, from: { $ref: '#/definitions/io.k8s.api.shop.v1.Warehouse' } } };
		const input = {
			...fullImport(first),
			document: openApiDocument({ ...document, definitions: { ...document.definitions, 'io.k8s.api.shop.v1.Line': holding } }),
		};
		const alone = importOpenApi({ ...input, kinds: input.kinds.slice(0, 1) }).files;
		expect([...alone.keys()]).toEqual(['shop/types/order.yaml']);
		expect(alone.get('shop/types/order.yaml')).toContain('from: {$ref: types#/Warehouse');
		expect([...importOpenApi(input).files.keys()]).toEqual(['shop/types/order.yaml']);
	});
});
