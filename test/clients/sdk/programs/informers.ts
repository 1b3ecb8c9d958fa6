/**
 * Program with an informer, a watch and a wait, for tests of server interruptions. It takes commands on standard input and prints its
 * observations on standard output.
 */
import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Sweep } from '@example/sweeps/jobs/v1';
import { connect } from '@example/sweeps/node';

const client = await connect({ fieldManager: 'program', retries: { attempts: 50 } });
const sweeps = client.resource(Sweep).in('default');
const ending = new AbortController();
const interruptions: string[] = [];

const informer = client.resource(Sweep).informer({
	labelSelector: { informed: 'yes' },
	indexes: { byRoom: ({ spec }) => (spec.room === undefined ? [] : [spec.room]) },
	onError: (error) => interruptions.push(String(error)),
});
informer.handle({
	added: ({ metadata, spec }) => console.log(`added ${metadata.name} ${spec.room}`),
	updated: ({ metadata, spec }, before) => console.log(`updated ${metadata.name} ${before.spec.room} ${spec.room}`),
	deleted: ({ metadata, spec }) => console.log(`deleted ${metadata.name} ${spec.room}`),
});
await informer.start({ signal: ending.signal });
assert.ok(informer.synced);

const watched = (async () => {
	for await (const { type, object } of sweeps.watch({ labelSelector: 'informed=yes', signal: ending.signal }))
		console.log(`watched ${type} ${object.metadata.name} ${object.spec.room}`);
})().catch((error: unknown) => assert.equal(error, ending.signal.reason));

const commands: Readonly<Record<string, (...words: string[]) => Promise<unknown> | unknown>> = {
	put: async (name = '', room = '') => {
		await sweeps.apply({ metadata: { name, labels: { informed: 'yes' } }, spec: { mode: 'wet', room } });
		console.log(`put ${name} ${room}`);
	},
	delete: (name = '') => sweeps.delete(name),
	list: () =>
		console.log(
			`list ${informer
				.list()
				.map(({ metadata, spec }) => `${metadata.name}=${spec.room}`)
				.sort()
				.join(' ')}`,
		),
	by: (room = '') =>
		console.log(
			`by ${informer
				.by('byRoom', room)
				.map(({ metadata }) => metadata.name)
				.sort()
				.join(' ')}`,
		),
	get: (name = '') => console.log(`get ${informer.get(name, 'default')?.spec.room}`),
	wait: async (name = '', room = '') =>
		console.log(`waited ${(await sweeps.waitFor(name, ({ spec }) => spec.room === room, { timeoutMs: 60_000 })).metadata.name}`),
	gone: async (name = '') => {
		await sweeps.waitUntilGone(name, { timeoutMs: 60_000 });
		console.log(`gone ${name}`);
	},
	late: async (name = '') => {
		await assert.rejects(
			sweeps.waitFor(name, () => false, { timeoutMs: 50 }),
			{ name: 'TimeoutError' },
		);
		console.log(`late ${name}`);
	},
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
	const [command = '', ...words] = line.split(' ');
	// Commands run concurrently, since a waiting command must not block the one that it waits for.
	Promise.resolve(commands[command]?.(...words)).catch((error: unknown) => console.log(`failed ${line}: ${error}`));
}
ending.abort(new Error('over'));
await watched;
console.log(`interrupted ${interruptions.length > 0}`);
