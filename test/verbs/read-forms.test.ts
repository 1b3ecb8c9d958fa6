/** Tests answers in other forms, decoded with the codecs of the types that they claim to be. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, notFound } from '../../runtime/api/errors.ts';
import { statusEncoder } from '../../runtime/codec/status.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { unwrapUnknown } from '../../runtime/wire/protobuf/unknown.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';
import { bytesOf, configMap, type Reader, reader, requestOf, text } from './read-fixture.ts';

const cms = '/api/v1/namespaces/a/configmaps';
const protobuf = 'application/vnd.orch.protobuf';
const partial = 'g=meta.orch.io;v=v1';

/** Returns the length-delimited fields 1, 2, ... of a message. */
function fieldsOf(message: Uint8Array = new Uint8Array()): Uint8Array[] {
	const wire = new BinaryReader(message);
	const fields: Uint8Array[] = [];
	while (wire.pos < wire.len) {
		const [number] = wire.tag();
		fields[number - 1] = wire.bytes();
	}
	return fields;
}

describe('forms', () => {
	let under: Reader;
	beforeAll(async () => {
		under = await reader();
		await under.put('configmaps', configMap('x', { k: 'v' }, { app: 'web' }));
		await under.put('configmaps', configMap('y', { k: 'ü' }));
		await under.put(
			'deployments',
			{
				metadata: { name: 'd', namespace: 'a' },
				spec: {
					replicas: 3,
					selector: { matchLabels: { app: 'web' } },
					template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
				},
				status: { replicas: 2 },
			},
			'apps',
		);
	});
	afterAll(() => under.close());

	const decoded = async (path: string, accept: string, type: string): Promise<{ kind: string; apiVersion: string; object: JsonObject }> => {
		const { kind, apiVersion, raw } = unwrapUnknown(await bytesOf(await under.get(path, { accept })));
		return { kind, apiVersion, object: under.context.schemas.type(type).decode(raw) };
	};

	it('an object in protobuf', async () => {
		const one = await decoded(`${cms}/x`, protobuf, 'core/v1.ConfigMap');
		expect(one).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', object: { metadata: { name: 'x', resourceVersion: under.at(1) }, data: { k: 'v' } } });
	});

	it('a page of a list in protobuf', async () => {
		const list = await decoded(`${cms}?limit=1`, protobuf, 'core/v1.ConfigMapList');
		expect(list).toMatchObject({
			kind: 'ConfigMapList',
			apiVersion: 'v1',
			object: { metadata: { resourceVersion: under.at(3), remainingItemCount: 1, continue: expect.any(String) } },
		});
		expect((list.object.items as JsonObject[]).map((item) => (item.metadata as JsonObject).name)).toEqual(['x']);
	});

	it('metadata alone in protobuf, one and many', async () => {
		const one = await decoded(`${cms}/x`, `${protobuf};as=PartialObjectMetadata;${partial}`, 'meta/v1.PartialObjectMetadata');
		expect(one).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.orch.io/v1', object: { metadata: { name: 'x', labels: { app: 'web' } } } });
		const many = await decoded(cms, `${protobuf};as=PartialObjectMetadataList;${partial}`, 'meta/v1.PartialObjectMetadataList');
		expect(many.kind).toBe('PartialObjectMetadataList');
		expect((many.object.items as JsonObject[]).map((item) => (item.metadata as JsonObject).name)).toEqual(['x', 'y']);
	});

	it('events in protobuf frames', async () => {
		const watching = await under.watch(`${cms}?watch=1`, { accept: `${protobuf};stream=watch` });
		while (watching.bytes().length === 0) await new Promise(setImmediate);
		await watching.stop();
		const frames: { type: string; name: unknown }[] = [];
		for (let rest = watching.bytes(); rest.length > 0; rest = rest.subarray(4 + rest.readUInt32BE(0))) {
			const [type, extension] = fieldsOf(rest.subarray(4, 4 + rest.readUInt32BE(0)));
			const [envelope] = fieldsOf(extension);
			const { raw } = unwrapUnknown(Buffer.from(envelope ?? []));
			const { metadata } = under.context.schemas.type('core/v1.ConfigMap').decode(raw);
			frames.push({ type: Buffer.from(type ?? []).toString(), name: (metadata as JsonObject).name });
		}
		expect(frames).toEqual([
			{ type: 'ADDED', name: 'x' },
			{ type: 'ADDED', name: 'y' },
		]);
	});

	it('YAML', async () => {
		expect(parseYaml(await bytesOf(await under.get(`${cms}/y`, { accept: 'application/yaml' })))).toEqual(await under.json(`${cms}/y`));
		expect(parseYaml(await bytesOf(await under.get(cms, { accept: 'application/yaml' })))).toEqual(await under.json(cms));
	});

	it('indented lists say the same', async () => {
		for (const path of [cms, '/api/v1/namespaces/none/configmaps', `${cms}?limit=1`]) {
			const pretty = await text(await under.get(path, { 'user-agent': 'curl/8.0' }));
			expect(JSON.parse(pretty)).toEqual(await under.json(path));
			expect(pretty).toMatch(/^\{\n {2}"kind": "ConfigMapList",\n/);
		}
	});

	it('a Scale of every scalable kind', async () => {
		const scale = await under.json('/apis/apps/v1/namespaces/a/deployments/d/scale');
		expect(scale).toMatchObject({
			kind: 'Scale',
			apiVersion: 'autoscaling/v1',
			metadata: { name: 'd', namespace: 'a', resourceVersion: under.at(3) },
			spec: { replicas: 3 },
		});
		expect(scale.status).toEqual({ replicas: 2, selector: 'app=web' });
		const encoded = await decoded('/apis/apps/v1/namespaces/a/deployments/d/scale', protobuf, 'autoscaling/v1.Scale');
		expect(encoded.object).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 2, selector: 'app=web' } });
	});

	it('the status subresource shows the object', async () => {
		expect(await under.json('/apis/apps/v1/namespaces/a/deployments/d/status')).toEqual(await under.json('/apis/apps/v1/namespaces/a/deployments/d'));
	});

	it('failures, in the form that was asked for', async () => {
		const { encodeStatus } = statusEncoder(under.context);
		const ask = (accept: string): ReturnType<typeof encodeStatus> =>
			encodeStatus(requestOf({ isResource: false, verb: 'get' }, '', { accept }), notFound('configmaps', '', 'x'));
		const expected = {
			kind: 'Status',
			apiVersion: 'v1',
			metadata: {},
			status: 'Failure',
			message: 'configmaps "x" not found',
			reason: 'NotFound',
			details: { name: 'x', kind: 'configmaps' },
			code: 404,
		};
		expect(ask('application/json').status).toBe(404);
		expect(JSON.parse(await text(ask('application/json;as=Table;v=v1;g=meta.orch.io,application/json')))).toEqual(expected);
		expect(JSON.parse(await text(ask('text/html')))).toEqual(expected);
		expect(parseYaml(await bytesOf(ask('application/yaml')))).toEqual(expected);
		const { kind, raw } = unwrapUnknown(await bytesOf(ask(protobuf)));
		expect(kind).toBe('Status');
		expect(under.context.schemas.type('meta/v1.Status').decode(raw)).toMatchObject({ message: expected.message, code: 404, details: { name: 'x' } });
	});

	it('failures that say when to come back', () => {
		const { encodeStatus } = statusEncoder(under.context);
		const busy = encodeStatus(requestOf({ isResource: false, verb: 'get' }, '', {}), new ApiError('TooManyRequests', 'busy', { retryAfterSeconds: 2 }));
		expect(busy).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
	});
});
