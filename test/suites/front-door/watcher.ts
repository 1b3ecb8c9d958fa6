/** Lists, watches and resumes after each interruption, as informers do; records everything it receives. */
import type { ServerProcess } from '../../setup/server.ts';
import type { RecordedEvent, RecordedWatch, Selects } from '../watch-history/history.ts';
import { type Client, clientOf, type Protocol, type Reply, whole } from './client.ts';
import type { Doors } from './doors.ts';
import type { History } from './history.ts';
import { decoder, type Encoding, type Message, mediaTypes, type Shown, shownOf } from './messages.ts';
import type { Random } from './random.ts';
import { collectionOf, namespaces } from './writer.ts';

export interface Wish {
	readonly protocol: Protocol;
	readonly encoding: Encoding;
	/** Namespace to watch; empty selects all. */
	readonly namespace: string;
	/** Single object to watch by its own path. */
	readonly object?: string;
	/** Selectors as query parameters, and the predicate they stand for. */
	readonly selector?: string;
	readonly selects?: Selects;
	/** Source of the initial state. */
	readonly begins: 'list' | 'streaming list';
	/** Resumption point after an interruption: the last seen revision, or the first. */
	readonly resumes: 'last' | 'first';
	/** Reading speed; `stops` pauses on request until resumed. */
	readonly reads: 'at once' | 'slowly' | 'stops';
}

const slowestMs = 20;

export class Watcher {
	readonly name: string;
	readonly wish: Wish;
	/** Number of times its revision had expired. */
	expired = 0;
	streamedLists = 0;
	/** Revision after which the watch resumes. */
	#last: number | undefined;
	#first: number | undefined;
	#until = Number.POSITIVE_INFINITY;
	readonly #doors: Doors;
	readonly #history: History;
	readonly #random: Random;
	#reading = Promise.resolve();
	#reached = Promise.withResolvers<void>();
	#isOver = false;
	#client: { readonly server: ServerProcess; readonly client: Client } | undefined;

	constructor(name: string, wish: Wish, doors: Doors, history: History, random: Random) {
		this.name = name;
		this.wish = wish;
		this.#doors = doors;
		this.#history = history;
		this.#random = random;
	}

	/** Runs until `over`. Rejects with any error that a working server does not cause. */
	async run(): Promise<void> {
		while (!this.#isOver) {
			const server = await this.#doors.open;
			try {
				if (this.#client?.server !== server) {
					this.#client?.client.close();
					this.#client = { server, client: clientOf(server, this.wish.protocol) };
				}
				await this.#round(this.#client.client);
			} catch (error) {
				if (!this.#isOver) await this.#doors.excuse(error, server).catch((cause: unknown) => Promise.reject(new Error(`${this.name} failed`, { cause })));
			}
		}
	}

	/** Resolves when the watcher has reached a revision. */
	reached(revision: number): Promise<void> {
		this.#until = revision;
		this.#reached = Promise.withResolvers();
		this.#look();
		return this.#reached.promise;
	}

	/** Pauses reading and returns a function that resumes it. */
	stopReading(): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#reading = promise;
		return resolve;
	}

	over(): void {
		this.#isOver = true;
		this.#client?.client.close();
	}

	async #round(client: Client): Promise<void> {
		if (this.#last === undefined && this.wish.begins === 'list') await this.#list(client);
		const from = this.wish.resumes === 'first' ? this.#first : this.#last;
		await this.#watch(client, from);
	}

