import { describe, expect, it } from 'vitest';
import { fieldRules } from '../../../generator/emit/reference/field-words.ts';
import { reference } from '../../../generator/emit/reference/kinds.ts';
import { mappingWords } from '../../../generator/emit/reference/mapping.ts';
import { namings } from '../../../generator/emit/reference/references.ts';
import { specReference } from '../../../generator/emit/reference/specs.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { rules } from '../../../runtime/schema/rules/index.ts';
import { shop, source } from '../fixture.ts';
import { model } from './fixture.ts';

describe('reference pages', () => {
	it('describe a kind as its spec does', async () => {
		const files = await reference.emit(model);
		expect(files.map(({ path }) => path)).toEqual(['reference/core/configmap.md', 'reference/tools/gadget.md', 'reference/meta/types-v1.md']);
		const [configMap, gadget] = files.map(({ content }) => content);
		expect(configMap).toContain('Configuration as orch keeps it.');
		expect(configMap).toContain('| `metadata` | [ObjectMeta](../meta/types-v1.md#objectmeta) |  | Name, labels and the like. |');
		expect(configMap).toContain('```yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n```');
		expect(gadget).toContain('| `replicas` | integer | default `1`; greater than or equal to 0 | How many. |');
		expect(gadget).toContain('- At most one of `url`, `inlineText`.');
		expect(gadget).toContain('| `/apis/example.com/v1/namespaces/NAMESPACE/gadgets/NAME/scale` | get, patch, update |');
		expect(gadget).toContain('`metadata.name`, `metadata.namespace`, `spec.mode`');
	});

	it('list the rules and the answers to violations', () => {
		const size = (rule: string, argument: number, message?: string) => ({ rule, argument, ...(message !== undefined && { message }) });
		const expressions = [
			{ rule: 'self > 1' },
			{ rule: 'self > 2', message: 'two are not enough' },
			{ rule: 'self > 3', messageExpression: "'not ' + string(self)" },
		];
		const rules = [
			size('minimum', 1),
			size('maximum', 9, 'nine at most'),
			size('multipleOf', 2, 'must be a multiple of 2'),
			{ rule: 'cel', argument: expressions },
		];
		expect(fieldRules({ name: 'size', schema: { kind: 'int32', rules } })).toEqual([
			'greater than or equal to 1',
			'less than or equal to 9, refused with "nine at most"',
			'a multiple of 2',
			'`self > 1`; `self > 2`, refused with "two are not enough"; `self > 3`, refused with the text of `\'not \' + string(self)`',
		]);
	});

	it('list referenced kinds and referring kinds', async () => {
		const basket = `kind: Basket
names: {plural: baskets}
scope: Namespaced
description: Products that somebody may buy.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec:
      type: object
      properties:
        first: {type: string, references: {kind: Product}}
        others: {type: array, items: {type: string, references: {kind: Product}}}
        shelves: {type: object, additionalProperties: {$ref: types#/Shelf}}
        around: {$ref: types#/Around}
`;
		const types = `version: v1
types:
  Named: {type: object, properties: {name: {type: string}, note: {type: string}}}
  Shelf: {type: object, properties: {product: {$ref: types#/Named, inline: true, references: {kind: Product}}, place: {type: string}}}
  Around: {type: object, properties: {basket: {type: string, references: {kind: [Basket, Product]}}, around: {$ref: types#/Around}}}
`;
		const made = makeModel([...shop, source('shop/basket.yaml', basket), source('shop/types/baskets.yaml', types)]);
		if (made.model === undefined) throw new Error(made.diagnostics.map(({ message }) => message).join('\n'));
		expect(namings(made.model).map(({ from, path, to }) => `${from.kind} ${path} ${to.kind}`)).toEqual([
			'Basket spec.first Product',
			'Basket spec.others[] Product',
			'Basket spec.shelves[*].name Product',
			'Basket spec.around.basket Basket',
			'Basket spec.around.basket Product',
		]);
		const pages = new Map([...(await reference.emit(made.model))].map(({ path, content }) => [path, content]));
		expect(pages.get('reference/shop/basket.md')).toContain(
			'\n\n## Objects that it names\n\n| Field | Kind |\n|---|---|\n| `spec.first` | [Product](./product.md) |\n',
		);
		expect(pages.get('reference/shop/basket.md')).toContain(
			'| `spec.around.basket` | Basket, [Product](./product.md) |\n\n## What names it\n\n| Kind | In |\n|---|---|\n| Basket | `spec.around.basket` |\n',
		);
		expect(pages.get('reference/shop/product.md')).toContain(
			'| [Basket](./basket.md) | `spec.first`, `spec.others[]`, `spec.shelves[*].name`, `spec.around.basket` |\n',
		);
		expect(pages.get('reference/shop/product.md')).not.toContain('Objects that it names');
	});

	it('describe the conversion of a version', () => {
		expect(
			mappingWords({
				conversion: [
					{ kind: 'move', here: 'spec.a', storage: 'spec.b' },
					{ kind: 'move', type: 'Part', here: 'mode', storage: 'mode', values: [{ here: 'fast', storage: 'quick' }] },
					{
						kind: 'move',
						here: 'spec.labels',
						storage: 'spec.labels',
						entries: [
							{ key: 'zone', storage: 'spec.zone' },
							{ key: 'node', repeats: 'spec.node' },
						],
					},
					{ kind: 'split', here: 'spec.port', integer: 'spec.p.number', string: 'spec.p.name' },
					{ kind: 'join', type: 'Part', here: ['address'], separator: ':', storage: ['host', 'port'] },
					{ kind: 'join', here: ['spec.name', 'spec.tag'], separator: '@', storage: ['spec.image'] },
					{ kind: 'whenAbsent', storage: 'spec.size', value: 'Small' },
				],
			}),
		).toEqual([
			'`spec.a` is `spec.b` there.',
			'In Part: `mode`: `"fast"` is `"quick"`.',
			'`spec.labels`: the entry `zone` is `spec.zone`; the entry `node` says again what `spec.node` says.',
			'`spec.port` is `spec.p.number` there where it is a number, and `spec.p.name` where it is text.',
			'In Part: `address` is cut into `host`, `port` there, with `:` between them, the last with all the rest.',
			'`spec.name`, `spec.tag` are joined to `spec.image` there, with `@` between them, the last with all the rest.',
			'`spec.size` there is `"Small"` where nothing is said of it.',
		]);
		expect(mappingWords({ conversion: 'hook' })).toEqual(['Converted by code of the kind.']);
	});

	it('have only valid links', async () => {
		const files = [...(await reference.emit(model))];
		const headings = new Map(
			files.map(({ path, content }) => [path, new Set([...content.matchAll(/^### (.*)$/gm)].map(([, name = '']) => name.toLowerCase()))]),
		);
		for (const { path, content } of files) {
			for (const [, target = '', anchor = ''] of content.matchAll(/\]\(([^)#]*)#([^)]*)\)/g)) {
				const page = target === '' ? path : new URL(target, `file:///${path}`).pathname.slice(1);
				expect(headings.get(page)?.has(anchor), `${path} links to ${target}#${anchor}`).toBe(true);
			}
		}
	});

	it('document every rule of the spec format', async () => {
		const [page] = await specReference.emit(model);
		for (const { keyword, documentation } of rules) {
			expect(page?.content).toContain(`\`${keyword}\``);
			expect(page?.content).toContain(documentation.replaceAll('|', '\\|'));
		}
		expect(page?.content).not.toContain('undefined');
	});
});
