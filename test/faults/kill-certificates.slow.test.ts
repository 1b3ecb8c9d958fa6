/**
 * kill -9 while certificate requests are approved, signed and cleaned. A request keeps its decision and its certificate, gets no second one,
 * and is cleaned when its time is over, whenever the server dies.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { hasOpenssl, makeRequest } from '../setup/certificate-requests.ts';
import type { Loose } from '../setup/loose.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { Random } from '../suites/front-door/random.ts';
import { type CertificateEvent, watchRequests } from './certificate-watch.ts';

const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const merge = { 'content-type': 'application/merge-patch+json' };
const kills = tries({ sample: 4, full: 24 });
/** Requests that are made in a round, unless the server dies before. */
const perRound = 40;
/** Most events that a round sees before the kill: a request has one for each of creation, decision and certificate. */
const eventsPerRound = 100;

/** Kinds of requests, by what becomes of them. A node's request is approved by the server, the others by the test. */
const fates = ['signed', 'node', 'failed', 'denied', 'pending'] as const;
type Fate = (typeof fates)[number];

function fateOf(at: number): Fate {
	return fates[at % fates.length] as Fate;
}

/** Facts about a request that must survive: those that a client has been told. */
interface Known {
	readonly fate: Fate;
	condition?: string;
	certificate?: string;
	/** Version of the newest state that a client has seen. Answers and events may arrive in another order. */
	version: number;
}

const scratch = makeScratch();
afterAll(() => scratch.remove());

