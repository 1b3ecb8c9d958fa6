/**
 * kill -9 during a cascading delete of thousands of dependents. After a kill at any moment the next start completes the delete and removes
 * nothing else.
 */
import { expect, inject, it } from 'vitest';
import { tries } from '../setup/sample.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const dependents = 600;
const configMaps = '/api/v1/namespaces/default/configmaps';
const atOnce = 16;

interface Metadata {
	readonly name: string;
	readonly uid: string;
	readonly ownerReferences?: readonly { readonly name: string }[];
	readonly deletionTimestamp?: string;
}

async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	const some = async (): Promise<void> => {
		for (let index = next++; index < count; index = next++) await work(index);
	};
	await Promise.all(Array.from({ length: atOnce }, some));
}

async function make(server: ServerProcess, name: string, owners: readonly Metadata[]): Promise<Metadata> {
	const ownerReferences = owners.map((owner) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: owner.name, uid: owner.uid, blockOwnerDeletion: true }));
	const answer = await server.call('POST', configMaps, { metadata: { name, ownerReferences } });
	expect(answer.status, answer.text).toBe(201);
	return (answer.json() as { metadata: Metadata }).metadata;
}

async function all(server: ServerProcess): Promise<Map<string, Metadata>> {
	const { items } = (await server.call('GET', configMaps)).json() as { items: readonly { metadata: Metadata }[] };
	return new Map(items.map(({ metadata }) => [metadata.name, metadata]));
}

/** Waits for a condition; checks it after each change event, for a minute at most. */
async function settled(server: ServerProcess, holds: (there: Map<string, Metadata>) => boolean): Promise<Map<string, Metadata>> {
	const endMs = performance.now() + 60_000;
	for (;;) {
		const { metadata } = (await server.call('GET', `${configMaps}?limit=1`)).json() as { metadata: { resourceVersion: string } };
		const there = await all(server);
		if (holds(there) || performance.now() > endMs) return there;
		await server.call('GET', `${configMaps}?watch=true&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`);
	}
}

/**
 * Creates, for each policy, an owner with exclusive dependents and dependents shared with a remaining owner. Each hundredth dependent has a
 * chain of three below it.
 */
async function build(server: ServerProcess, round: number): Promise<{ readonly owners: readonly Metadata[]; readonly stays: Metadata }> {
	const stays = await make(server, `stays-${round}`, []);
	const owners: Metadata[] = [];
	for (const policy of ['background', 'foreground', 'orphan']) {
		const owner = await make(server, `${policy}-${round}`, []);
		owners.push(owner);
		await each(dependents, async (index) => {
			const name = `${policy}-${round}-${index}`;
			let last = await make(server, name, index % 10 === 5 ? [owner, stays] : [owner]);
			if (index % 100 === 0) for (const depth of [1, 2, 3]) last = await make(server, `${name}-below-${depth}`, [last]);
		});
	}
	return { owners, stays };
}

const kills = tries({ sample: 2, full: 8 });

it(`survives ${kills} times kill -9 while owners go: nothing is left over, nothing is deleted that must stay`, async () => {
	const built = inject('built').kubernetes;
	let server = await startServer(built);
	const { dataDir } = server;
	const policies = ['Background', 'Foreground', 'Orphan'];
	let cutShort = 0;
	for (let round = 0; round < kills; round++) {
		const { owners, stays } = await build(server, round);
		const before = await all(server);
		await Promise.all(
			owners.map(async ({ name }, index) => {
				const answer = await server.call('DELETE', `${configMaps}/${name}`, { propagationPolicy: policies[index] });
				expect(answer.status, answer.text).toBe(200);
			}),
		);
		// Kills at times from the first milliseconds until most of the work is done.
		await new Promise((resolve) => setTimeout(resolve, (round * 31 * (8 / kills)) % 200));
		await server.kill();

		const expected = [...before.keys()].filter((name) => !owners.some((owner) => owner.name === name) && staysBehind(name)).sort();
		const isDone = (now: Map<string, Metadata>): boolean => now.size === expected.length && [...now.values()].every((one) => isSettled(one, stays));
		// Starts without the garbage collector to inspect the state left by the kill.
		server = await startServer(built, { dataDir, flags: ['--controllers', '*,-garbagecollector'] });
		if (!isDone(await all(server))) cutShort++;
		await server.kill();
		server = await startServer(built, { dataDir });
		const there = await settled(server, isDone);
		expect([...there.keys()].sort()).toEqual(expected);
		for (const one of there.values()) expect(isSettled(one, stays), JSON.stringify(one)).toBe(true);
		await server.call('DELETE', `${configMaps}?labelSelector=!never`, { propagationPolicy: 'Background' });
		await settled(server, (now) => [...now.keys()].every((name) => name.endsWith('root-ca.crt')));
	}
	console.log(JSON.stringify({ kills, cutShort }));
	// Otherwise most kills came after the work was done.
	expect(cutShort).toBeGreaterThan(kills / 8);
	await server.remove();
});

/** Reports whether an object must remain: orphaned dependents and everything below them, and those with another owner. */
function staysBehind(name: string): boolean {
	const [policy = '', , index = ''] = name.split('-');
	return (policy !== 'background' && policy !== 'foreground') || (Number(index) % 10 === 5 && !name.includes('below'));
}

/** Reports whether an object references exactly its remaining owners and is not being deleted. */
function isSettled({ name, ownerReferences = [], deletionTimestamp }: Metadata, stays: Metadata): boolean {
	const below = /^(.*)-below-(\d)$/.exec(name);
	const shared = /^[a-z]+-\d+-\d*5$/.test(name);
	const parent = below === null ? stays.name : below[2] === '1' ? below[1] : `${below[1]}-below-${Number(below[2]) - 1}`;
	const owners = below !== null || shared ? [parent] : [];
	return deletionTimestamp === undefined && JSON.stringify(ownerReferences.map((owner) => owner.name)) === JSON.stringify(owners);
}
