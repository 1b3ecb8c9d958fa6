/** Sends a sequence to a server and returns its answers and stored objects, without values that depend on time or chance. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { namespace, type Reply, type Server } from './servers.ts';
import type { Sequence, Step } from './steps.ts';

/** Paths at which objects of a kind are served. */
export interface Target {
	readonly kind: string;
	/** Roots such as `/api/v1` and `/apis/apps/v1`; the first is used most. */
	readonly roots: readonly string[];
	readonly plural: string;
	readonly isCluster?: true;
}

/** Outcome of a step: the answer, and the object as read afterwards. */
export interface Outcome {
	readonly status: number;
	readonly warnings: readonly string[];
	readonly answer: JsonValue;
	readonly stored: JsonValue;
}

const types: Readonly<Partial<Record<Step['verb'], string>>> = {
	json: 'application/json-patch+json',
	merge: 'application/merge-patch+json',
	strategic: 'application/strategic-merge-patch+json',
	apply: 'application/apply-patch+yaml',
};
const methods: Readonly<Record<Step['verb'], string>> = {
	create: 'POST',
	put: 'PUT',
	json: 'PATCH',
	merge: 'PATCH',
	strategic: 'PATCH',
	apply: 'PATCH',
	delete: 'DELETE',
	get: 'GET',
};

export async function play(server: Server, { kind, steps }: Sequence, name: string): Promise<Outcome[]> {
	const player = new Player(server, kind, name);
	const outcomes: Outcome[] = [];
	for (const step of steps) outcomes.push(await player.take(step));
	return outcomes;
}

class Player {
	readonly #server: Server;
	readonly #kind: Target;
	readonly #name: string;
	/** Object as last read; `#older` is its first resourceVersion. */
	#live: JsonObject | undefined;
	#older = '1';
	readonly #ordinals = new Map<string, string>();

	constructor(server: Server, kind: Target, name: string) {
		this.#server = server;
		this.#kind = kind;
		this.#name = name;
	}