describe.skipIf(!hasOpenssl('no server was killed while it signs'))('kill -9', () => {
	const random = new Random(seedOfCommit());
	const known = new Map<string, Known>();
	const gone = new Set<string>();
	const flags = ['--emulated-version', '1.36'];
	let dataDir: string | undefined;
	let running: ServerProcess | undefined;
	afterEach(() => running?.kill());
	afterAll(() => running?.remove());

	/** Starts the server on the data of the one before. `hours`: how far its clock is ahead. */
	const start = async (hours = 0): Promise<ServerProcess> => {
		const clock = pathToFileURL(join(import.meta.dirname, 'clock-ahead.ts')).href;
		const env = hours === 0 ? {} : { NODE_OPTIONS: `--import ${clock}`, CLOCK_AHEAD_HOURS: String(hours) };
		const server = await startServer(inject('built').kubernetes, { flags, env, ...(dataDir !== undefined && { dataDir }) });
		dataDir = server.dataDir;
		running = server;
		return server;
	};

	/** Checks one state of a request, and remembers what it tells. */
	function observe({ type, object }: CertificateEvent): void {
		const { name, resourceVersion } = object.metadata as { name: string; resourceVersion: string };
		if (type === 'DELETED') gone.add(name);
		else expect(gone, `${name} is back`).not.toContain(name);
		const fact = known.get(name);
		if (fact === undefined) return;
		const { certificate, conditions = [] } = (object.status ?? {}) as { certificate?: string; conditions?: readonly { type: string }[] };
		const types = conditions.map((condition) => condition.type);
		expect(new Set(types).size, `${name} has ${types.join()}`).toBe(types.length);
		if (certificate !== undefined) expect(certificate, `the certificate of ${name}`).toBe(fact.certificate ?? certificate);
		if (Number(resourceVersion) < fact.version) return;
		if (fact.certificate !== undefined) expect(certificate, `the certificate of ${name}`).toBe(fact.certificate);
		if (fact.condition !== undefined) expect(types, `the decision about ${name}`).toContain(fact.condition);
		fact.version = Number(resourceVersion);
		if (certificate !== undefined) fact.certificate = certificate;
		if (types[0] !== undefined) fact.condition = types[0];
	}

	async function list(server: ServerProcess): Promise<{ readonly items: readonly Loose[]; readonly version: string }> {
		const { items, metadata } = (await server.call('GET', path)).json() as { items: readonly Loose[]; metadata: { resourceVersion: string } };
		for (const object of items) {
			const { name } = object.metadata;
			if (!known.has(name)) known.set(name, { fate: fateOf(Number(name.split('-')[1])), version: 0 });
			observe({ type: 'ADDED', object });
		}
		return { items, version: metadata.resourceVersion };
	}

	it(`loses no decision and no certificate in ${kills} kills while it approves and signs`, async () => {
		const specs = specsOf();
		for (let round = 0; round < kills; round++) {
			const server = await start();
			const { items, version } = await list(server);
			const names = new Set(items.map(({ metadata }) => metadata.name));
			expect([...known.keys()].filter((name) => !names.has(name))).toEqual([]);
			let left = random.below(eventsPerRound);
			const due = Promise.withResolvers<void>();
			const watch = watchRequests(server, path, version, (event) => {
				observe(event);
				if (--left <= 0) due.resolve();
			});
			const load = Promise.all(Array.from({ length: perRound }, (_, at) => request(server, `r${round}-${at}`, fateOf(at), specs)));
			await Promise.race([due.promise, load, watch.failed]);
			const dead = server.kill();
			await Promise.all([load, dead]);
			watch.close();
		}
		const server = await start();
		await expect.poll(async () => (await list(server)).items.filter((each) => isWaiting(each, known)).map(({ metadata }) => metadata.name)).toEqual([]);
		const counts = fates.map((fate) => [...known.values()].filter((fact) => fact.fate === fate && fact.certificate !== undefined).length);
		console.info(`${kills} kills, ${known.size} requests; certificates by kind: ${fates.map((fate, at) => `${fate} ${counts[at]}`).join(', ')}`);
		expect(counts.slice(2)).toEqual([0, 0, 0]);
		expect(counts[0]).toBeGreaterThan(0);
	});

	it('cleans what is over after kills while it cleans, and nothing else', async () => {
		const decided = [...known].filter(([, { condition }]) => condition !== undefined).map(([name]) => name);
		const undecided = [...known.keys()].filter((name) => !decided.includes(name));
		for (let round = 0; gone.size < decided.length; round++) {
			expect(round).toBeLessThan(kills * 4);
			const server = await start(2);
			const { items, version } = await list(server);
			const names = new Set(items.map(({ metadata }) => metadata.name));
			for (const name of known.keys()) if (!names.has(name)) gone.add(name);
			let left = 1 + random.below(decided.length / 3);
			const due = Promise.withResolvers<void>();
			const watch = watchRequests(server, path, version, (event) => {
				observe(event);
				if (event.type === 'DELETED' && (--left <= 0 || gone.size === decided.length)) due.resolve();
			});
			if (gone.size < decided.length) await Promise.race([due.promise, watch.failed]);
			await server.kill();
			watch.close();
		}
		expect([...gone].sort()).toEqual(decided.sort());
		const server = await start(2);
		expect((await list(server)).items.map(({ metadata }) => metadata.name).sort()).toEqual(undecided.sort());
	});

	/** Makes a request and decides about it. Ends quietly when the server dies. */
	async function request(server: ServerProcess, name: string, fate: Fate, specs: Readonly<Record<Fate, object>>): Promise<void> {
		try {
			const made = await server.call('POST', path, { metadata: { name }, spec: specs[fate] });
			expect(made.status, made.text).toBe(201);
			if (!known.has(name)) known.set(name, { fate, version: 0 });
			observe({ type: 'MODIFIED', object: made.json() as Loose });
			if (fate === 'node' || fate === 'pending') return;
			const condition = { type: fate === 'denied' ? 'Denied' : 'Approved', status: 'True', reason: 'Test' };
			const decision = await server.call('PATCH', `${path}/${name}/approval`, { status: { conditions: [condition] } }, merge);
			expect(decision.status, decision.text).toBe(200);
			observe({ type: 'MODIFIED', object: decision.json() as Loose });
		} catch (error) {
			if (!/ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|disconnected/.test(String(error))) throw error;
		}
	}
});

/** Returns the spec of each kind of request. All requests of a kind share one key. */
function specsOf(): Readonly<Record<Fate, object>> {
	const client = makeRequest(scratch.path, 'client', '/CN=jane').request;
	const node = makeRequest(scratch.path, 'node', '/O=system:nodes/CN=system:node:n1').request;
	const signed = { request: client, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
	const ofNode = { request: node, signerName: 'kubernetes.io/kube-apiserver-client-kubelet', usages: ['client auth', 'digital signature'] };
	return { signed, node: ofNode, failed: { ...signed, usages: ['server auth'] }, denied: signed, pending: signed };
}

/** Reports whether the server has yet to act on a request. */
function isWaiting({ metadata, status = {} }: Loose, known: ReadonlyMap<string, Known>): boolean {
	const types = (status.conditions ?? []).map(({ type }: Loose) => type) as string[];
	if (types.includes('Approved')) return status.certificate === undefined && !types.includes('Failed');
	return known.get(metadata.name)?.fate === 'node';
}
