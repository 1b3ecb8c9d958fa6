/** A server under load with readers of every kind and injected events, and the history that the readers recorded. */
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fillDisk, mountDisk, unmountDisk } from '../../setup/disk.ts';
import type { Selects } from '../watch-history/history.ts';
import { clientOf } from './client.ts';
import { Doors } from './doors.ts';
import { History } from './history.ts';
import { decoder, mediaTypes } from './messages.ts';
import { Random } from './random.ts';
import { Watcher, type Wish } from './watcher.ts';
import { collectionOf, namespaces, Writer } from './writer.ts';

const on: Selects = ({ on: value }) => value === 'y';
const notOn: Selects = ({ on: value }) => value !== 'y';
const usual: Wish = { protocol: 'http1', encoding: 'json', namespace: '', begins: 'list', resumes: 'last', reads: 'at once' };

/** Name of the object left in each namespace at the end of a phase, so that every reader has an event to wait for. */
const lastName = 'last';

/** Readers by name. The first follows everything and therefore sees every delete. */
const wishes: Readonly<Record<string, Partial<Wish>>> = {
	all: {},
	'all over HTTP/2 in protobuf': { protocol: 'http2', encoding: 'protobuf' },
	'a namespace in protobuf': { namespace: 'a', encoding: 'protobuf', begins: 'streaming list' },
	'a namespace over HTTP/2': { namespace: 'b', protocol: 'http2', begins: 'streaming list' },
	'a label': { selector: 'labelSelector=on%3Dy', selects: on },
	'a label over HTTP/2 in protobuf': {
		selector: 'labelSelector=on+notin+(y)',
		selects: notOn,
		protocol: 'http2',
		encoding: 'protobuf',
		begins: 'streaming list',
	},
	'a namespace by field and label': { namespace: 'c', selector: 'fieldSelector=metadata.namespace%3Dc&labelSelector=on%3Dy', selects: on, protocol: 'http2' },
	'over WebSocket': { protocol: 'websocket', begins: 'streaming list' },
	'slowly over WebSocket in protobuf, one label': {
		protocol: 'websocket',
		encoding: 'protobuf',
		reads: 'slowly',
		selector: 'labelSelector=on%3Dy',
		selects: on,
	},
	'with stops over WebSocket': { protocol: 'websocket', reads: 'stops' },
	'one object': { namespace: 'a', object: lastName, encoding: 'protobuf' },
	'from the beginning': { namespace: 'b', resumes: 'first' },
	slowly: { reads: 'slowly', begins: 'streaming list' },
	'slowly over HTTP/2 in protobuf': { reads: 'slowly', protocol: 'http2', encoding: 'protobuf' },
	'with stops': { reads: 'stops' },
	'with stops over HTTP/2 in protobuf': { reads: 'stops', protocol: 'http2', encoding: 'protobuf' },
	'with stops in protobuf, one label': { reads: 'stops', encoding: 'protobuf', selector: 'labelSelector=on%3Dy', selects: on },
};

export interface SessionOptions {
	readonly seed: number;
	readonly writers: number;
}

const diskSize = '256m';

export class Session {
	readonly doors: Doors;
	readonly history = new History();
	readonly writers: readonly Writer[];
	readonly watchers: readonly Watcher[];
	/** True when the server has a separate disk that the test can fill. */
	readonly hasDisk: boolean;
	readonly #running: Promise<unknown>[] = [];
	readonly #failed = Promise.withResolvers<never>();
	#watch: (() => void)[] = [];
	#isWriting = false;

