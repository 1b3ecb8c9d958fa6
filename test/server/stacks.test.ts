/** Tests two serving stacks, ports included, in one process over one store: each serves reads and writes, and sees the other's writes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { RunningStack } from '../../runtime/server/start-stack.ts';
import { Exposition } from '../../runtime/telemetry/exposition.ts';
import { exposedText, metricValues } from '../setup/metrics.ts';
import type { Answer } from '../setup/server.ts';
import { startTwoStacks, type TwoStacks } from './two-stacks.ts';
import { firstLines } from './watching.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

let stacks: TwoStacks;
let one: RunningStack;
let other: RunningStack;
let ask: TwoStacks['ask'];

beforeAll(async () => {
	stacks = await startTwoStacks();
	({ one, other, ask } = stacks);
});
afterAll(() => stacks.close());

describe('two stacks over one store', () => {
	it('listen on ports of their own and are both ready', async () => {
		expect(one.port).not.toBe(other.port);
		for (const stack of [one, other]) expect((await ask(stack, 'GET', '/readyz')).text).toBe('ok');
	});

	it('each reads writes of the other immediately', async () => {
		for (const [name, writer, reader] of [
			['a', one, other],
			['b', other, one],
		] as const) {
			expect((await ask(writer, 'POST', configMaps, { metadata: { name }, data: { k: '1' } })).status).toBe(201);
			expect((await ask(reader, 'GET', `${configMaps}/${name}`)).json()).toMatchObject({ data: { k: '1' } });
			const patched = await ask(reader, 'PATCH', `${configMaps}/${name}`, { data: { k: '2' } }, { 'content-type': 'application/merge-patch+json' });
			expect(patched.status).toBe(200);
			expect((await ask(writer, 'GET', `${configMaps}/${name}`)).json()).toMatchObject({ data: { k: '2' } });
			expect((await ask(writer, 'DELETE', `${configMaps}/${name}`)).status).toBe(200);
			expect((await ask(reader, 'GET', `${configMaps}/${name}`)).status).toBe(404);
		}
	});

	it('a watch on one stack sees the writes of the other', async () => {
		const from = ((await ask(one, 'GET', configMaps)).json() as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
		const events = firstLines(`${one.url}${configMaps}?watch=1&resourceVersion=${from}`, stacks.credentials, 2);
		await ask(other, 'POST', configMaps, { metadata: { name: 'seen' } });
		await ask(other, 'DELETE', `${configMaps}/seen`);
		expect((await events).map((line) => JSON.parse(line))).toMatchObject([
			{ type: 'ADDED', object: { metadata: { name: 'seen' } } },
			{ type: 'DELETED', object: { metadata: { name: 'seen' } } },
		]);
	});

	it('a list of one stack continues at the other', async () => {
		for (const name of ['page-1', 'page-2', 'page-3']) await ask(one, 'POST', configMaps, { metadata: { name, labels: { paged: '' } } });
		const page = async (stack: RunningStack, query: string) =>
			(await ask(stack, 'GET', `${configMaps}?limit=2&labelSelector=paged${query}`)).json() as {
				metadata: { continue?: string };
				items: { metadata: { name: string } }[];
			};
		const first = await page(one, '');
		const second = await page(other, `&continue=${first.metadata.continue}`);
		expect([...first.items, ...second.items].map(({ metadata }) => metadata.name)).toEqual(['page-1', 'page-2', 'page-3']);
	});

	it('writers of one object through both lose no write', async () => {
		await ask(one, 'POST', configMaps, { metadata: { name: 'both' }, data: {} });
		const add = (stack: RunningStack, key: string): Promise<Answer> =>
			ask(stack, 'PATCH', `${configMaps}/both`, { data: { [key]: 'x' } }, { 'content-type': 'application/merge-patch+json' });
		const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? one : other, `k${i}`)));
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		const { data } = (await ask(one, 'GET', `${configMaps}/both`)).json() as { data: object };
		expect(Object.keys(data)).toHaveLength(20);
	});

	it('counts requests for itself alone', async () => {
		const count = async (stack: RunningStack): Promise<number> => {
			const { text } = await ask(stack, 'GET', '/metrics');
			return metricValues(text, 'apiserver_request_total', { verb: 'GET', resource: 'secrets', code: '404' })[0] ?? 0;
		};
		const before = [await count(one), await count(other)];
		await ask(one, 'GET', '/api/v1/namespaces/default/secrets/none');
		expect([await count(one), await count(other)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
	});

	it('metrics can be merged: counters add up, shared gauges count once', async () => {
		for (const stack of [one, one, other]) await ask(stack, 'GET', '/api/v1/namespaces/default/pods/none');
		const text = await exposedText(
			new Exposition([one.metrics, other.metrics], { release: '1.25', vocabulary, showsHidden: false, log: { warn: () => undefined } }),
		);
		expect(metricValues(text, 'apiserver_request_total', { verb: 'GET', resource: 'pods', code: '404' })).toEqual([3]);
		expect(metricValues(text, 'apiserver_request_duration_seconds_count', { verb: 'GET', resource: 'pods' })).toEqual([3]);
		expect(text).toContain('apiserver_storage_objects{resource="namespaces"} 4\n');
		expect(text.match(/^process_start_time_seconds /gm)).toHaveLength(1);
	});
});
