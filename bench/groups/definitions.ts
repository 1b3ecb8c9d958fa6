/**
 * Cost of 1,000 CustomResourceDefinitions of 20 KB, each in its own group: memory, swaps, stalls of the main thread, documents and a start.
 * Lists of custom objects are compared with lists of ConfigMaps in the same run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../../test/setup/server.ts';
import { collection, configMap } from '../objects.ts';
import { cpuSeconds, residentBytes } from '../process.ts';
import { report } from '../report.ts';
import { load, type Target } from '../subject.ts';
import { median } from './start.ts';

const count = 1000;
const definitionBytes = 20_000;
const listed = 10_000;
const path = '/apis/apiextensions.{}/v1/customresourcedefinitions';
/** Requests in flight while definitions are created, as an installer sends them. */
const atOnce = 8;
const swaps = 20;
const stallMs = 100;

interface Metered {
	readonly server: ServerProcess;
	/** Returns the longest computation of the main thread since the last call, in milliseconds of CPU. */
	longestMs(): Promise<number>;
	/** Returns the memory that is in use after a collection. */
	liveBytes(): Promise<number>;
	readonly pid: number;
	/** CPU seconds of the process when it was ready. */
	readonly startCpu: number;
}

interface Start {
	readonly cpu: number;
	readonly live: number;
	readonly resident: number;
}

export async function definitions(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-definitions-'));
	const start = (): Promise<Metered> => startMetered(built, folder);
	try {
		await (await start()).server.stop();
		const empty = await start();
		await settled(empty);
		const idle: Start = { cpu: empty.startCpu, live: await empty.liveBytes(), resident: residentBytes(empty.pid) };
		const domain = await domainOf(empty.server);
		const at = path.replace('{}', domain);
		await create(empty, at);
		await measureSwaps(empty, at);
		await measureDocuments(empty, domain);
		await empty.server.stop();
		await measureStart(start, idle);
		await measureLists(start);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function startMetered(built: string, folder: string): Promise<Metered> {
	const file = join(folder, 'stall.json');
	const meter = `--import=${resolve(import.meta.dirname, '../stall-meter.mjs')}`;
	rmSync(file, { force: true });
	const server = await startServer(built, { dataDir: join(folder, 'data'), env: { NODE_OPTIONS: meter, STALL_FILE: file } });
	const pid = server.process.pid ?? 0;
	const startCpu = cpuSeconds(pid);
	let last = 0;
	const read = async (): Promise<Reading> => {
		process.kill(pid, 'SIGUSR2');
		for (;;) {
			const reading = readMeter(file);
			if (reading.count > last) {
				last = reading.count;
				return reading;
			}
			await pause(2);
		}
	};
	return { server, pid, startCpu, longestMs: async () => (await read()).longestMs, liveBytes: async () => (await read()).liveBytes };
}

interface Reading {
	readonly count: number;
	readonly longestMs: number;
	readonly liveBytes: number;
}

function readMeter(file: string): Reading {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Reading;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		return { count: 0, longestMs: 0, liveBytes: 0 };
	}
}

/** Waits until most garbage is collected, and restarts the measurement of stalls. */
async function settled({ longestMs }: Metered): Promise<void> {
	await pause(2000);
	await longestMs();
}

/** Returns the domain of the server's own groups. */
async function domainOf(server: ServerProcess): Promise<string> {
	const { groups } = (await server.call('GET', '/apis')).json() as { readonly groups: readonly { readonly name: string }[] };
	const name = groups.find(({ name }) => name.startsWith('apiextensions.'))?.name ?? '';
	return name.slice('apiextensions.'.length);
}

/** Returns a definition of about 20 KB, most of it descriptions, as generated definitions have. */
function definition(n: number): object {
	const text = `The value of this field decides how number ${n} behaves; it must agree with the other fields of the same object. `;
	const properties: Record<string, object> = {};
	for (let bytes = 0, at = 0; bytes < definitionBytes - 1500; at++) {
		const schema =
			at % 4 === 0
				? {
						type: 'object',
						description: text,
						properties: { name: { type: 'string', maxLength: 63, description: text }, size: { type: 'integer', minimum: 0 } },
					}
				: { type: 'string', description: text.repeat(2), ...(at % 4 === 1 && { pattern: '^[a-z0-9-]+$' }), ...(at === 2 && { default: 'plain' }) };
		properties[`field${at}`] = schema;
		bytes += JSON.stringify(schema).length + 12;
	}
	const rules = [{ rule: '!has(self.field1) || self.field1.size() < 50', message: 'field1 is too long' }];
	const spec = { type: 'object', properties, 'x-kubernetes-validations': rules };
	const [group, plural] = [`g${n}.example.com`, `kind${n}s`];
	return {
		metadata: { name: `${plural}.${group}` },
		spec: {
			group,
			scope: 'Namespaced',
			names: { plural, kind: `Kind${n}` },
			versions: [
				{
					name: 'v1',
					served: true,
					storage: true,
					subresources: { status: {} },
					schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } } },
				},
			],
		},
	};
}

const nameOf = (n: number): string => `kind${n}s.g${n}.example.com`;