	async #list(client: Client): Promise<void> {
		const { object, selector = '' } = this.wish;
		const query = [selector, object === undefined ? '' : `fieldSelector=metadata.name=${object}`].filter(Boolean).join('&');
		const { status, text } = await whole(await client.exchange('GET', `${collectionOf(this.wish.namespace)}?${query}`));
		if (status !== 200) throw new Error(`a list was answered with ${status}: ${text}`);
		const list = JSON.parse(text) as { metadata: { resourceVersion: string }; items: Parameters<typeof shownOf>[0][] };
		this.#began(Number(list.metadata.resourceVersion), list.items.map(shownOf));
	}

	#began(revision: number, objects: readonly Shown[]): void {
		// The server's own objects exist before the first write.
		this.#history.states.push({ ...this.#asked(), revision, objects: objects.filter(({ namespace }) => namespaces.includes(namespace)) });
		this.#first = this.#last = revision;
		this.#look();
	}

	#asked(): Pick<RecordedWatch, 'name' | 'namespace' | 'object' | 'selects'> {
		const { namespace, object, selects } = this.wish;
		return { name: this.name, namespace, ...(object !== undefined && { object }), ...(selects && { selects }) };
	}

	/** Runs one watch to its end. */
	async #watch(client: Client, from: number | undefined): Promise<void> {
		const reply = await this.#open(client, from);
		let initial: Shown[] | undefined = from === undefined ? [] : undefined;
		let events = this.#record(from);
		for await (const message of this.#messages(reply)) {
			if (message.type === 'ERROR') return this.#failed(message);
			if (initial === undefined) events.push(this.#event(message));
			else if (message.type === 'ADDED') initial.push(message.object);
			else if (message.type === 'BOOKMARK' && message.endsInitial) {
				this.streamedLists++;
				this.#began(message.revision, initial);
				events = this.#record(message.revision);
				initial = undefined;
			} else throw new Error(`${this.name} was sent ${JSON.stringify(message)} before the end of the state`);
			if (initial === undefined) this.#look();
		}
	}

	async #open(client: Client, from: number | undefined): Promise<Reply> {
		const { namespace, object, selector = '', encoding } = this.wish;
		const start = from === undefined ? 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan' : `resourceVersion=${from}`;
		const path = `${collectionOf(namespace)}${object === undefined ? '' : `/${object}`}`;
		const query = ['watch=1', 'allowWatchBookmarks=true', `timeoutSeconds=${1 + this.#random.below(3)}`, start, selector].filter(Boolean).join('&');
		const reply = await client.exchange('GET', `${path}?${query}`, { accept: mediaTypes[encoding] });
		if (reply.status !== 200) throw new Error(`${this.name}: a watch was answered with ${reply.status}: ${(await whole(reply)).text}`);
		if (reply.contentType !== mediaTypes[encoding]) throw new Error(`${this.name} was sent ${reply.contentType}`);
		return reply;
	}

	async *#messages({ body }: Reply): AsyncGenerator<Message> {
		const decode = decoder(this.wish.encoding);
		for await (const chunk of body as AsyncIterable<Buffer>) {
			yield* decode(chunk);
			if (this.wish.reads === 'slowly') await new Promise((resolve) => setTimeout(resolve, this.#random.below(slowestMs)));
			if (this.wish.reads === 'stops') await this.#reading;
		}
	}

	#record(from: number | undefined): RecordedEvent[] {
		const events: RecordedEvent[] = [];
		if (from !== undefined) this.#history.watches.push({ ...this.#asked(), from, events });
		return events;
	}

	#event(message: Exclude<Message, { type: 'ERROR' }>): RecordedEvent {
		const { type } = message;
		const event: RecordedEvent = type === 'BOOKMARK' ? { type, revision: message.revision } : { type, ...message.object };
		this.#last = Math.max(this.#last ?? 0, event.revision);
		return event;
	}

	/** Accepts the only failure that a watch may report. */
	#failed({ code, reason, message }: Extract<Message, { type: 'ERROR' }>): void {
		if (code !== 410 || reason !== 'Expired' || !/^too old resource version: \d+ \(\d+\)$/.test(message))
			throw new Error(`${this.name} was told of ${code} ${reason}: ${message}`);
		this.expired++;
		this.#last = this.#first = undefined;
	}

	#look(): void {
		if ((this.#last ?? 0) >= this.#until) this.#reached.resolve();
	}
}
