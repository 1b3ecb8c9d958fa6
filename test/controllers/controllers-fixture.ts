/** Servers with controllers, whose cache tests follow. */
import { afterEach } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { admissionPlugins } from '../../runtime/admission/plugins/index.ts';
import { controllers } from '../../runtime/controllers/index.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

export const merge = 'application/merge-patch+json';

/** Returns a function that starts servers, which end with the test. */
export function serversOfTests(): (chosen?: typeof controllers, plugins?: readonly AdmissionPlugin[]) => Promise<TestServer> {
	const running: TestServer[] = [];
	afterEach(async () => {
		for (const server of running.splice(0)) await server.close();
	});
	return async (chosen = controllers, plugins = []) => {
		const server = await testServer({ chosen, ...(plugins.length > 0 && { plugins: [...admissionPlugins, ...plugins] }) });
		running.push(server);
		return server;
	};
}

/** Resolves when the cache satisfies the condition; checked at each of its events. */
export async function until(server: TestServer, resource: string, holds: () => boolean): Promise<void> {
	const { cache } = server.context;
	const cursor = cache.cursor(resource, cache.revision, { namespace: '', name: '' });
	try {
		while (!holds()) await cursor.next(100, AbortSignal.timeout(5_000));
	} finally {
		cursor.close();
	}
}
