import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ItemForm, parseWhole, wholeBytes, wholeForm } from '../../runtime/codec/item-form.ts';
import { fittingForm, leftOutBy, splice } from '../../runtime/watch/objects/splice.ts';

const spliced = (json: string, revision = 42) => splice(Buffer.from(json), revision, 0).toString();

describe('leaving out what lists do not show', () => {
	const json = '{"kind":"K","apiVersion":"g/v1","metadata":{"name":"n","uid":"u","generation":1},"data":{}}';
	const cut = (form: ItemForm, text: string): string => {
		const bytes = Buffer.from(text);
		return splice(bytes, 42, leftOutBy(fittingForm(form, bytes))).toString();
	};

	it('takes kind and apiVersion from the front and nothing else', () => {
		expect(cut(new ItemForm({ kind: 'K', apiVersion: 'g/v1' }), json)).toBe(
			'{"metadata":{"name":"n","uid":"u","resourceVersion":"42","generation":1},"data":{}}',
		);
	});

	it.each([
		['another version', new ItemForm({ kind: 'K', apiVersion: 'g/v2' })],
		['another kind', new ItemForm({ kind: 'Kind', apiVersion: 'g/v1' })],
		['a group of users', wholeForm],
	])('keeps an object of %s whole', (_, form) => {
		expect(cut(form, json)).toBe(spliced(json));
	});

	it('is undone by the head of the form for every object', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.dictionary(fc.string(), fc.string()), (name, data) => {
				const form = new ItemForm({ kind: 'K', apiVersion: 'v1' });
				const text = JSON.stringify({ kind: 'K', apiVersion: 'v1', metadata: { name }, data });
				const item = { bytes: Buffer.from(cut(form, text)), form };
				expect(wholeBytes(item).toString()).toBe(spliced(text));
				expect(JSON.stringify(parseWhole(item))).toBe(JSON.stringify(JSON.parse(spliced(text))));
			}),
		);
	});
});

describe('splicing resourceVersion into stored JSON', () => {
	it.each([
		[
			'behind the uid',
			'{"kind":"K","apiVersion":"v1","metadata":{"name":"n","uid":"u","generation":1}}',
			'{"kind":"K","apiVersion":"v1","metadata":{"name":"n","uid":"u","resourceVersion":"42","generation":1}}',
		],
		[
			'behind all that comes before',
			'{"metadata":{"name":"n","generateName":"g","namespace":"s","selfLink":"l","uid":"u"}}',
			'{"metadata":{"name":"n","generateName":"g","namespace":"s","selfLink":"l","uid":"u","resourceVersion":"42"}}',
		],
		['without a uid', '{"metadata":{"name":"n","creationTimestamp":null}}', '{"metadata":{"name":"n","resourceVersion":"42","creationTimestamp":null}}'],
		[
			'in front of everything else',
			'{"metadata":{"labels":{"uid":"no"}},"uid":"no"}',
			'{"metadata":{"resourceVersion":"42","labels":{"uid":"no"}},"uid":"no"}',
		],
		['into empty metadata', '{"metadata":{},"data":{}}', '{"metadata":{"resourceVersion":"42"},"data":{}}'],
		[
			'not into an owner',
			'{"metadata":{"name":"n","ownerReferences":[{"uid":"o"}]}}',
			'{"metadata":{"name":"n","resourceVersion":"42","ownerReferences":[{"uid":"o"}]}}',
		],
		[
			'not into text',
			'{"apiVersion":"\\"metadata\\":{\\"uid\\":\\"x\\"","metadata":{"name":"\\"uid\\":\\"","uid":"u"}}',
			'{"apiVersion":"\\"metadata\\":{\\"uid\\":\\"x\\"","metadata":{"name":"\\"uid\\":\\"","uid":"u","resourceVersion":"42"}}',
		],
		[
			'behind members with metadata of their own',
			'{"spec":{"metadata":{"uid":"t"},"l":[1,"]"]},"metadata":{"uid":"u"}}',
			'{"spec":{"metadata":{"uid":"t"},"l":[1,"]"]},"metadata":{"uid":"u","resourceVersion":"42"}}',
		],
	])('goes %s', (_, json, expected) => {
		expect(spliced(json)).toBe(expected);
	});

	it('takes any revision', () => {
		expect(spliced('{"metadata":{}}', Number.MAX_SAFE_INTEGER)).toBe('{"metadata":{"resourceVersion":"9007199254740991"}}');
	});

	it.each(['{}', '[]', '', '{"metadata":"x"}', '{"metadata":null}', 'null', '{"spec":{"metadata":{}}}'])('refuses %s, which has no metadata', (json) => {
		expect(() => splice(Buffer.from(json), 1, 0)).toThrow('no metadata');
	});

	it('changes only metadata.resourceVersion for every object', () => {
		const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"uid":"', '"metadata":{', '\\"', '\\', '}'));
		const optional = fc.option(text, { nil: undefined });
		const metadata = fc.record({
			name: optional,
			generateName: optional,
			namespace: optional,
			uid: optional,
			labels: fc.option(fc.dictionary(text, text), { nil: undefined }),
		});
		fc.assert(
			fc.property(text, metadata, fc.json(), (apiVersion, meta, rest) => {
				const object = { kind: 'K', apiVersion, metadata: meta, data: JSON.parse(rest) };
				const result = JSON.parse(spliced(JSON.stringify(object)));
				expect(result.metadata.resourceVersion).toBe('42');
				delete result.metadata.resourceVersion;
				expect(JSON.stringify(result)).toBe(JSON.stringify(object));
			}),
		);
	});
});
