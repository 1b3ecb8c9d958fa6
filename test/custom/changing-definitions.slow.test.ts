/**
 * Definitions change while clients write and watch: versions come and go, schemas and columns change, and a kind is deleted and defined
 * again. No request fails and no event is lost, of the changed kind and of others. The seed of the commit chooses the changes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { definition } from '../kinds/definitions/cases.ts';
import { type Loose, patchTypes } from '../setup/loose.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { type Answer, type ServerProcess, startServer } from '../setup/server.ts';
import { Random } from './random-schemas.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'moving.example.com';
const writes = tries({ sample: 300, full: 5000 });
const births = tries({ sample: 5, full: 50 });
const patienceMs = 60_000;

let server: ServerProcess;
beforeAll(async () => {
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36'] });
});
afterAll(() => server.remove());

const schema = (extra: Loose = {}): Loose => ({
	openAPIV3Schema: { type: 'object', properties: { data: { type: 'object', properties: { count: { type: 'string' }, ...extra } } } },
});

const versionOf = (name: string, storage: boolean, extra: Loose = {}): Loose => ({ name, served: true, storage, schema: schema(extra) });

const defined = (plural: string): Loose =>
	definition((made) => {
		made.metadata.name = `${plural}.${group}`;
		made.spec.group = group;
		made.spec.names = { plural, kind: `${plural.charAt(0).toUpperCase()}${plural.slice(1)}` };
		made.spec.versions = [versionOf('v1', true)];
	});

async function ask(status: number, ...request: Parameters<ServerProcess['call']>): Promise<Loose> {
	const answer = await server.call(...request);
	expect([request[0], request[1], answer.status, answer.status === status ? '' : answer.text]).toEqual([request[0], request[1], status, '']);
	return answer.json();
}

async function establish(plural: string): Promise<void> {
	await ask(201, 'POST', definitions, defined(plural));
	await vi.waitFor(
		async () => {
			const { status } = await ask(200, 'GET', `${definitions}/${plural}.${group}`);
			expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
		},
		{ timeout: patienceMs },
	);
}

/** Changes the definition until the signal aborts. Version v1 stays served, so that its clients notice nothing. */
async function change(plural: string, random: Random, signal: AbortSignal): Promise<number> {
	let changes = 0;
	while (!signal.aborted) {
		const extra = { [`field${random.below(5)}`]: { type: random.of(['string', 'integer']) } };
		const columns = [{ name: `C${random.below(9)}`, type: 'string', jsonPath: '.data.count' }];
		const first = { ...versionOf('v1', true, extra), ...(random.below(2) === 0 && { additionalPrinterColumns: columns }) };
		const others = ['v2', 'v3beta1'].filter(() => random.below(2) === 0).map((name) => versionOf(name, false, extra));
		const shortNames = random.below(2) === 0 ? [`s${random.below(9)}`] : [];
		const patch = { spec: { versions: [first, ...others], names: { shortNames } } };
		await ask(200, 'PATCH', `${definitions}/${plural}.${group}`, patch, patchTypes.merge);
		changes++;
		await pause(random.below(30));
	}
	return changes;
}

/** Event or write: its type, the name of the object and its value. */
type Step = readonly [type: string, name: string, count: string];

/** Creates, changes and deletes objects one after the other. Returns the events that follow from this. */
async function write(path: string, random: Random): Promise<readonly Step[]> {
	const steps: Step[] = [];
	const there = new Map<string, string>();
	for (let number = 0; number < writes; number++) {
		const name = `o-${random.below(10)}`;
		const count = String(number);
		const before = there.get(name);
		if (before === undefined) {
			await ask(201, 'POST', path, { metadata: { name }, data: { count } });
			steps.push(['ADDED', name, count]);
			there.set(name, count);
		} else if (random.below(3) === 0) {
			await ask(200, 'DELETE', `${path}/${name}`);
			steps.push(['DELETED', name, before]);
			there.delete(name);
		} else {
			await ask(200, 'PATCH', `${path}/${name}`, { data: { count } }, patchTypes.merge);
			steps.push(['MODIFIED', name, count]);
			there.set(name, count);
		}
	}
	return steps;
}

/** Follows a collection until the signal aborts, and then until nothing is left. Each watch continues after the last event of the one before. */
async function watch(path: string, signal: AbortSignal): Promise<readonly Step[]> {
	const steps: Step[] = [];
	let { resourceVersion } = (await ask(200, 'GET', path)).metadata;
	for (let isLast = false; ; ) {
		const answer: Answer = await server.call('GET', `${path}?watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`);
		expect([path, answer.status]).toEqual([path, 200]);
		const events: Loose[] = answer.text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
		for (const { type, object } of events) {
			steps.push([type, object.metadata.name, object.data?.count ?? JSON.stringify(object)]);
			resourceVersion = object.metadata.resourceVersion;
		}
		if (isLast && events.length === 0) return steps;
		isLast = signal.aborted;
	}
}

/** Drops MODIFIED events without a change: the server rewrites objects whose stored form has changed. */
function withoutRewrites(steps: readonly Step[]): readonly Step[] {
	const last = new Map<string, string>();
	return steps.filter(([type, name, count]) => {
		const isSame = type === 'MODIFIED' && last.get(name) === count;
		last.set(name, count);
		return !isSame;
	});
}

describe('a change of a definition under load', () => {
	it('loses no request and no event, of its kind and of others', { timeout: 600_000 }, async () => {
		await establish('changings');
		await establish('steadies');
		const own = (plural: string): string => `/apis/${group}/v1/namespaces/default/${plural}`;
		const paths = [own('changings'), own('steadies'), '/api/v1/namespaces/kube-public/configmaps'];
		const ended = new AbortController();
		const watched = paths.map((path) => watch(path, ended.signal));
		const changed = change('changings', new Random(seedOfCommit()), ended.signal);
		const written = await Promise.all(paths.map((path, index) => write(path, new Random(seedOfCommit() + index))));
		ended.abort();
		expect(await changed).toBeGreaterThan(10);
		for (const [index, steps] of (await Promise.all(watched)).entries()) {
			const own = steps.filter(([, name]) => name.startsWith('o-'));
			expect(withoutRewrites(own), paths[index]).toEqual(written[index]);
		}
	});

	it('leaves no object of a kind that is defined again', { timeout: 600_000 }, async () => {
		const path = `/apis/${group}/v1/namespaces/default/reborns`;
		const beside = write('/api/v1/namespaces/kube-node-lease/configmaps', new Random(seedOfCommit()));
		for (let birth = 0; birth < births; birth++) {
			await establish('reborns');
			expect((await ask(200, 'GET', path)).items).toEqual([]);
			for (let number = 0; number < 5; number++) await ask(201, 'POST', path, { metadata: { name: `o-${number}` }, data: { count: String(birth) } });
			await ask(200, 'DELETE', `${definitions}/reborns.${group}`);
			await vi.waitFor(async () => expect((await server.call('GET', `${definitions}/reborns.${group}`)).status).toBe(404), { timeout: patienceMs });
			await vi.waitFor(async () => expect((await server.call('GET', path)).status).toBe(404), { timeout: patienceMs });
		}
		expect((await beside).length).toBe(writes);
	});
});
