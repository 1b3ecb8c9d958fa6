/** Watches as informers do: from the revision of a list, and after each end from the last event received. Each end must be proper. */
import { get as httpsGet, type RequestOptions } from 'node:https';
import { createInterface } from 'node:readline';
import type { Loose } from '../../setup/loose.ts';
import type { TestStack } from '../stack-fixture.ts';

export interface Told {
	readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
	readonly object: Loose;
	readonly revision: number;
}

export interface WatcherParts {
	readonly stack: TestStack;
	/** Path with query. */
	readonly path: string;
	readonly from: number;
	readonly onEvent: (told: Told) => void;
	/** Returns the number of swaps. */
	readonly swaps: () => number;
	/**
	 * Returns true when a snapshot in force since `since` swaps explains a refusal with this status; the watch is repeated after the next
	 * swap.
	 */
	readonly isRefused: (status: number, since: number) => boolean;
	readonly nextSwap: () => Promise<void>;
}

export class Watcher {
	readonly failures: string[] = [];
	/** Number of watches that ended properly. */
	ended = 0;
	events = 0;
	revision: number;
	readonly #parts: WatcherParts;
	#stopped = false;
	#request: ReturnType<typeof httpsGet> | undefined;
	readonly #done: Promise<void>;

	constructor(parts: WatcherParts) {
		this.#parts = parts;
		this.revision = parts.from;
		this.#done = this.#run();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		this.#request?.destroy();
		await this.#done;
	}

	async #run(): Promise<void> {
		while (!this.#stopped) if (!(await this.#once()) && !this.#stopped) await this.#parts.nextSwap();
	}

	/** Watches once; false when the server refused the watch. */
	#once(): Promise<boolean> {
		const { stack, path, isRefused, swaps } = this.#parts;
		const since = swaps();
		const options: RequestOptions = { ...stack.credentials, agent: false };
		return new Promise((resolve) => {
			const fail = (error: Error): void => {
				if (!this.#stopped) this.failures.push(`a watch of ${path} broke: ${error.message}`);
				resolve(true);
			};
			this.#request = httpsGet(`${stack.url}${path}&resourceVersion=${this.revision}`, options, (response) => {
				response.on('error', fail);
				const { statusCode = 0 } = response;
				if (statusCode !== 200) {
					if (!isRefused(statusCode, since)) this.failures.push(`a watch of ${path} from ${this.revision} got ${statusCode}`);
					response.resume().on('end', () => resolve(false));
					return;
				}
				const lines = createInterface({ input: response });
				lines.on('line', (line) => this.#told(line));
				lines.on('error', fail);
				response.on('end', () => {
					this.ended++;
				});
				lines.on('close', () => resolve(true));
			}).on('error', fail);
		});
	}

	#told(line: string): void {
		const { type, object } = JSON.parse(line) as { type: Told['type'] | 'ERROR'; object: Loose };
		if (type === 'ERROR') {
			this.failures.push(`a watch of ${this.#parts.path} failed: ${line}`);
			return;
		}
		const revision = Number(object.metadata.resourceVersion);
		if (revision < this.revision || (revision === this.revision && type !== 'BOOKMARK'))
			this.failures.push(`${this.#parts.path}: ${type} at ${revision} after ${this.revision}`);
		this.revision = Math.max(this.revision, revision);
		if (type !== 'BOOKMARK') this.events++;
		this.#parts.onEvent({ type, object, revision });
	}
}
