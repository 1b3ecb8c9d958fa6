/** Reloads the specs while the server runs (`orch dev`). Requests, connections, and watches of unchanged kinds continue. */
import type { ServedHooks } from '../api/hooks.ts';
import type { ServedDefinitions } from '../custom/served-definitions.ts';
import type { KindParts } from '../kinds/index.ts';
import { refuseToServe } from '../migration/unknown-versions.ts';
import type { Catalog, JsonValue, TypeDescriptor } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Snapshots } from '../serving/snapshots.ts';
import type { WatchCache } from '../watch/contract.ts';
import { readCatalogs } from './catalogs.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';
import { hooksOf } from './hooks.ts';
import { kindParts } from './open-serving.ts';

/** Parts of the generated code that a reload may replace. */
export type Reloaded = Pick<Generated, 'catalog' | 'rootHooks' | 'rootGroups'>;

/** Objects that a reload works on: the serving snapshots that it replaces, and the stored rows that must stay readable. */
export interface ReloadedParts {
	readonly snapshots: Snapshots;
	readonly definitions: Pick<ServedDefinitions, 'base' | 'rebase'>;
	readonly rows: Pick<WatchCache, 'written'>;
}

export class Reload {
	readonly #options: ServerOptions;
	readonly #snapshots: Snapshots;
	readonly #definitions: ReloadedParts['definitions'];
	readonly #rows: Pick<WatchCache, 'written'>;
	#generated: Generated;

	/** `generated`: the specs with which the server started. */
	constructor(options: ServerOptions, { snapshots, definitions, rows }: ReloadedParts, generated: Generated) {
		this.#options = options;
		this.#snapshots = snapshots;
		this.#definitions = definitions;
		this.#rows = rows;
		this.#generated = generated;
	}

	/**
	 * Replaces the served specs. An unchanged hook must be the same object as before. Throws an Error with one sentence when the change is
	 * impossible, and UnknownVersionError when objects are stored in a removed version. After an error the previous specs stay in service.
	 */
	swap(next: Reloaded): void {
		refuseLasting(this.#generated.catalog, next.catalog);
		refuseToServe(this.#rows, next.catalog, this.#snapshots.current().catalog);
		const generated = { ...this.#generated, ...next };
		const { base } = this.#definitions;
		const { all, shown } = readCatalogs(this.#options, generated);
		const kept = withUnchanged(all, base.catalog);
		const hooks = this.#hooks(generated, kindParts(this.#options, { all, shown }));
		this.#definitions.rebase({
			...base,
			catalog: kept,
			shown: shown === all ? kept : withUnchanged(shown, kept),
			types: generated.catalog,
			hooks,
			groupHooks: generated.rootGroups,
		});
		this.#generated = generated;
	}

	/** Returns the hooks. Built-in hooks and hooks of unchanged files stay the same objects, so that watches of their kinds continue. */
	#hooks(next: Generated, parts: KindParts): Readonly<Record<string, ServedHooks>> {
		const { hooks: before } = this.#snapshots.current().parts;
		const { rootHooks } = this.#generated;
		const stays = (name: string): boolean => Object.hasOwn(before, name) && rootHooks[name] === next.rootHooks[name];
		return Object.fromEntries(Object.entries(hooksOf(next, parts)).map(([name, hooks]) => [name, (stays(name) && before[name]) || hooks]));
	}
}

/** Refuses a change of settings that the server reads only at its start. */
function refuseLasting(before: Catalog, next: Catalog): void {
	const again = 'stop with Ctrl-C and start again';
	if (before.release !== next.release)
		throw new Error(`the release that is emulated by default is ${next.release} now, and the server emulates ${before.release}: ${again}`);
	const calendars = ({ gates, releases, product }: Catalog) => [gates, releases, product ?? null];
	if (!isSame(calendars(before), calendars(next)))
		throw new Error(`releases.yaml has other releases or feature gates, which a server reads only at its start: ${again}`);
	const secret = new Set(before.kinds.filter(({ confidential }) => confidential === true).map(({ storageName }) => storageName));
	const exposed = next.kinds.find(({ confidential, storageName }) => confidential === true && !secret.has(storageName));
	if (exposed !== undefined) throw new Error(`objects of ${exposed.kind} must be encrypted now, which a server decides only at its start: ${again}`);
}

/**
 * Replaces equal parts of the next catalog by those of the previous one, because identity marks a part as unchanged. Retains no other part
 * of `before`.
 */
function withUnchanged(next: Catalog, before: Catalog): Catalog {
	const kinds = new Map(before.kinds.map((kind) => [kind.storageName, kind]));
	const known = new Set(before.typeNames);
	const types = new Map<string, TypeDescriptor>();
	for (const name of next.typeNames) types.set(name, known.has(name) ? either(before.type(name), next.type(name)) : next.type(name));
	return {
		...next,
		kinds: next.kinds.map((kind) => either(kinds.get(kind.storageName), kind)),
		type: (name) => types.get(name) ?? next.type(name),
	};
}

function either<T>(before: T | undefined, next: T): T {
	return before !== undefined && isSame(before, next) ? before : next;
}

/** Compares descriptors, which are plain data. */
function isSame(one: unknown, other: unknown): boolean {
	return deepEqual(one as JsonValue, other as JsonValue);
}
