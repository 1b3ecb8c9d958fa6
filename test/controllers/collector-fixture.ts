/** Owners and dependents on a server that runs only the garbage collector. */
import { expect } from 'vitest';
import { controllers } from '../../runtime/controllers/index.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

/** Opens servers that `closeAll` closes. */
export function servers() {
	const running: TestServer[] = [];
	return {
		async open(chosen = collector): Promise<TestServer> {
			const server = await testServer({ chosen });
			running.push(server);
			return server;
		},
		async closeAll(): Promise<void> {
			for (const server of running.splice(0)) await server.close();
		},
	};
}

export const collector = controllers.filter(({ name }) => name === 'garbagecollector');

export interface Made {
	readonly name: string;
	readonly uid: string;
	readonly apiVersion: string;
	readonly kind: string;
	readonly path: string;
}

export interface Options {
	readonly namespace?: string;
	readonly owners?: readonly JsonObject[];
	readonly finalizers?: readonly string[];
}

export async function make(
	server: TestServer,
	plural: string,
	name: string,
	{ namespace = 'default', owners = [], finalizers = [] }: Options = {},
): Promise<Made> {
	const path = `/api/v1/namespaces/${namespace}/${plural}`;
	const { status, body } = await server.call('POST', path, { body: { metadata: { name, ownerReferences: [...owners], finalizers: [...finalizers] } } });
	expect(status, JSON.stringify(body)).toBe(201);
	return { name, uid: body.metadata.uid, apiVersion: body.apiVersion, kind: body.kind, path: `${path}/${name}` };
}

export const ref = ({ apiVersion, kind, name, uid }: Made, blockOwnerDeletion?: boolean) => ({
	apiVersion,
	kind,
	name,
	uid,
	...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
});

export const patch = (server: TestServer, { path }: Made, changed: JsonObject) =>
	server.call('PATCH', path, { type: 'application/merge-patch+json', body: { metadata: changed } });

/** Resolves when the condition holds; checked at each cache event of the resources. */
export async function until(
	server: TestServer,
	holds: () => boolean,
	resources: readonly string[] = ['configmaps', 'secrets', 'events', 'namespaces'],
): Promise<void> {
	const { cache } = server.context;
	const signal = AbortSignal.timeout(8_000);
	while (!holds()) {
		const enough = new AbortController();
		const either = AbortSignal.any([signal, enough.signal]);
		const cursors = resources.map((resource) => cache.cursor(resource, cache.revision, { namespace: '', name: '' }));
		try {
			await Promise.race(cursors.map((cursor) => cursor.next(1, either)));
		} finally {
			enough.abort();
			for (const cursor of cursors) cursor.close();
		}
	}
}

export const has = (server: TestServer, name: string, namespace = 'default', resource = 'configmaps') =>
	server.context.cache.get(resource, namespace, name) !== undefined;
export const gone = (server: TestServer, ...names: string[]) => until(server, () => names.every((name) => !has(server, name)));
export const metadata = async (server: TestServer, { path }: Made) => (await server.call('GET', path)).body.metadata;
