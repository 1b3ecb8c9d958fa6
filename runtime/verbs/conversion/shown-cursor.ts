/** Cursor over events whose objects a webhook converts to the version of the watch. Watchers that wake together share the conversions. */
import { everything, type Predicate } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { CachedObject, CacheEvent, Cursor } from '../../watch/contract.ts';
import type { WatchContext } from '../contract.ts';
import { unending } from '../large-objects.ts';
import { needsWebhook } from './convert.ts';
import { batchesOf, shownBatch } from './read.ts';

export class ShownCursor implements Cursor {
	readonly #cursor: Cursor;
	readonly #current: () => WatchContext;
	readonly #resource: ServedResource;
	readonly #matches: Predicate;

	/** `matches`: selector of the watch, which needs the states before changes as well. */
	constructor(cursor: Cursor, current: () => WatchContext, resource: ServedResource, matches: Predicate) {
		this.#cursor = cursor;
		this.#current = current;
		this.#resource = resource;
		this.#matches = matches;
	}

	get revision(): Revision {
		return this.#cursor.revision;
	}

	/** Events are not offered to a taker, because their conversion has to be awaited. */
	async next(limit: number, signal: AbortSignal): Promise<readonly CacheEvent[]> {
		const events = await this.#cursor.next(limit, signal);
		const before = events.flatMap((event) => (this.#needsPrevious(event) && event.previous ? [event.previous] : []));
		const shown = await this.#shown([...events.map(({ object }) => object), ...before]);
		signal.throwIfAborted();
		let next = events.length;
		return events.map((event, index) => new ShownEvent(event, shown[index] ?? event.object, this.#needsPrevious(event) ? shown[next++] : undefined));
	}

	back(to: Revision): void {
		this.#cursor.back(to);
	}

	close(): void {
		this.#cursor.close();
	}

	#shown(objects: readonly CachedObject[]): Promise<readonly CachedObject[]> {
		const resource = this.#resource;
		const context = this.#current();
		const begin = function* (missing: readonly CachedObject[]) {
			// The results outlive a single watch, so no watch's signal ends the call.
			for (const batch of batchesOf(missing)) yield { batch, made: shownBatch(context, resource, batch, { signal: unending }) };
		};
		const version = `${resource.edition} ${resource.apiVersion}`;
		return context.convertedEvents.shown(version, objects, (object) => needsWebhook(resource, object), begin);
	}

	#needsPrevious({ type, previous }: CacheEvent): boolean {
		return this.#matches !== everything && type === 'MODIFIED' && previous !== undefined;
	}
}

const tail = Buffer.from('}\n');

class ShownEvent implements CacheEvent {
	readonly type: CacheEvent['type'];
	readonly revision: Revision;
	readonly object: CachedObject;
	readonly previous?: CachedObject;
	readonly #made = new Map<string, Buffer>();

	constructor({ type, revision }: CacheEvent, object: CachedObject, previous: CachedObject | undefined) {
		this.type = type;
		this.revision = revision;
		this.object = object;
		if (previous !== undefined) this.previous = previous;
	}

	json(): Buffer {
		const { bytes, form } = this.object;
		return this.encoded('json', () => Buffer.concat([form.eventHeads[this.type], bytes.subarray(1), tail]));
	}

	encoded(encoding: string, make: (event: CacheEvent) => Buffer): Buffer {
		const known = this.#made.get(encoding);
		if (known !== undefined) return known;
		const made = make(this);
		this.#made.set(encoding, made);
		return made;
	}

	known(encoding: string): Buffer | undefined {
		return this.#made.get(encoding);
	}
}