	async take(step: Step): Promise<Outcome> {
		const { verb, subresource, query } = step;
		const root = this.#kind.roots[step.root] ?? '';
		const place = this.#collection(root);
		const words = new URLSearchParams(query).toString();
		const path = `${place}${verb === 'create' ? '' : `/${this.#name}${subresource && `/${subresource}`}`}${words && `?${words}`}`;
		const headers = { 'user-agent': step.agent, 'content-type': types[verb] ?? 'application/json' };
		const reply = await this.#server.ask(methods[verb], path, this.#bodyOf(step, root), headers);
		const read = await this.#server.ask('GET', `${this.#collection(this.#kind.roots[0] ?? '')}/${this.#name}`);
		this.#live = read.status === 200 ? (read.body as JsonObject) : undefined;
		const metadata = this.#live?.metadata as JsonObject | undefined;
		if (typeof metadata?.resourceVersion === 'string') {
			if (this.#older === '1') this.#older = metadata.resourceVersion;
			this.#count('resourceVersion', metadata.resourceVersion);
			this.#count('uid', String(metadata.uid));
		}
		return { status: reply.status, warnings: reply.warnings.map((text) => this.#plain(text)).sort(), answer: this.#told(reply), stored: this.#told(read) };
	}

	#collection(root: string): string {
		return `${root}${this.#kind.isCluster ? '' : `/namespaces/${namespace}`}/${this.#kind.plural}`;
	}

	#bodyOf(step: Step, root: string): string | undefined {
		if (step.body === null) return undefined;
		let body = this.#filled(step.body, root);
		if (step.live !== undefined && this.#live !== undefined) body = this.#mergedIntoLive(step, body as JsonObject);
		const text = JSON.stringify(body);
		return step.twice ? text.replace(/^\{(?!\})/, `{"kind":${JSON.stringify(this.#kind.kind)},`) : text;
	}

	#filled(value: JsonValue, root: string): JsonValue {
		if (typeof value === 'string' && value.startsWith('$')) {
			const metadata = (this.#live?.metadata ?? {}) as JsonObject;
			switch (value) {
				case '$name':
					return this.#name;
				case '$uid':
					return metadata.uid ?? 'none';
				case '$version':
					return metadata.resourceVersion ?? '1';
				case '$older':
					return this.#older;
				case '$kind':
					return this.#kind.kind;
				case '$apiVersion':
					return root.replace(/^\/apis?\//, '');
				default:
					return value;
			}
		}
		if (value === null || typeof value !== 'object') return value;
		if (Array.isArray(value)) return value.map((item) => this.#filled(item, root));
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#filled(inner, root)]));
	}

	#mergedIntoLive({ live }: Step, body: JsonObject): JsonObject {
		const merged = mergePatch(this.#live ?? {}, body) as JsonObject;
		const metadata = { ...(merged.metadata as JsonObject) };
		const entries = ((this.#live?.metadata as JsonObject | undefined)?.managedFields ?? []) as JsonObject[];
		// Ordered by key, independent of the times of the writes.
		const first = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0];
		const changed = (change: (entry: JsonObject) => JsonObject): JsonObject[] => entries.map((entry) => (entry === first ? change(entry) : entry));
		switch (live) {
			case 'left out':
				delete metadata.managedFields;
				break;
			case '[]':
				metadata.managedFields = [];
				break;
			case '[{}]':
				metadata.managedFields = [{}];
				break;
			case 'without the first':
				metadata.managedFields = entries.filter((entry) => entry !== first);
				break;
			case 'renamed':
				metadata.managedFields = changed((entry) => ({ ...entry, manager: 'renamed' }));
				break;
			case 'without fields':
				metadata.managedFields = changed(({ fieldsV1: _, ...entry }) => entry as JsonObject);
				break;
			case 'of nonsense':
				metadata.managedFields = changed((entry) => ({ ...entry, apiVersion: 'nonsense/v9', operation: 'Update' }));
				break;
			default:
		}
		return { ...merged, metadata };
	}

	#told({ body }: Reply): JsonValue {
		return this.#comparable(body as JsonValue, '');
	}

	#comparable(value: JsonValue, name: string): JsonValue {
		if (typeof value === 'string') {
			// Versions that were never read belong to a deletion, a dry run or another object.
			if (name === 'resourceVersion' || name === 'uid') {
				const isTheirs = name === 'resourceVersion' ? value !== '' : isUid.test(value);
				return this.#ordinals.get(`${name} ${value}`) ?? (isTheirs ? 'another' : value);
			}
			return name.endsWith('Timestamp') || name === 'time' ? 'TIME' : this.#plain(value);
		}
		// The server chooses ports at random from their ranges.
		if (typeof value === 'number' && isGivenPort(name, value)) return 'PORT';
		if (value === null || typeof value !== 'object') return value;
		if (Array.isArray(value)) {
			const items = value.map((item) => this.#comparable(item, ''));
			if (name === 'managedFields') return items.toSorted((a, b) => (keyOf(a as JsonObject) < keyOf(b as JsonObject) ? -1 : 1));
			// kube-apiserver returns conflicts in the random order of a map.
			return name === 'causes' ? distinct(items) : items;
		}
		return Object.fromEntries(
			Object.keys(value)
				.sort()
				.map((key) => [key, this.#comparable(value[key] ?? null, key)]),
		);
	}

	/** Numbers the values in the order in which they were read. */
	#count(what: string, value: string): void {
		const key = `${what} ${value}`;
		if (this.#ordinals.has(key)) return;
		const count = [...this.#ordinals.keys()].filter((other) => other.startsWith(`${what} `)).length;
		this.#ordinals.set(key, `${what} ${count + 1}`);
	}

	#plain(text: string): string {
		return text
			.replaceAll(this.#name, '$name')
			.replaceAll(new RegExp(isUid, 'g'), 'UID')
			.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
			.replace(/made-[a-z0-9]{5}/g, 'made-*')
			.replace(/\b10\.0\.\d+\.\d+\b(?!\/)/g, 'ADDRESS')
			.replace(/(ResourceVersion in the precondition|ResourceVersion in record) \(\d+\)/g, '$1 (VERSION)');
	}
}

/** Returns the items sorted and deduplicated: some servers report one cause twice. */
function distinct(items: readonly JsonValue[]): JsonValue[] {
	const byText = new Map(items.map((item) => [JSON.stringify(item), item] as const));
	return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

const isGivenPort = (name: string, port: number): boolean => ['nodePort', 'healthCheckNodePort'].includes(name) && port >= 30_000 && port <= 32_770;
const isUid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

function keyOf(entry: JsonObject): string {
	return JSON.stringify([entry.operation, entry.manager, entry.apiVersion, entry.subresource, entry.fieldsV1]);
}

function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
	if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
	const base = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {};
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) delete base[name];
		else base[name] = mergePatch(base[name], value);
	}
	return base;
}
