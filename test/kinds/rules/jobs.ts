/** Starts servers of two releases, to which tests of jobs send the same requests. */
import { afterAll, beforeAll } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

export type Emulated = '1.25' | '1.36';
const servers = new Map<Emulated, TestServer>();

export function withBothReleases(): void {
	beforeAll(async () => {
		for (const release of ['1.25', '1.36'] as const) servers.set(release, await testServer({ release }));
	});
	afterAll(async () => {
		for (const server of servers.values()) await server.close();
	});
}

export function at(release: Emulated): TestServer {
	const server = servers.get(release);
	if (server === undefined) throw new Error(`no server of ${release}`);
	return server;
}

export const batch = '/apis/batch/v1/namespaces/default';

export function templateOf(spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
	return { metadata, spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never', ...spec } };
}

/** Returns `field: message` of each cause below the path, sorted. */
export function causesOf(body: JsonObject, below = ''): string[] {
	const causes = ((body.details as JsonObject | undefined)?.causes ?? []) as { field: string; message: string }[];
	return causes.map(({ field, message }) => `${field.startsWith(below) ? field.slice(below.length) : `/${field}`}: ${message}`).sort();
}

export async function patch(release: Emulated, path: string, body: JsonObject): Promise<JsonObject> {
	return (await at(release).call('PATCH', `${batch}/${path}`, { type: 'application/merge-patch+json', body })).body;
}
