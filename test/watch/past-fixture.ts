/** Past objects of one resource, as tests record them and as lists at old versions return them. */
import { expect } from 'vitest';
import { compareText } from '../../runtime/model/text-order.ts';
import type { Mutation, Revision, Store } from '../../runtime/storage/store.ts';
import type { CachedObject, WatchCache } from '../../runtime/watch/contract.ts';

export const resource = 'things';

export interface Known {
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly value: number;
}

/** Objects by `namespace/name`. */
export type State = ReadonlyMap<string, Known>;

function mutationOf(state: State, namespace: string, name: string, value: number | undefined): Mutation {
	const expected = state.get(`${namespace}/${name}`)?.revision ?? 0;
	const key = { resource, namespace, name, expected };
	return value === undefined ? key : { ...key, bytes: Buffer.from(JSON.stringify({ metadata: { name }, value })), side: `{"l":{"odd":"${value % 2}"}}` };
}

/** Writes an object, or deletes it when the value is undefined, and returns the resulting state. */
export async function write(store: Store, state: State, namespace: string, name: string, value: number | undefined): Promise<State> {
	const [outcome] = await store.commit([mutationOf(state, namespace, name, value)]);
	if (outcome?.ok !== true) throw new Error(`${namespace}/${name} was not written`);
	const next = new Map(state);
	if (value === undefined) next.delete(`${namespace}/${name}`);
	else next.set(`${namespace}/${name}`, { namespace, name, revision: outcome.revision, value });
	return next;
}

/** Returns the objects of a list at a past revision. */
export async function objectsOf(
	cache: WatchCache,
	revision: Revision,
	namespace: string,
	after?: { readonly namespace: string; readonly name: string },
): Promise<Known[]> {
	return (await cache.at(revision, { resource, namespace: namespace || undefined, after }, 1000)).map(knownOf);
}

function knownOf({ namespace, name, revision, bytes, labels }: CachedObject): Known {
	const { metadata, value } = JSON.parse(bytes.toString()) as { metadata: { name: string; resourceVersion: string }; value: number };
	expect(metadata).toEqual({ name, resourceVersion: String(revision) });
	expect(labels).toEqual({ odd: String(value % 2) });
	return { namespace, name, revision, value };
}

export function ordered(state: State, namespace: string): Known[] {
	return [...state.values()]
		.filter((one) => namespace === '' || one.namespace === namespace)
		.sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}