	constructor(built: string, { seed, writers }: SessionOptions) {
		const random = new Random(seed);
		this.doors = new Doors(built);
		this.hasDisk = mountDisk(this.doors.dataDir, diskSize);
		const progress = (): void => {
			for (const look of this.#watch) look();
		};
		this.writers = Array.from({ length: writers }, (_, i) => new Writer(`w${i}`, this.doors, this.history, random.branch(`w${i}`), progress));
		this.watchers = Object.entries(wishes).map(([name, wish]) => new Watcher(name, { ...usual, ...wish }, this.doors, this.history, random.branch(name)));
		this.#failed.promise.catch(() => undefined);
	}

	async begin(): Promise<void> {
		const server = await this.doors.open;
		for (const name of namespaces) await server.call('POST', '/api/v1/namespaces', { metadata: { name } });
		for (const watcher of this.watchers) this.#run(watcher.run());
		this.goOn();
	}

	/** Waits for more writes, or for another counter to reach its target. */
	async until(isReached: () => boolean): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const look = (): void => {
			if (isReached()) resolve();
		};
		this.#watch.push(look);
		look();
		await Promise.race([promise, this.#failed.promise]);
		this.#watch = this.#watch.filter((other) => other !== look);
	}

	get written(): number {
		return this.writers.reduce((sum, { written }) => sum + written, 0);
	}

	async more(writes: number): Promise<void> {
		const goal = this.written + writes;
		await this.until(() => this.written >= goal);
	}

	restart(signal: 'SIGTERM' | 'SIGKILL', flags?: readonly string[]): Promise<void> {
		return Promise.race([this.doors.restart(signal, flags), this.#failed.promise]);
	}

	/** Fills the disk until every writer has been refused a few times, then frees it. */
	async fullDisk(): Promise<void> {
		const path = join(this.doors.dataDir, 'others');
		const file = openSync(path, 'w');
		const goals = this.writers.map(({ refused }) => refused + 3);
		fillDisk(file);
		await this.until(() => {
			fillDisk(file);
			return this.writers.every(({ refused }, i) => refused >= (goals[i] ?? 0));
		});
		closeSync(file);
		rmSync(path);
	}

	goOn(): void {
		this.#isWriting = true;
		for (const writer of this.writers) this.#run(this.#write(writer));
	}

	/** Pauses the writers; resolves when every watcher has received all of their writes. */
	async settle(): Promise<void> {
		this.#isWriting = false;
		await Promise.race([Promise.all(this.#running.splice(this.watchers.length)), this.#failed.promise]);
		const [writer] = this.writers;
		const revisions: number[] = [];
		for (const namespace of namespaces) revisions.push((await writer?.leave(namespace, lastName)) ?? 0);
		// The last object is left in namespace order, so a watcher of one namespace waits for the last write there.
		const told = this.watchers.map((watcher) => watcher.reached(revisions[Math.max(0, namespaces.indexOf(watcher.wish.namespace))] ?? 0));
		await Promise.race([Promise.all(told), this.#failed.promise]);
	}

	/** Returns the first message of a watch from a revision, over each protocol and in each encoding. */
	async answersFrom(revision: number): Promise<string[]> {
		const server = await this.doors.open;
		const answers: string[] = [];
		for (const protocol of ['http1', 'http2', 'websocket'] as const) {
			for (const encoding of ['json', 'protobuf'] as const) {
				const client = clientOf(server, protocol);
				const path = `${collectionOf('')}?watch=1&timeoutSeconds=1&resourceVersion=${revision}`;
				const { status, contentType, body } = await client.exchange('GET', path, { accept: mediaTypes[encoding] });
				const decode = decoder(encoding);
				let first = 'nothing';
				for await (const chunk of body as AsyncIterable<Buffer>) {
					const [message] = decode(chunk);
					if (message) first = message.type === 'ERROR' ? `${message.code} ${message.reason}` : message.type;
					if (message) break;
				}
				answers.push(`${protocol} ${encoding}: ${status} ${contentType === mediaTypes[encoding] ? 'in it' : contentType}: ${first}`);
				client.close();
			}
		}
		return answers;
	}

	async end(): Promise<void> {
		for (const watcher of this.watchers) watcher.over();
		this.#isWriting = false;
		await Promise.allSettled(this.#running);
		for (const writer of this.writers) writer.close();
		await this.doors.close();
	}

	remove(): void {
		if (this.hasDisk) unmountDisk(this.doors.dataDir);
		this.doors.remove();
	}

	async #write(writer: Writer): Promise<void> {
		while (this.#isWriting) await writer.step();
	}

	#run(work: Promise<unknown>): void {
		work.catch((error: unknown) => this.#failed.reject(error));
		this.#running.push(work);
	}
}
