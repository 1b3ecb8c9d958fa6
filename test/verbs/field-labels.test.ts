/** Tests the field labels that selectors accept, by kind and release, compared with kube-apiserver 1.25 and 1.36. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './write-fixture.ts';

const pods = '/api/v1/namespaces/default/pods';

describe.each(['1.25', '1.36'])('field labels in %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
		const pod = (name: string, spec: object) => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
		await server.call('POST', pods, { body: pod('placed', { nodeName: 'a' }) });
		await server.call('POST', pods, { body: pod('hosted', { hostNetwork: true }) });
	});
	afterAll(() => server.close());
	const onlyLater = release === '1.36';

	test.each([
		['spec.host=a', ['placed']],
		['spec.host!=a', ['hosted']],
		['status.podIPs=1', []],
		['status.podIPs!=1', ['hosted', 'placed']],
		['status.podIPs=', ['hosted', 'placed']],
		['spec.hostNetwork=true', onlyLater ? ['hosted'] : undefined],
		['spec.hostNetwork=false', onlyLater ? ['placed'] : undefined],
		['spec.hostIP=1', undefined],
	])('pods with %s: %j', async (selector, names) => {
		const { status, body } = await server.call('GET', `${pods}?fieldSelector=${encodeURIComponent(selector)}`);
		expect(status).toBe(names === undefined ? 400 : 200);
		expect(body.items?.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(names);
	});
	test.each([
		['/api/v1/namespaces', 400],
		['/api/v1/nodes', 400],
		['/api/v1/persistentvolumes', 200],
		[pods, 200],
	])('%s by metadata.namespace: %i', async (url, status) => {
		expect((await server.call('GET', `${url}?fieldSelector=metadata.namespace%3Dx`)).status).toBe(status);
	});
});
