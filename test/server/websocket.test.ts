/** Tests that a watch over WebSocket counts as a watch in the rest of the server: snapshots, limits of watches, audit. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { AuditEvent } from '../../runtime/auth/audit/contract.ts';
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { makeServing, type Serving } from '../../runtime/serving/serving.ts';
import { recordingAudit } from './recording-audit.ts';
import { type Added, startTestStack, type TestStack } from './stack-fixture.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const changed = 'core/v1.ConfigMap';

let stack: TestStack;
const clients: WebSocket[] = [];
afterEach(async () => {
	for (const client of clients.splice(0)) client.terminate();
	await stack.close();
});

async function start(added: Added = {}): Promise<void> {
	stack = await startTestStack({ controllers: [], ...added });
}

function watch(collection: string): WebSocket {
	const client = new WebSocket(`${stack.url.replace('https', 'wss')}${collection}?watch=1`, { ...stack.credentials, origin: stack.url });
	clients.push(client);
	return client;
}

/** Returns the code of the Close frame. */
function closed(client: WebSocket): Promise<number> {
	return new Promise((resolve) => client.on('error', () => undefined).once('close', resolve));
}

/** Returns the same kinds with one more field in ConfigMaps. */
function withOneMoreField({ catalog, parts }: Serving): Serving {
	const original = catalog.type(changed);
	const descriptor: TypeDescriptor = { ...original, fields: [...original.fields, { name: 'note', schema: { kind: 'string' } }] };
	const next = { ...catalog, type: (name: string) => (name === changed ? descriptor : catalog.type(name)) };
	return makeServing({ ...parts, catalog: next, shown: next }, stack.snapshots.current());
}

it('ends properly when its kind changes, and those of other kinds continue', async () => {
	await start();
	const ofChanged = watch(configMaps);
	const ofOthers = watch('/api/v1/namespaces/default/secrets');
	await Promise.all([once(ofChanged, 'open'), once(ofOthers, 'open')]);
	const ended = closed(ofChanged);
	stack.snapshots.swap(withOneMoreField(stack.snapshots.current()));
	expect(await ended).toBe(1000);
	const told = once(ofOthers, 'message');
	expect((await stack.ask('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'after' } })).status).toBe(201);
	expect(String((await told)[0])).toContain('"name":"after"');
});

it('counts as an open watch until its end', async () => {
	await start({ args: ['--max-watches', '2'] });
	const [first, second] = [watch(configMaps), watch(configMaps)];
	await Promise.all([once(first, 'open'), once(second, 'open')]);
	const [, refused] = (await once(
		watch(configMaps).on('error', () => undefined),
		'unexpected-response',
	)) as [unknown, IncomingMessage];
	expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
	const left = closed(first);
	first.close();
	await left;
	for (let status = 429; status !== 101; ) {
		const again = watch(configMaps).on('error', () => undefined);
		status = await Promise.race([once(again, 'open').then(() => 101), once(again, 'unexpected-response').then(() => 429)]);
	}
});

it('is audited when it begins, with 101, and when it is over', async () => {
	const recording = recordingAudit();
	await start({ audit: recording.backend });
	const client = watch(configMaps);
	await once(client, 'open');
	const ofWatch = ({ info }: AuditEvent): boolean => info.verb === 'watch';
	await recording.until(2, ofWatch);
	client.close();
	const events = await recording.until(3, ofWatch);
	expect(events.map(({ stage, answer }) => [stage, answer?.code])).toEqual([
		['RequestReceived', undefined],
		['ResponseStarted', 101],
		['ResponseComplete', 101],
	]);
});