/** Creates the definitions while another client reads, and waits until all are served. */
async function create(metered: Metered, at: string): Promise<void> {
	const { server, longestMs } = metered;
	let next = 0;
	const began = performance.now();
	const create = async (): Promise<void> => {
		for (let n = next++; n < count; n = next++) expectStatus(201, await server.call('POST', at, definition(n)));
	};
	await Promise.all(Array.from({ length: atOnce }, create));
	await served(server, count - 1);
	report({ figure: `${count} definitions of 20 KB, time to create and serve`, value: (performance.now() - began) / 1000, unit: 's' });
	report({ figure: 'longest stall while definitions are created', value: await longestMs(), unit: 'ms CPU', target: stallMs, sense: 'atMost' });
}

function expectStatus(status: number, answer: { readonly status: number; readonly text: string }): void {
	if (answer.status !== status) throw new Error(`the server answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}

async function served(server: ServerProcess, n: number): Promise<void> {
	while ((await server.call('GET', `/apis/g${n}.example.com/v1/kind${n}s`)).status !== 200) await pause(5);
}

/** Changes single definitions; the longest computation contains the swap. */
async function measureSwaps({ server, longestMs }: Metered, at: string): Promise<void> {
	const times: number[] = [];
	await longestMs();
	for (let n = 0; n < swaps; n++) {
		const change = [{ op: 'add', path: '/spec/names/shortNames', value: [`short${n}`] }];
		expectStatus(200, await server.call('PATCH', `${at}/${nameOf(n)}`, change, { 'content-type': 'application/json-patch+json' }));
		while (!(await server.call('GET', `/apis/g${n}.example.com/v1`)).text.includes(`short${n}`)) await pause(1);
		times.push(await longestMs());
	}
	report({ figure: `swap beside ${count} definitions`, value: median(times), unit: 'ms CPU', target: 20, sense: 'atMost' });
}

async function measureDocuments({ server, longestMs }: Metered, domain: string): Promise<void> {
	const aggregated = { accept: `application/json;g=apidiscovery.${domain};v=v2;as=APIGroupDiscoveryList` };
	for (const [what, request] of [
		['discovery', () => server.call('GET', '/apis', undefined, aggregated)],
		['the index of OpenAPI v3', () => server.call('GET', '/openapi/v3')],
		['OpenAPI v2', () => server.call('GET', '/openapi/v2')],
	] as const) {
		await longestMs();
		const began = performance.now();
		expectStatus(200, await request());
		report({ figure: `${what} of ${count} definitions, the first: time`, value: performance.now() - began, unit: 'ms' });
		report({ figure: `${what} of ${count} definitions, the first: longest stall`, value: await longestMs(), unit: 'ms CPU', target: stallMs, sense: 'atMost' });
	}
}

async function measureStart(start: () => Promise<Metered>, idle: Start): Promise<void> {
	const starts: Start[] = [];
	for (let run = 0; run < 3; run++) {
		const again = await start();
		await settled(again);
		starts.push({ cpu: again.startCpu, live: await again.liveBytes(), resident: residentBytes(again.pid) });
		await again.server.stop();
	}
	const of = (pick: (one: Start) => number): number => median(starts.map(pick)) - pick(idle);
	report({ figure: `start with ${count} definitions, more than without`, value: of(({ cpu }) => cpu), unit: 's CPU', target: 1, sense: 'atMost' });
	const each = { unit: 'kB', sense: 'atMost' } as const;
	report({ figure: `memory of each of ${count} definitions of 20 KB, in use`, value: of(({ live }) => live) / count / 1000, target: 50, ...each });
	report({ figure: `memory of each of ${count} definitions of 20 KB, resident after a start`, value: of(({ resident }) => resident) / count / 1000, ...each });
}

async function measureLists(start: () => Promise<Metered>): Promise<void> {
	const { server, pid } = await start();
	const { ca, cert, key } = server.credentials;
	const target = { port: server.port, pid, tls: { ca: ca.toString(), cert: cert.toString(), key: key.toString() } };
	const custom = '/apis/g0.example.com/v1/namespaces/default/kind0s';
	const body = JSON.stringify({ apiVersion: 'g0.example.com/v1', kind: 'Kind0', metadata: { name: 'list-{i}' }, spec: { field2: 'x'.repeat(1200) } });
	await load(target, { method: 'POST', path: custom, body, clients: 16, requests: listed });
	await load(target, { method: 'POST', path: collection, body: configMap('list-{i}', 1350), clients: 16, requests: listed });
	const ratios: number[] = [];
	for (let round = 0; round < listRounds; round++) ratios.push((await cpuOfByte(target, server, custom)) / (await cpuOfByte(target, server, collection)));
	report({
		figure: `LIST of ${listed} custom objects: CPU of a byte`,
		value: median(ratios),
		unit: '× a LIST of ConfigMaps',
		target: 1.1,
		sense: 'atMost',
		limit: 1,
		limitIs: 'ConfigMaps',
	});
	await server.stop();
}

/** Lists of the two kinds alternate, since the speed of the machine changes. */
const listRounds = 7;

async function cpuOfByte(target: Target, server: ServerProcess, path: string): Promise<number> {
	const { bytes } = await server.call('GET', path);
	await load(target, { method: 'GET', path, clients: 1, requests: 4 });
	const { cpuPerRequest } = await load(target, { method: 'GET', path, clients: 1, requests: 16 });
	return cpuPerRequest / bytes.length;
}
