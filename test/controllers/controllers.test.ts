/** Which controllers run, what they create in every namespace, and how they follow changes. */
import { describe, expect, test } from 'vitest';
import type { ControllerContext } from '../../runtime/controllers/contract.ts';
import { chosenControllers } from '../../runtime/controllers/index.ts';
import { keepFollowing } from '../../runtime/controllers/loop.ts';
import { merge, serversOfTests, until } from './controllers-fixture.ts';

const open = serversOfTests();

describe('every namespace', () => {
	test('has a default ServiceAccount and the CA certificates, also after they were deleted or changed', async () => {
		const server = await open();
		await server.call('POST', '/api/v1/namespaces', { body: { metadata: { name: 'new' } } });
		const account = () => server.context.cache.get('serviceaccounts', 'new', 'default') !== undefined;
		const ca = () => server.context.cache.get('configmaps', 'new', 'orch-root-ca.crt')?.bytes.toString().includes('"ca.crt":"PEM"') === true;
		await until(server, 'serviceaccounts', account);
		await until(server, 'configmaps', ca);
		await server.call('DELETE', '/api/v1/namespaces/new/serviceaccounts/default');
		await until(server, 'serviceaccounts', account);
		await server.call('PATCH', '/api/v1/namespaces/new/configmaps/orch-root-ca.crt', { type: merge, body: { data: { 'ca.crt': 'FORGED' } } });
		await until(server, 'configmaps', ca);
		expect(server.failures).toEqual([]);
	});
	test('has objects managed by the controllers; the server manages those of the platform', async () => {
		const server = await open();
		const managers = async (path: string): Promise<string[]> =>
			(await server.call('GET', `/api/v1/namespaces/${path}`)).body.metadata.managedFields.map(({ manager }: { manager: string }) => manager);
		await until(server, 'configmaps', () => server.context.cache.get('configmaps', 'default', 'orch-root-ca.crt') !== undefined);
		expect(await managers('default/configmaps/orch-root-ca.crt')).toEqual(['orch-controller-manager']);
		expect(await managers('default')).toEqual(['orch-apiserver']);
	});
});

describe('--controllers', () => {
	const names = (selection?: string[]) => chosenControllers(selection).map((controller) => controller.name);
	const all = [
		'namespace',
		'garbagecollector',
		'serviceaccount',
		'serviceaccount-token',
		'root-ca-cert-publisher',
		'clusterrole-aggregation',
		'ephemeral-volume',
		'pvc-protection',
		'pv-protection',
		'volumeattributesclass-protection-controller',
		'storage-version-migrator',
		'service-claims',
		'csrsigning',
		'csrapproving',
		'csrcleaner',
		'podcertificaterequest-cleaner-controller',
		'resourcequota',
		'validatingadmissionpolicy-status-controller',
	];
	test.each([
		[undefined, all],
		[['*'], all],
		[['-*'], []],
		[['*', '-namespace'], all.slice(1)],
		[['namespace'], ['namespace']],
		[['-*', 'namespace'], ['namespace']],
	])('%o runs %o', (selection, expected) => {
		expect(names(selection)).toEqual(expected);
	});
	test('names an unknown controller', () => {
		expect(() => names(['*', '-nmespace'])).toThrow(
			'unknown controller "nmespace"; available: namespace, garbagecollector, serviceaccount, serviceaccount-token, root-ca-cert-publisher',
		);
	});
});

test('treats changes as missed when it follows again after a failure', async () => {
	const stopping = new AbortController();
	const failing = { next: () => Promise.reject(new Error('out of reach')), close: () => undefined, revision: 1 };
	const cache = { revision: 1, list: () => [], cursor: () => failing };
	const context = { verbs: { cache }, actor: { mayFollow: async () => undefined } } as unknown as ControllerContext;
	const listed: boolean[] = [];
	const followed = {
		storageName: 'configmaps',
		seen: () => undefined,
		listed(again: boolean) {
			if (listed.push(again) === 2) stopping.abort();
		},
	};
	const failures: string[] = [];
	await keepFollowing(context, followed, stopping.signal, (_, error) => failures.push(String(error)));
	expect(listed).toEqual([false, true]);
	expect(failures[0]).toBe('Error: out of reach');
});
