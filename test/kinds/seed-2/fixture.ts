/** Creates and patches objects and returns the results, from a server that each test file starts. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type Call, type TestServer, testServer } from '../../verbs/write-fixture.ts';

export let server: TestServer;

/** Starts the server; each test file calls this. */
export function withServer(): void {
	beforeAll(async () => {
		server = await testServer();
	});
	afterAll(() => server.close());
}

export const merge = 'application/merge-patch+json';
export const strategic = 'application/strategic-merge-patch+json';
export const base64 = (text: string) => Buffer.from(text).toString('base64');
let counter = 0;

export function freshName(): string {
	return `o${counter++}`;
}

export const paths = {
	configmaps: '/api/v1/namespaces/default/configmaps',
	secrets: '/api/v1/namespaces/default/secrets',
	pods: '/api/v1/namespaces/default/pods',
	persistentvolumeclaims: '/api/v1/namespaces/default/persistentvolumeclaims',
	persistentvolumes: '/api/v1/persistentvolumes',
	storageclasses: '/apis/storage.orch.io/v1/storageclasses',
	csidrivers: '/apis/storage.orch.io/v1/csidrivers',
	csinodes: '/apis/storage.orch.io/v1/csinodes',
	volumeattachments: '/apis/storage.orch.io/v1/volumeattachments',
	csistoragecapacities: '/apis/storage.orch.io/v1/namespaces/default/csistoragecapacities',
} as const;
export type Resource = keyof typeof paths;

/** Returns the created object, or the message of the refusal as text. */
export async function made(resource: Resource, body: JsonObject, name = freshName()) {
	const answer = await server.call('POST', paths[resource], { body: { metadata: { name }, ...body } });
	return answer.status === 201 ? answer.body : (answer.body.message as string);
}

/** Returns the patched object, or the message of the refusal as text. */
export async function changed(resource: Resource, body: JsonObject, patch: JsonObject, { type = merge, subresource = '' } = {}) {
	const name = freshName();
	await made(resource, body, name);
	const answer = await server.call('PATCH', `${paths[resource]}/${name}${subresource}`, { type, body: patch } satisfies Call);
	return answer.status === 200 ? answer.body : (answer.body.message as string);
}

/** Expects a text to be part of the refusal's message, or an object to be part of the created one. */
export function expected(got: unknown, wanted: string | JsonObject): void {
	if (typeof wanted === 'string') expect(got).toContain(wanted);
	else expect(got).toMatchObject(wanted);
}

export type Row = [statement: string, body: JsonObject, wanted: string | JsonObject];
export type Change = [statement: string, body: JsonObject, patch: JsonObject, wanted: string | JsonObject];

export const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
export const attachmentSpec = { attacher: 'csi.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } };
export const volumeSpec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 's', path: '/p' } };
