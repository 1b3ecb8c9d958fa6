/**
 * Tests the statements of seed 2 about ConfigMaps and Secrets, one row each; docs/conformance/seed-2.md lists the omitted ones with
 * reasons.
 */
import { describe, expect, test } from 'vitest';
import { base64, type Change, changed, expected, made, paths, type Row, server, withServer } from './fixture.ts';

withServer();

describe('ConfigMap', () => {
	test.each<Row>([
		['keys of data: letters, digits, -, _ and .', { data: { 'aZ0-_.': 'x' } }, { data: { 'aZ0-_.': 'x' } }],
		['no other keys of data', { data: { 'a b': 'x' } }, 'data[a b]: Invalid value: "a b": a valid config key'],
		['keys of binaryData likewise', { binaryData: { 'a/b': '' } }, 'binaryData[a/b]: Invalid value: "a/b": a valid config key'],
		['binaryData holds bytes that are not UTF-8', { binaryData: { a: '/////w==' } }, { binaryData: { a: '/////w==' } }],
		['no key in both', { data: { a: 'x' }, binaryData: { a: 'eA==' } }, 'data[a]: Invalid value: "a": duplicate of key present in binaryData'],
	])('%s', async (_, body, wanted) => expected(await made('configmaps', body), wanted));
	test('immutable is unset by default', async () => expect(await made('configmaps', {})).not.toHaveProperty('immutable'));
	test.each<Change>([
		['immutable: data stays', { immutable: true, data: { a: '1' } }, { data: { a: '2' } }, 'data: Forbidden: field is immutable when `immutable` is set'],
		['immutable: binaryData stays', { immutable: true }, { binaryData: { a: 'eA==' } }, 'binaryData: Forbidden'],
		['immutable: it stays so', { immutable: true }, { immutable: null }, 'immutable: Forbidden'],
		['immutable: metadata changes', { immutable: true }, { metadata: { labels: { a: 'b' } } }, { metadata: { labels: { a: 'b' } } }],
		['not immutable: the field changes', { immutable: false, data: { a: '1' } }, { immutable: true, data: { a: '2' } }, { immutable: true, data: { a: '2' } }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('configmaps', body, patch), wanted));
});

describe('Secret', () => {
	test.each<Row>([
		['keys of data', { data: { 'a b': '' } }, 'data[a b]: Invalid value: "a b": a valid config key'],
		['data as large as it may be', { data: { a: Buffer.alloc(1048576).toString('base64') } }, { kind: 'Secret' }],
		['data that is too large', { data: { a: Buffer.alloc(1048577).toString('base64') } }, 'data: Too long: must have at most 1048576 bytes'],
		[
			'stringData goes into data, over what is there',
			{ data: { a: base64('1') }, stringData: { a: '2', b: '3' } },
			{ data: { a: base64('2'), b: base64('3') } },
		],
		['a type that says nothing', {}, { type: 'Opaque' }],
		["a type of one's own", { type: 'example.com/x' }, { type: 'example.com/x' }],
		['the type of bootstrap tokens', { type: 'bootstrap.orch.io/token', stringData: { 'token-id': 'abcdef' } }, { type: 'bootstrap.orch.io/token' }],
	])('%s', async (_, body, wanted) => expected(await made('secrets', body), wanted));
	test('stringData is never returned, immutable is unset', async () => {
		const secret = await made('secrets', { stringData: { a: '1' } });
		expect(secret).not.toHaveProperty('stringData');
		expect(secret).not.toHaveProperty('immutable');
		const read = await server.call('GET', `${paths.secrets}/${secret.metadata.name}`);
		expect(read.text).not.toContain('stringData');
	});
	test.each<Change>([
		[
			'immutable: data stays, however it is written',
			{ immutable: true },
			{ stringData: { a: '2' } },
			'data: Forbidden: field is immutable when `immutable` is set',
		],
		['immutable: it stays so', { immutable: true }, { immutable: false }, 'immutable: Forbidden'],
		['immutable: metadata changes', { immutable: true }, { metadata: { annotations: { a: 'b' } } }, { metadata: { annotations: { a: 'b' } } }],
	])('%s', async (_, body, patch, wanted) => expected(await changed('secrets', body, patch), wanted));
});
