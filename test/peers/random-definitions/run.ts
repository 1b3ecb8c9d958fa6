/** Compares this server with kube-apiserver over random definitions and random objects of their kinds. */
import { setTimeout as pause } from 'node:timers/promises';
import { Random, randomSchema, randomValue } from '../../custom/random-schemas.ts';
import type { Loose } from '../../setup/loose.ts';
import { namespace, type Reply, type Server, startOrch, startPeer } from '../servers.ts';

const group = 'rand.example.com';
const json = { 'content-type': 'application/json' };
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** kube-apiserver delays creates of a kind for 2 s after it is established. */
const establishedMs = 3_000;
/** Definitions that exist at the same time. kube-apiserver needs 13 MB for each kind. */
const atOnce = 50;

export interface DefinitionsComparison {
	readonly release: string;
	readonly built: string;
	readonly peers: string;
	readonly seed: number;
	readonly definitions: number;
	/** Objects of each definition that both servers accept. */
	readonly objects: number;
}

export interface DefinitionsCompared {
	/** Number of definitions by status. */
	readonly definitions: ReadonlyMap<number, number>;
	/** Number of objects by status. */
	readonly objects: ReadonlyMap<number, number>;
	/** Objects for which kube-apiserver is known to answer otherwise. */
	readonly known: number;
	readonly differing: readonly Loose[];
}

interface RandomKind {
	readonly name: string;
	readonly schema: Loose;
	readonly random: Random;
}

type Both = (method: string, path: string, content?: Loose) => Promise<[Reply, Reply]>;

export async function compareDefinitions({ release, built, peers, seed, ...counts }: DefinitionsComparison): Promise<DefinitionsCompared> {
	const servers: Server[] = [];
	try {
		const ours = await startOrch(built, release);
		servers.push(ours);
		const theirs = await startPeer(peers, release);
		servers.push(theirs);
		const both: Both = (method, path, content) => {
			const text = content === undefined ? undefined : JSON.stringify(content);
			return Promise.all([ours.ask(method, path, text, json), theirs.ask(method, path, text, json)]);
		};
		return await compared(both, seed, counts);
	} finally {
		await Promise.all(servers.map((server) => server.stop()));
	}
}

async function compared(both: Both, seed: number, counts: { readonly definitions: number; readonly objects: number }): Promise<DefinitionsCompared> {
	const found = { definitions: new Map<number, number>(), objects: new Map<number, number>(), known: 0, differing: [] as Loose[] };
	for (let from = 0; from < counts.definitions; from += atOnce) {
		const kinds = await defined(both, seed, from, Math.min(atOnce, counts.definitions - from), found);
		await pause(establishedMs);
		for (let index = 0; index < counts.objects; index++) await Promise.all(kinds.map((kind) => compareObject(both, kind, found)));
		for (const { name } of kinds) await both('DELETE', `${definitions}/${name}.${group}`);
	}
	return found;
}

interface Found {
	readonly definitions: Map<number, number>;
	readonly objects: Map<number, number>;
	known: number;
	readonly differing: Loose[];
}

/** Creates definitions on both servers, and returns the kinds that both accept. */
async function defined(both: Both, seed: number, from: number, count: number, found: Found): Promise<readonly RandomKind[]> {
	const kinds: RandomKind[] = [];
	for (let index = from; index < from + count; index++) {
		const random = new Random(seed + index);
		const kind = { name: `r${index}s`, schema: randomSchema(random), random };
		const [ours, theirs] = await both('POST', definitions, definitionOf(kind));
		found.definitions.set(theirs.status, (found.definitions.get(theirs.status) ?? 0) + 1);
		if (ours.status !== theirs.status) found.differing.push({ schema: kind.schema, ours: ours.body, theirs: theirs.body });
		else if (ours.status === 201) kinds.push(kind);
	}
	return kinds;
}

async function compareObject(both: Both, { name, schema, random }: RandomKind, found: Found): Promise<void> {
	const mode = random.of(['Ignore', 'Warn', 'Strict']);
	const path = `/apis/${group}/v1/namespaces/${namespace}/${name}?dryRun=All&fieldValidation=${mode}`;
	const spec = randomValue(random, schema.properties.spec);
	const [ours, theirs] = await both('POST', path, { apiVersion: `${group}/v1`, kind: name.toUpperCase(), metadata: { name: 'one' }, spec });
	found.objects.set(theirs.status, (found.objects.get(theirs.status) ?? 0) + 1);
	if (JSON.stringify(sorted(essence(ours))) === JSON.stringify(sorted(essence(theirs)))) return;
	if (isKnown(theirs.body)) found.known++;
	else found.differing.push({ schema: schema.properties.spec, spec, mode, ours: ours.body, theirs: theirs.body });
}

function definitionOf({ name, schema }: RandomKind): Loose {
	const names = { plural: name, singular: name, kind: name.toUpperCase(), listKind: `${name.toUpperCase()}List` };
	const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
	const metadata = { name: `${name}.${group}` };
	return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec: { group, scope: 'Namespaced', names, versions } };
}

/** Returns what clients act on. Keys of maps stand in brackets here, and behind a dot there. */
function essence({ status, body, warnings }: Reply): Loose {
	const { spec, details } = body as Loose;
	if (status === 201) return { status, spec, warnings: warnings.length };
	const causes: string[] = (details?.causes ?? []).map(({ reason, field }: Loose) => `${reason} ${String(field).replace(/\[([a-z]+)\]/g, '.$1')}`);
	return { status, causes: [...new Set(causes)].sort() };
}

/** Reports whether kube-apiserver is known to answer otherwise: it counts an entry of the wrong type twice, and some numbers that are no integers. */
function isKnown(theirs: Loose): boolean {
	const causes: readonly Loose[] = theirs.details?.causes ?? [];
	return causes.some(({ message }) => /must be an object for an array of list-type map|must be of type integer (with|\(default) format/.test(message));
}

/** Returns the value with the members of objects in the order of their names. */
function sorted(value: Loose): Loose {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, sorted(value[name])]),
	);
}

/** Examples in a report; the rest is counted. */
const mostExamples = 5;

export function definitionsTable({ definitions, objects, known, differing }: DefinitionsCompared): string {
	const row = (what: string, counts: ReadonlyMap<number, number>): string => {
		const answers = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
		return `| ${what} | ${answers.join(', ')} |`;
	};
	const total = [...objects.values()].reduce((sum, count) => sum + count, 0);
	const summary = `${total} objects, ${differing.length} differ, ${known} as [listed](differences.md#customresourcedefinitions-and-apiservices)`;
	return [summary, '', '| request | answers |', '| --- | --- |', row('create a definition', definitions), row('create an object', objects)].join('\n');
}

export function definitionsReport(compared: DefinitionsCompared): string {
	return [definitionsTable(compared), ...compared.differing.slice(0, mostExamples).map((one) => JSON.stringify(one))].join('\n');
}
