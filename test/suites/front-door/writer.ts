/** Writes its own ConfigMaps as fast as possible and determines whether each write took effect, even when the server ends. */
import type { ServerProcess } from '../../setup/server.ts';
import { type Client, clientOf, type Protocol, type Whole, whole } from './client.ts';
import type { Doors } from './doors.ts';
import type { History } from './history.ts';
import { type Shown, shownOf } from './messages.ts';
import type { Random } from './random.ts';

export const namespaces = ['a', 'b', 'c'];

interface Step {
	readonly kind: 'create' | 'update' | 'patch' | 'apply' | 'delete';
	readonly namespace: string;
	readonly name: string;
	/** Written content; absent for a delete. */
	readonly content?: { readonly v: string; readonly pad: string };
	readonly label?: string;
}

const namesEach = 3;

export class Writer {
	/** Number of acknowledged writes. */
	written = 0;
	/** Number of writes refused because the disk was full. */
	refused = 0;
	/** Bytes of padding next to a value. */
	padBytes = 100;
	deletes = true;
	readonly #id: string;
	readonly #doors: Doors;
	readonly #history: History;
	readonly #random: Random;
	readonly #protocol: Protocol;
	readonly #onProgress: () => void;
	readonly #known = new Map<string, Shown>();
	#client: { readonly server: ServerProcess; readonly client: Client } | undefined;

	constructor(id: string, doors: Doors, history: History, random: Random, onProgress: () => void) {
		this.#id = id;
		this.#doors = doors;
		this.#history = history;
		this.#random = random;
		this.#protocol = random.of(['http1', 'http2']);
		this.#onProgress = onProgress;
	}

	/** Does one write; resolves when its outcome is known. */
	async step(): Promise<void> {
		await this.#do(this.#choose());
		this.#onProgress();
	}

	/** Leaves an object of this name that every selector matches; resolves with its revision. */
	async leave(namespace: string, name: string): Promise<number> {
		const kind = this.#known.has(`${namespace}/${name}`) ? 'update' : 'create';
		await this.#do({ kind, namespace, name, content: { v: `${this.#id} left it after ${this.written}`, pad: '' }, label: 'y' });
		return this.#known.get(`${namespace}/${name}`)?.revision ?? 0;
	}

	close(): void {
		this.#client?.client.close();
	}

	#choose(): Step {
		const namespace = this.#random.of(namespaces);
		const name = `${this.#id}-${this.#random.below(namesEach)}`;
		const content = { v: `${this.#id}.${this.written}.${this.#random.below(1e6)}`, pad: 'x'.repeat(this.padBytes) };
		const label = this.#random.of(['y', 'n', '']);
		if (!this.#known.has(`${namespace}/${name}`)) return { kind: 'create', namespace, name, content, label };
		const kind = this.#random.of(['update', 'update', 'patch', 'patch', 'apply', this.deletes ? 'delete' : 'patch'] as const);
		return { kind, namespace, name, ...(kind !== 'delete' && { content }), label };
	}

	async #do(step: Step): Promise<void> {
		const server = await this.#doors.open;
		let answer: Whole;
		try {
			answer = await this.#send(server, step);
		} catch (error) {
			await this.#doors.excuse(error, server);
			return await this.#settle(step);
		}
		const { status, text } = answer;
		if (status === 503 && text.includes('storage is full')) this.refused++;
		else if (status >= 300) throw new Error(`${step.kind} of ${step.namespace}/${step.name} was answered with ${status}: ${text}`);
		else if (step.kind === 'delete') this.#tookEffect(step, undefined);
		else this.#tookEffect(step, shownOf(JSON.parse(text)));
	}

	#tookEffect(step: Step, shown: Shown | undefined): void {
		const { namespace, name, content } = step;
		const key = `${namespace}/${name}`;
		if (shown === undefined) {
			this.#history.deletes.push({ namespace, name, after: this.#known.get(key)?.revision ?? 0 });
			this.#known.delete(key);
		} else {
			if (shown.value !== shownValue(content)) throw new Error(`${step.kind} of ${key} answered with ${shown.value}, not ${shownValue(content)}`);
			this.#history.writes.push(shown);
			this.#known.set(key, shown);
		}
		this.written++;
	}

	/** Resolves the outcome of a write after the server went away by asking the next server. */
	async #settle(step: Step): Promise<void> {
		const { namespace, name, content } = step;
		const server = await this.#doors.open;
		const { status, text } = await this.#request(server, 'GET', pathOf(step)).catch(async (error: unknown) => {
			await this.#doors.excuse(error, server);
			return { status: 0, text: '' };
		});
		// This server went away too.
		if (status === 0) return await this.#settle(step);
		const known = this.#known.get(`${namespace}/${name}`);
		if (status === 404) {
			if (step.kind === 'delete') return this.#tookEffect(step, undefined);
			if (known === undefined) return;
			throw new Error(`${namespace}/${name} at ${known.revision} was acknowledged and is lost`);
		}
		if (status !== 200) throw new Error(`${namespace}/${name} was answered with ${status}: ${text}`);
		const shown = shownOf(JSON.parse(text));
		if (shown.revision === known?.revision && shown.value === known.value) return;
		if (content === undefined) throw new Error(`${namespace}/${name} is at ${shown.revision}, which nobody wrote`);
		this.#tookEffect(step, shown);
	}

	#send(server: ServerProcess, step: Step): Promise<Whole> {
		const { kind, namespace, name, content, label } = step;
		const labels = label === '' ? {} : { on: label };
		const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels }, data: content };
		switch (kind) {
			case 'create':
				return this.#request(server, 'POST', collectionOf(namespace), 'application/json', object);
			case 'update':
				return this.#request(server, 'PUT', pathOf(step), 'application/json', object);
			case 'patch': {
				const patch = { metadata: { labels: { on: label === '' ? null : label } }, data: content };
				return this.#request(server, 'PATCH', pathOf(step), 'application/merge-patch+json', patch);
			}
			case 'apply':
				return this.#request(server, 'PATCH', `${pathOf(step)}?fieldManager=${this.#id}&force=true`, 'application/apply-patch+yaml', object);
			case 'delete':
				return this.#request(server, 'DELETE', pathOf(step));
		}
	}

	async #request(server: ServerProcess, method: string, path: string, contentType?: string, content?: unknown): Promise<Whole> {
		if (this.#client?.server !== server) {
			this.#client?.client.close();
			this.#client = { server, client: clientOf(server, this.#protocol) };
		}
		const headers = contentType === undefined ? {} : { 'content-type': contentType };
		return whole(await this.#client.client.exchange(method, path, headers, content === undefined ? '' : JSON.stringify(content)));
	}
}

export function collectionOf(namespace: string): string {
	return namespace === '' ? '/api/v1/configmaps' : `/api/v1/namespaces/${namespace}/configmaps`;
}

function pathOf({ namespace, name }: Step): string {
	return `${collectionOf(namespace)}/${name}`;
}

/** Returns the content in the form that watches record. */
function shownValue(content: Step['content']): string {
	return `${content?.v} and ${content?.pad.length}`;
}
