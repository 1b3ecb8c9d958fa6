/** Tests swaps of serving snapshots while clients read, write and watch: no write is lost, and no earlier snapshot stays in memory. */
import { Agent, get as httpsGet, request as httpsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Catalog, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { makeServing, type Serving } from '../../runtime/serving/serving.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const swaps = 1_000;
/** Number of swaps after which every one-time allocation has been made. */
const warmUp = 400;
const configMaps = '/api/v1/namespaces/default/configmaps';
const changed = 'core/v1.ConfigMap';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: TestStack;
afterEach(() => server.close());

/** Returns the same kinds with one more field in ConfigMaps, under a different name than the last. */
function next(first: Serving, present: Serving, count: number): Serving {
	const original = first.catalog.type(changed);
	const descriptor: TypeDescriptor = { ...original, fields: [...original.fields, { name: `note${count % 10}`, schema: { kind: 'string' } }] };
	return served({ ...first.catalog, type: (name) => (name === changed ? descriptor : first.catalog.type(name)) }, first, present);
}

function served(catalog: Catalog, { parts }: Serving, present: Serving): Serving {
	return makeServing({ ...parts, catalog, shown: catalog }, present);
}

/** Ingress in either version. */
interface Ingress {
	readonly metadata: { readonly name: string; readonly resourceVersion: string };
	readonly spec: {
		readonly backend?: { readonly serviceName: string };
		readonly defaultBackend?: { readonly service: { readonly name: string } };
	};
}

interface Answered {
	readonly status: number;
	readonly text: string;
}

/** Client with persistent connections. */
class Client {
	readonly #agent: Agent;
	readonly #stack: TestStack;

	constructor(stack: TestStack) {
		this.#stack = stack;
		this.#agent = new Agent({ ...stack.credentials, keepAlive: true, maxSockets: 4 });
	}

	ask(method: string, path: string, body?: object): Promise<Answered> {
		return new Promise((resolve, reject) => {
			const request = httpsRequest(`${this.#stack.url}${path}`, { method, agent: this.#agent, headers: { 'content-type': 'application/json' } }, (response) => {
				let text = '';
				response.setEncoding('utf8').on('data', (piece: string) => {
					text += piece;
				});
				response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
				response.on('error', reject);
			});
			request.on('error', reject);
			request.end(body === undefined ? undefined : JSON.stringify(body));
		});
	}

	close(): void {
		this.#agent.destroy();
	}
}

/** Watches from a revision, and resumes from the last one seen whenever the watch ends, as informers do. */
class Watcher {
	readonly events: { readonly type: string; readonly name: string; readonly revision: number }[] = [];
	/** Number of answered watches. */
	begun = 0;
	/** Number of watches that ended properly. */
	ended = 0;
	readonly failures: string[] = [];
	#stopped = false;
	#request: ReturnType<typeof httpsGet> | undefined;
	readonly #done: Promise<void>;

	readonly #wrongOf: (object: object) => string | undefined;

	/** `only` restricts the watch to the object of this name. `wrongOf` returns an error for an object of an event. */
	constructor(stack: TestStack, path: string, from: string, only = '', wrongOf: (object: object) => string | undefined = () => undefined) {
		this.#wrongOf = wrongOf;
		const selector = only === '' ? '' : `&fieldSelector=metadata.name%3D${only}`;
		this.#done = this.#run(stack, `${path}?watch=1${selector}`, from);
	}

	async #run(stack: TestStack, path: string, from: string): Promise<void> {
		for (let revision = from; !this.#stopped; ) {
			revision = await this.#once(stack, `${path}&resourceVersion=${revision}`, revision);
			this.ended++;
		}
	}

	#once(stack: TestStack, path: string, from: string): Promise<string> {
		let revision = from;
		return new Promise((resolve) => {
			const fail = (error: Error): void => {
				if (!this.#stopped) this.failures.push(error.message);
				resolve(revision);
			};
			this.#request = httpsGet(`${stack.url}${path}`, { ...stack.credentials, agent: false }, (response) => {
				response.on('error', fail);
				if (response.statusCode !== 200) {
					this.failures.push(`the watch got ${response.statusCode}`);
					response.resume().on('end', () => resolve(revision));
					return;
				}
				this.begun++;
				const lines = createInterface({ input: response });
				lines.on('line', (line) => {
					const { type, object } = JSON.parse(line) as { type: string; object: { metadata: { name: string; resourceVersion: string } } };
					if (type === 'ERROR') this.failures.push(line);
					const wrong = this.#wrongOf(object);
					if (wrong !== undefined) this.failures.push(`${type} ${wrong}`);
					revision = object.metadata.resourceVersion;
					this.events.push({ type, name: object.metadata.name, revision: Number(revision) });
				});
				lines.on('error', fail);
				lines.on('close', () => resolve(revision));
			}).on('error', fail);
		});
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#request?.destroy();
		await this.#done;
	}
}

