/**
 * Serves the kinds of stored CustomResourceDefinitions. It follows the definitions in the watch cache and swaps in a snapshot that has their
 * kinds besides those of the specs. Many changes at once make one snapshot. A definition is served once its names are accepted, and its
 * conditions are the definitions controller's.
 */
import type { CustomResourceDefinition } from '../../generated/types/apiextensions/v1.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { sleep } from '../scheduling/sleep.ts';
import { makeServing, type Serving, type ServingParts } from '../serving/serving.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import type { CachedObject, WatchCache } from '../watch/contract.ts';
import { follow } from '../watch/follow.ts';
import { withKinds } from './catalog.ts';
import { CustomKind } from './custom-kind.ts';

export interface ServedDefinitionsParts {
	/** Snapshots of the stack. The current one has the kinds of the specs alone. */
	readonly snapshots: Snapshots;
	readonly cache: WatchCache;
	readonly vocabulary: Pick<Vocabulary, 'groupDomain' | 'product'>;
	/** Called when a definition cannot be served. */
	readonly onFailure: (definition: string, error: unknown) => void;
}

/** Delay before following again after a failure: the store is unreachable. */
const againMs = 1_000;

export class ServedDefinitions {
	readonly #parts: ServedDefinitionsParts;
	readonly #storageName: string;
	readonly #kinds = new Map<string, CustomKind>();
	readonly #stopping = new AbortController();
	#base: ServingParts;
	#following: Promise<void> = Promise.resolve();
	#isChanged = false;

	constructor(parts: ServedDefinitionsParts) {
		this.#parts = parts;
		this.#base = parts.snapshots.current().parts;
		this.#storageName = `customresourcedefinitions.apiextensions.${parts.vocabulary.groupDomain}`;
	}

	/** Serves the kinds of all stored definitions, and then follows their changes. */
	start(): void {
		for (const object of this.#parts.cache.list(this.#storageName, '')) this.#seen('ADDED', object);
		this.#swapIfChanged();
		this.#following = this.#follow();
	}

	/** Parts of the snapshot that come from the specs. */
	get base(): ServingParts {
		return this.#base;
	}

	/** Replaces what comes from the specs, and serves the defined kinds with it. */
	rebase(base: ServingParts): void {
		this.#base = base;
		this.#parts.snapshots.swap(this.#made());
	}

	async close(): Promise<void> {
		this.#stopping.abort(new Error('the server is closing'));
		await this.#following;
	}

	async #follow(): Promise<void> {
		const { signal } = this.#stopping;
		const { cache, onFailure } = this.#parts;
		const followed = {
			storageName: this.#storageName,
			seen: (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: CachedObject) => this.#seen(type, object),
			listed: () => this.#forgetDeleted(),
			read: () => this.#swapIfChanged(),
		};
		while (!signal.aborted) {
			try {
				await follow(cache, followed, signal);
			} catch (error) {
				onFailure(this.#storageName, error);
				await sleep(againMs, signal);
			}
		}
	}

	/** Takes note of a definition. A damaged or unreadable one stays as it was served before. */
	#seen(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: CachedObject): void {
		try {
			if (type === 'DELETED') this.#isChanged = this.#kinds.delete(object.name) || this.#isChanged;
			else this.#take(object);
		} catch (error) {
			this.#parts.onFailure(object.name, error);
		}
	}

	#take(stored: CachedObject): void {
		const definition = parseWhole(stored) as object as CustomResourceDefinition;
		const known = this.#kinds.get(stored.name);
		if (!hasNames(definition)) this.#isChanged = this.#kinds.delete(stored.name) || this.#isChanged;
		else if (known?.continueAs({ stored, definition }) !== true) {
			this.#kinds.set(stored.name, new CustomKind({ stored, definition }, this.#parts.vocabulary.product));
			this.#isChanged = true;
		}
	}

	/** Drops definitions whose deletion was missed. */
	#forgetDeleted(): void {
		for (const name of this.#kinds.keys())
			if (this.#parts.cache.get(this.#storageName, '', name) === undefined) {
				this.#kinds.delete(name);
				this.#isChanged = true;
			}
	}

	#swapIfChanged(): void {
		if (!this.#isChanged) return;
		this.#isChanged = false;
		this.#parts.snapshots.swap(this.#made());
	}

	#made(): Serving {
		const { catalog, shown } = this.#base;
		const own = new Set(catalog.kinds.flatMap(({ plural, versions }) => versions.map(({ group }) => `${plural}.${group}`)));
		const kinds = [...this.#kinds].filter(([name]) => !own.has(name)).map(([, custom]) => custom);
		const all = withKinds(
			catalog,
			kinds.map((custom) => ({ custom, kind: custom.kind })),
		);
		const seen: Catalog = withKinds(
			shown,
			kinds.flatMap((custom) => (custom.shown === undefined ? [] : [{ custom, kind: custom.shown }])),
		);
		return makeServing({ ...this.#base, catalog: all, shown: shown === catalog && isWhole(kinds) ? all : seen }, this.#parts.snapshots.current());
	}
}

function isWhole(kinds: readonly CustomKind[]): boolean {
	return kinds.every(({ kind, shown }) => kind === shown);
}

/** Reports whether the kind has names of its own: its definition is accepted, or was established before another took one of the names. */
function hasNames({ status }: CustomResourceDefinition): boolean {
	return (status?.conditions ?? []).some(({ type, status: state }) => (type === 'NamesAccepted' || type === 'Established') && state === 'True');
}
