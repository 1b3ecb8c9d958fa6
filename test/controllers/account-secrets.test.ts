/** Token Secrets that service accounts get automatically: in releases before 1.24, and later with the feature gate off that stopped it. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { controllers } from '../../runtime/controllers/index.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';
const secrets = '/api/v1/namespaces/default/secrets';
const type = 'orch.io/service-account-token';
let server: TestServer;
afterEach(() => server.close());

const get = async (url: string): Promise<Loose> => (await server.call('GET', url)).body;
/** Waits until an account has this number of token Secrets with data, and returns them. */
const tokens = (account: string, count: number): Promise<Loose[]> =>
	vi.waitFor(
		async () => {
			const { items } = await get(secrets);
			const own = items.filter(({ metadata }: Loose) => metadata.annotations?.['orch.io/service-account.name'] === account);
			expect(own.map(({ data }: Loose) => data?.token !== undefined)).toEqual(Array(count).fill(true));
			return own;
		},
		{ timeout: 20_000, interval: 10 },
	);
const named = (account: string, names: readonly string[]): Promise<void> =>
	vi.waitFor(async () => expect((await get(`${accounts}/${account}`)).secrets?.map(({ name }: Loose) => name)).toEqual(names), {
		timeout: 20_000,
		interval: 10,
	});

test.each([
	['1.23', {}],
	['1.25', { LegacyServiceAccountTokenNoAutoGeneration: false }],
])('%s: each account gets a Secret, and a new one after deletion', async (release, gates) => {
	server = await testServer({ release, gates, chosen: controllers });
	const { body: account } = await server.call('POST', accounts, { body: { metadata: { name: 'bot' }, secrets: [{ name: 'of-another-kind' }] } });
	const [first] = await tokens('bot', 1);
	expect(first).toMatchObject({
		type,
		metadata: { name: expect.stringMatching(/^bot-token-[a-z0-9]{5}$/), annotations: { 'orch.io/service-account.uid': account.metadata.uid } },
	});
	await named('bot', ['of-another-kind', first.metadata.name]);
	await named('default', [(await tokens('default', 1))[0].metadata.name]);
	await server.call('DELETE', `${secrets}/${first.metadata.name}`);
	const [second] = await tokens('bot', 1);
	await named('bot', ['of-another-kind', second.metadata.name]);
	// A restart creates no further Secret.
	await server.restart(controllers);
	await server.call('POST', accounts, { body: { metadata: { name: 'later' } } });
	await tokens('later', 1);
	expect((await tokens('bot', 1))[0].metadata.name).toBe(second.metadata.name);
	await server.call('DELETE', `${accounts}/bot`);
	await tokens('bot', 0);
	expect(server.failures).toEqual([]);
});

describe('from release 1.24 on', () => {
	test('later an account gets none', async () => {
		server = await testServer({ release: '1.25', chosen: controllers });
		await server.call('POST', accounts, { body: { metadata: { name: 'bot' } } });
		// The account has been processed by the time a token is filled in.
		await server.call('POST', secrets, { body: { metadata: { name: 'mine', annotations: { 'orch.io/service-account.name': 'bot' } }, type } });
		expect((await tokens('bot', 1))[0].metadata.name).toBe('mine');
		expect(await get(`${accounts}/bot`)).not.toHaveProperty('secrets');
	});
});
