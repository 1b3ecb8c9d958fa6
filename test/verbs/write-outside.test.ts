/** Tests that writes which wait for an external call block no others: they hold no lock meanwhile, and superseded ones are repeated. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { AdmissionPlugin, AdmissionRequest } from '../../runtime/admission/contract.ts';
import { type Answer, type TestServer, testServer } from './write-fixture.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const merge = 'application/merge-patch+json';

let server: TestServer;
afterEach(() => server.close());

function plugin(stage: 'mutate' | 'validate', run: (request: AdmissionRequest) => Promise<void>): AdmissionPlugin {
	return { name: 'Test', onByDefault: { from: '1.0' }, operations: ['CREATE', 'UPDATE', 'DELETE'], start: () => ({ [stage]: run }) };
}

function patch(name: string, data: Record<string, string>): Promise<Answer> {
	return server.call('PATCH', `${configMaps}/${name}`, { type: merge, body: { data } });
}

async function dataOf(name: string): Promise<Record<string, string>> {
	return (await server.call('GET', `${configMaps}/${name}`)).body.data;
}

describe.each(['mutate', 'validate'] as const)('a plugin that is asked to %s', (stage) => {
	it('may write the very object under review', async () => {
		let asked = 0;
		const plugins = [
			plugin(stage, async ({ operation, object }) => {
				const data = object?.data as Record<string, string> | undefined;
				if (operation !== 'UPDATE' || data?.outer === undefined) return;
				asked++;
				expect((await patch('reviewed', { inner: 'i' })).status).toBe(200);
			}),
		];
		server = await testServer({ plugins });
		await server.call('POST', configMaps, { body: { metadata: { name: 'reviewed' } } });
		const patched = await patch('reviewed', { outer: 'o' });
		expect([patched.status, patched.body.data]).toEqual([200, { inner: 'i', outer: 'o' }]);
		// The plugin's own write, which calls the plugin again, supersedes the first, which is repeated; the repetition changes nothing.
		expect(asked).toBeGreaterThanOrEqual(2);
	});

	it('may delete it', async () => {
		const plugins = [
			plugin(stage, async ({ operation }) => {
				if (operation === 'UPDATE') await server.call('DELETE', `${configMaps}/gone`);
			}),
		];
		server = await testServer({ plugins });
		await server.call('POST', configMaps, { body: { metadata: { name: 'gone' } } });
		expect((await patch('gone', { a: 'b' })).status).toBe(404);
	});

	it('may always be in the way: the write gives up as a conflict', async () => {
		let round = 0;
		const plugins = [
			plugin(stage, async ({ operation, object }) => {
				const data = object?.data as Record<string, string> | undefined;
				if (operation === 'UPDATE' && data?.outer !== undefined)
					await server.call('PUT', `${configMaps}/contested`, { body: { metadata: { name: 'contested' }, data: { round: String(round++) } } });
			}),
		];
		server = await testServer({ plugins });
		await server.call('POST', configMaps, { body: { metadata: { name: 'contested' } } });
		expect((await patch('contested', { outer: 'o' })).status).toBe(409);
	});

	it('may take its time while 64 clients patch one object: all succeed', async () => {
		let slow = 0;
		const plugins = [plugin(stage, async ({ operation }) => (operation === 'UPDATE' ? void (await delay(1 + (slow++ % 5))) : undefined))];
		server = await testServer({ plugins });
		await server.call('POST', configMaps, { body: { metadata: { name: 'hot' } } });
		const keys = Array.from({ length: 64 }, (_, i) => `k${i}`);
		const answers = await Promise.all(keys.map((key) => patch('hot', { [key]: 'x' })));
		expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
		expect(Object.keys(await dataOf('hot')).sort()).toEqual(keys.toSorted());
	});

	it('that refuses passes its turn on', async () => {
		const plugins = [
			plugin(stage, async ({ object }) => {
				await delay(1);
				if ((object?.data as Record<string, string> | undefined)?.bad !== undefined) throw new Error('on purpose');
			}),
		];
		server = await testServer({ plugins });
		await server.call('POST', configMaps, { body: { metadata: { name: 'refused' } } });
		const [bad, good] = await Promise.allSettled([patch('refused', { bad: 'x' }), patch('refused', { good: 'x' })]);
		expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
		expect(await dataOf('refused')).toEqual({ good: 'x' });
	});
});

describe('without external calls', () => {
	it('64 clients that patch one object without a pause all succeed, each with one attempt', async () => {
		let attempts = 0;
		const counting: AdmissionPlugin = {
			name: 'Test',
			onByDefault: { from: '1.0' },
			operations: ['UPDATE'],
			start: () => ({ validate: () => void attempts++ }),
		};
		server = await testServer({ plugins: [counting] });
		await server.call('POST', configMaps, { body: { metadata: { name: 'hot' } } });
		const client = async (key: string): Promise<number[]> => {
			const statuses: number[] = [];
			for (let round = 0; round < 5; round++) statuses.push((await patch('hot', { [key]: String(round) })).status);
			return statuses;
		};
		const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => client(`k${i}`)));
		expect(new Set(answers.flat())).toEqual(new Set([200]));
		expect(attempts).toBe(64 * 5);
		expect(new Set(Object.values(await dataOf('hot')))).toEqual(new Set(['4']));
	});
});