async function until(fits: () => boolean): Promise<void> {
	while (!fits()) await new Promise((resolve) => setImmediate(resolve));
}

describe('snapshots', () => {
	it('no request and no event is lost while the schema of a kind in use changes a thousand times, and memory comes back', { timeout: 120_000 }, async () => {
		server = await startTestStack();
		const { snapshots } = server;
		const first = snapshots.current();
		const client = new Client(server);
		const made = JSON.parse((await client.ask('POST', configMaps, { metadata: { name: 'counted' }, data: { count: '0' } })).text) as {
			metadata: { resourceVersion: string };
		};
		const from = made.metadata.resourceVersion;
		const watcher = new Watcher(server, configMaps, from, 'counted');
		// No swap changes its kind, so the watch must not be interrupted.
		const undisturbed = new Watcher(server, '/api/v1/namespaces/default/secrets', from);

		await until(() => watcher.begun > 0 && undisturbed.begun > 0);

		const failures: string[] = [];
		const acknowledged: number[] = [];
		let reads = 0;
		let running = true;
		let pause: Promise<void> | undefined;
		let underWay = 0;
		/** Runs one request of the load; none begins while memory is measured. */
		const during = async <T>(request: () => Promise<T>): Promise<T> => {
			await pause;
			underWay++;
			return request().finally(() => underWay--);
		};
		const heapAtRest = async (): Promise<number> => {
			const { promise, resolve } = Promise.withResolvers<void>();
			pause = promise;
			await until(() => underWay === 0);
			const heap = await heapAfterCollection();
			pause = undefined;
			resolve();
			return heap;
		};
		const write = async (): Promise<void> => {
			for (let count = 1; running; count++) {
				const { status, text } = await during(() =>
					client.ask('PUT', `${configMaps}/counted`, { metadata: { name: 'counted' }, data: { count: String(count) } }),
				);
				if (status === 200) acknowledged.push(Number((JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata.resourceVersion));
				else failures.push(`PUT ${status} ${text}`);
			}
		};
		const read = async (): Promise<void> => {
			for (let count = 0; running; count++) {
				const { status, text } = await during(() => client.ask('GET', count % 2 === 0 ? `${configMaps}/counted` : configMaps));
				if (status !== 200) failures.push(`GET ${status} ${text}`);
				reads++;
			}
		};
		const load = Promise.all([write(), read(), read()]);

		let heapBefore = 0;
		const earlier: WeakRef<Serving>[] = [];
		for (let count = 1; count <= swaps; count++) {
			const made = next(first, snapshots.current(), count);
			if (count < swaps) earlier.push(new WeakRef(made));
			snapshots.swap(made);
			// Each snapshot answers at least one read.
			const seen = reads;
			await until(() => reads > seen);
			if (count === warmUp) heapBefore = await heapAtRest();
		}
		const heapAfter = await heapAtRest();
		running = false;
		await load;

		await until(() => watcher.events.length >= acknowledged.length);
		expect((await client.ask('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'last' } })).status).toBe(201);
		await until(() => undisturbed.events.length > 0);
		const { ended } = undisturbed;
		const endedOfWatcher = watcher.ended;
		const alive = aliveOf(earlier);
		await Promise.all([watcher.stop(), undisturbed.stop()]);
		client.close();

		console.log(
			`snapshots: ${swaps} swaps, ${acknowledged.length} writes, ${reads} reads, ${endedOfWatcher} watches ended; ${alive} earlier ones alive, heap ${mib(heapBefore)} then ${mib(heapAfter)} MiB`,
		);
		expect([...failures, ...watcher.failures, ...undisturbed.failures]).toEqual([]);
		expect(watcher.events.map(({ revision }) => revision)).toEqual(acknowledged);
		expect(endedOfWatcher).toBeGreaterThan(swaps / 10);
		expect(ended).toBe(0);
		// The uninterrupted watch is as old as the first snapshot and retains none of them.
		expect(alive).toBe(0);
		expect(heapAfter).toBeLessThan(heapBefore * 1.05);
	});

	it('a kind that is stored in another version is shown in the version that was asked for, however often that changes under load', {
		timeout: 120_000,
	}, async () => {
		server = await startTestStack({ args: ['--emulated-version', '1.18'] });
		const { snapshots } = server;
		const first = snapshots.current();
		// One catalog stores Ingresses in v1beta1, the other in v1; both serve v1beta1.
		const catalogs = [narrow(catalog, '1.18', {}), narrow(catalog, '1.19', {})] as const;
		const client = new Client(server);
		const [beta, stable] = ['v1beta1', 'v1'].map((version) => `/apis/networking.${vocabulary.groupDomain}/${version}/namespaces/default/ingresses`);
		if (beta === undefined || stable === undefined) throw new Error('two paths are there');
		const names = Array.from({ length: 40 }, (_, i) => `i${i}`);
		const ingress = (name: string, count: number) => ({
			metadata: { name, labels: { count: String(count) } },
			spec: { backend: { serviceName: `service-of-${name}`, servicePort: 80 } },
		});
		for (const name of names) expect((await client.ask('POST', beta, ingress(name, 0))).status).toBe(201);
		const wrongOf = (object: object): string | undefined => {
			const { metadata, spec } = object as Ingress;
			const { backend } = spec;
			return backend?.serviceName === `service-of-${metadata.name}` && spec.defaultBackend === undefined ? undefined : JSON.stringify(object);
		};
		const wrongOfStable = (object: object): string | undefined => {
			const { metadata, spec } = object as Ingress;
			return spec.defaultBackend?.service.name === `service-of-${metadata.name}` && spec.backend === undefined ? undefined : JSON.stringify(object);
		};
		const list = JSON.parse((await client.ask('GET', beta)).text) as { metadata: { resourceVersion: string } };
		const watcher = new Watcher(server, beta, list.metadata.resourceVersion, '', wrongOf);
		await until(() => watcher.begun > 0);

		const failures: string[] = [];
		const acknowledged: number[] = [];
		const counts = { reads: 0, lists: 0, ofStable: 0 };
		let running = true;
		const check = (what: string, { status, text }: Answered, wrong = wrongOf): Ingress | undefined => {
			const found = status === 200 ? wrong(JSON.parse(text) as object) : `${status} ${text}`;
			if (found !== undefined) failures.push(`${what} ${found}`);
			return status === 200 ? (JSON.parse(text) as Ingress) : undefined;
		};
		const nameOf = (count: number) => names[count % names.length] ?? '';
		const write = async (): Promise<void> => {
			for (let count = 1; running; count++) {
				const written = check('PUT', await client.ask('PUT', `${beta}/${nameOf(count)}`, ingress(nameOf(count), count)));
				if (written !== undefined) acknowledged.push(Number(written.metadata.resourceVersion));
			}
		};
		const read = async (): Promise<void> => {
			for (; running; counts.reads++) check('GET', await client.ask('GET', `${beta}/${nameOf(counts.reads * 7)}`));
		};
		const readStable = async (): Promise<void> => {
			while (running) {
				const answer = await client.ask('GET', `${stable}/${nameOf(counts.reads)}`);
				// One of the two catalogs does not serve it.
				if (answer.status === 404) continue;
				check('GET v1', answer, wrongOfStable);
				counts.ofStable++;
			}
		};
		const readLists = async (): Promise<void> => {
			for (; running; counts.lists++) {
				const { status, text } = await client.ask('GET', `${beta}?labelSelector=count`);
				const { items = [] } = status === 200 ? (JSON.parse(text) as { items?: Ingress[] }) : {};
				const wrong = items.map(wrongOf).find((each) => each !== undefined);
				if (items.length !== names.length || wrong !== undefined) failures.push(`LIST ${status}, ${items.length} items ${wrong}`);
			}
		};
		const load = Promise.all([write(), read(), readStable(), readLists()]);
		for (let count = 1; count <= 60; count++) {
			const catalog = catalogs[count % 2 === 0 ? 0 : 1];
			snapshots.swap(served(catalog, first, snapshots.current()));
			const seen = counts.lists;
			await until(() => counts.lists > seen + 1);
		}
		running = false;
		await load;
		snapshots.swap(served(catalogs[1], first, snapshots.current()));
		for (const name of names) check('GET v1', await client.ask('GET', `${stable}/${name}`), wrongOfStable);
		await until(() => (watcher.events.at(-1)?.revision ?? 0) >= (acknowledged.at(-1) ?? 0));
		await watcher.stop();
		client.close();
		console.log(
			`storage versions: 60 swaps, ${acknowledged.length} writes, ${counts.reads} reads, ${counts.ofStable} of v1, ${counts.lists} lists, ${watcher.events.length} events; ${failures.length + watcher.failures.length} wrong`,
		);
		expect([...failures, ...watcher.failures].slice(0, 5)).toEqual([]);
		const told = new Set(watcher.events.map(({ revision }) => revision));
		expect(acknowledged.filter((revision) => !told.has(revision))).toEqual([]);
	});

	it('a kind that is no longer served ends its watches and is not found', async () => {
		server = await startTestStack();
		const { snapshots } = server;
		const first = snapshots.current();
		const client = new Client(server);
		const { metadata } = JSON.parse((await client.ask('GET', configMaps)).text) as { metadata: { resourceVersion: string } };
		const watcher = new Watcher(server, configMaps, metadata.resourceVersion);
		expect((await client.ask('POST', configMaps, { metadata: { name: 'seen' } })).status).toBe(201);
		await until(() => watcher.events.some(({ name }) => name === 'seen'));
		const kinds = first.catalog.kinds.filter(({ plural }) => plural !== 'configmaps');
		snapshots.swap(served({ ...first.catalog, kinds, type: (name) => first.catalog.type(name) }, first, first));
		await until(() => watcher.ended > 0);
		await watcher.stop();
		expect((await client.ask('GET', configMaps)).status).toBe(404);
		expect(JSON.parse((await client.ask('GET', '/api/v1')).text)).not.toHaveProperty(
			'resources',
			expect.arrayContaining([expect.objectContaining({ name: 'configmaps' })]),
		);
		snapshots.swap(first);
		expect((await client.ask('GET', `${configMaps}/seen`)).status).toBe(200);
		client.close();
	});
});

function aliveOf(references: readonly WeakRef<Serving>[]): number {
	collectGarbage();
	return references.filter((reference) => reference.deref() !== undefined).length;
}

/** Returns the least heap size of several event loop iterations; handles and finalizers are released between them. */
async function heapAfterCollection(): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let turn = 0; turn < 10; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		collectGarbage();
		const { heapUsed, external } = process.memoryUsage();
		least = Math.min(least, heapUsed + external);
	}
	return least;
}

function mib(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(1);
}
