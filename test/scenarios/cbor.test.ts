/** Tests CBOR behind its gate: requests, answers, lists, watches, apply and failures; objects are stored as JSON all the same. */
import { decode, encode, Tag } from 'cbor2';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { decodeCbor } from '../../runtime/wire/cbor/cbor.ts';
import type { Loose } from '../setup/loose.ts';
import { type Answer, type ServerProcess, startServer } from '../setup/server.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const cbor = 'application/cbor';
const both = { accept: cbor, 'content-type': cbor };
const map = (name: string, data: object = { a: 'b' }) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
const shown = ({ bytes }: Answer): Loose => decodeCbor(bytes) as Loose;
let server: ServerProcess;
const flags = ['--emulated-version', '1.36', '--feature-gates'];

beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: [...flags, 'CBORServingAndStorage=true'] });
});
afterAll(() => server.remove());

describe('CBOR', () => {
	it('is read and served, in the form of Kubernetes', async () => {
		const made = await server.call('POST', maps, Buffer.from(encode(map('one'))), both);
		expect([made.status, made.headers['content-type'], made.bytes.subarray(0, 3).toString('hex')]).toEqual([201, cbor, 'd9d9f7']);
		expect(shown(made)).toMatchObject(map('one'));
		const names = [...(decode(made.bytes, { preferMap: true }) as Map<unknown, unknown>).keys()];
		// Sorted by bytes: shorter names come first.
		expect(names.map((name) => Buffer.from(name as Uint8Array).toString())).toEqual(['data', 'kind', 'metadata', 'apiVersion']);
		expect((await server.call('GET', `${maps}/one`)).json()).toEqual(shown(await server.call('GET', `${maps}/one`, undefined, { accept: cbor })));
	});

	it('has lists, tables and metadata', async () => {
		const accept = (as: string) => ({ accept: `${cbor};as=${as};g=meta.k8s.io;v=v1, application/json` });
		const list = shown(await server.call('GET', maps, undefined, { accept: cbor }));
		expect([list.kind, list.items.some(({ metadata }: Loose) => metadata.name === 'one')]).toEqual(['ConfigMapList', true]);
		expect(shown(await server.call('GET', `${maps}/one`, undefined, accept('Table'))).rows[0].cells[0]).toBe('one');
		expect(shown(await server.call('GET', `${maps}/one`, undefined, accept('PartialObjectMetadata'))).kind).toBe('PartialObjectMetadata');
	});

	it('has watches, an event after the other', async () => {
		const answer = await server.call('GET', `${maps}?watch=1&resourceVersion=0&timeoutSeconds=1`, undefined, { accept: cbor });
		expect(answer.headers['content-type']).toBe('application/cbor-seq');
		// The beginning of each event: the magic number, and a map of two whose first key is `type`.
		const begin = 'd9d9f7a24474797065';
		const [before, ...events] = answer.bytes.toString('hex').split(begin);
		expect(before).toBe('');
		const shownEvents = events.map((event) => decodeCbor(Buffer.from(begin + event, 'hex')) as Loose);
		expect(shownEvents.find(({ object }) => object.metadata.name === 'one')).toMatchObject({ type: 'ADDED', object: map('one') });
	});

	it('applies, updates and deletes', async () => {
		const apply = { accept: cbor, 'content-type': 'application/apply-patch+cbor' };
		const applied = await server.call('PATCH', `${maps}/applied?fieldManager=m`, Buffer.from(encode(map('applied'))), apply);
		expect([applied.status, shown(applied).metadata.managedFields[0].operation]).toEqual([201, 'Apply']);
		const updated = await server.call('PUT', `${maps}/applied`, Buffer.from(encode(map('applied', { c: 'd' }))), both);
		expect(shown(updated).data).toEqual({ c: 'd' });
		const options = Buffer.from(encode({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'other' } }));
		expect((await server.call('DELETE', `${maps}/applied`, options, both)).status).toBe(409);
		expect(shown(await server.call('DELETE', `${maps}/applied`, undefined, { accept: cbor })).status).toBe('Success');
	});

	it('takes bytes with tag 22 where JSON has base64 text', async () => {
		const data = new Map([['password', new Tag(22, new TextEncoder().encode('hidden'))]]);
		const secret = new Map<string, unknown>(Object.entries({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tagged' }, data }));
		expect((await server.call('POST', '/api/v1/namespaces/default/secrets', Buffer.from(encode(secret)), { 'content-type': cbor })).status).toBe(201);
		const read = (await server.call('GET', '/api/v1/namespaces/default/secrets/tagged')).json() as Loose;
		expect(read.data).toEqual({ password: Buffer.from('hidden').toString('base64') });
	});

	it('has failures, and refuses what is no CBOR', async () => {
		const absent = await server.call('GET', `${maps}/absent`, undefined, { accept: cbor });
		expect([absent.status, absent.headers['content-type'], shown(absent).reason]).toEqual([404, cbor, 'NotFound']);
		const broken = await server.call('POST', maps, Buffer.from([0xa1, 0x61]), both);
		expect([broken.status, shown(broken).message]).toEqual([400, expect.stringContaining('is not valid CBOR')]);
		const long = await server.call('POST', maps, Buffer.alloc(65 * 1024, 0x80), both);
		expect([long.status, shown(long).message]).toEqual([413, expect.stringContaining('at most 65536 are read: send it as JSON')]);
		const invalid = await server.call('POST', maps, Buffer.from(encode(map('Not A Name'))), both);
		expect([invalid.status, shown(invalid).details.causes[0].field]).toEqual([422, 'metadata.name']);
	});

	it('is unknown while the gate is off, and in releases without the gate', async () => {
		const other = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
		expect((await other.call('GET', maps, undefined, { accept: cbor })).status).toBe(406);
		expect((await other.call('POST', maps, Buffer.from(encode(map('two'))), { 'content-type': cbor })).status).toBe(415);
		expect((await other.call('GET', maps, undefined, { accept: `${cbor}, application/json;q=0.5` })).headers['content-type']).toBe('application/json');
		await other.remove();
	});
});
