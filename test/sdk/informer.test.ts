/** Tests handlers of informers that are added and removed while events are delivered. */
import { expect, it, vi } from 'vitest';
import type { ApiObject, Stored } from '../../sdk/typescript/client/objects.ts';
import { Requests } from '../../sdk/typescript/client/requests.ts';
import { CachingInformer } from '../../sdk/typescript/watch/informer.ts';

const definition = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true } as unknown as CachingInformer['definition'];

function object(name: string): Stored<ApiObject> {
	return {
		kind: 'ConfigMap',
		apiVersion: 'v1',
		metadata: { name, namespace: 'a', uid: name, resourceVersion: '1', creationTimestamp: '' },
	} as Stored<ApiObject>;
}

/** Returns an informer of two objects whose watch sends no events. */
function informer(fetch = async (): Promise<Response> => new Response(new ReadableStream())): CachingInformer {
	const requests = new Requests({ server: 'https://a', fetch, retries: { attempts: 0 } });
	const list = async () => ({ objects: [object('a'), object('b')], resourceVersion: '1' });
	return new CachingInformer({ requests, path: '/api/v1/configmaps', query: {}, list }, { definition, namespace: 'a' }, {});
}

it('a handler added by a handler sees each object once', async () => {
	const made = informer();
	const told: string[] = [];
	let isAdded = false;
	made.handle({
		added() {
			if (isAdded) return;
			isAdded = true;
			made.handle({ added: ({ metadata }) => void told.push(metadata.name) });
		},
	});
	await made.start();
	made.stop();
	expect(told).toEqual(['a', 'b']);
});

it('a handler removed by a handler is not called again', async () => {
	const made = informer();
	const told: string[] = [];
	let end = (): void => undefined;
	made.handle({ added: () => end() });
	end = made.handle({ added: ({ metadata }) => void told.push(metadata.name) });
	await made.start();
	made.stop();
	expect(told).toEqual([]);
});

it('an interruption is one line on standard error, without a stack', async () => {
	const logged = Promise.withResolvers<readonly unknown[]>();
	const log = vi.spyOn(console, 'error').mockImplementation((...words) => logged.resolve(words));
	try {
		const made = informer(() => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED\n    127.0.0.1:6443') })));
		await made.start();
		expect(await logged.promise).toEqual([
			'watch of /api/v1/configmaps interrupted, retrying: GET /api/v1/configmaps: no answer: connect ECONNREFUSED 127.0.0.1:6443',
		]);
		made.stop();
	} finally {
		log.mockRestore();
	}
});
