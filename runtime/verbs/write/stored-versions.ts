/**
 * What is stored is in its kind's storage version, on which every reader relies. Which version that is changes with the specs
 * and with the release emulated, so what was stored before is rewritten at start, before anything is read.
 * Not here: conversion of what requests bring (`resources.ts`).
 */

import { apiVersionOf } from '../../model/api-version.ts';
import type { JsonObject, KindDescriptor } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Mutation, Revision, Row, Store } from '../../storage/store.ts';
import { parseJson } from '../../wire/json/json.ts';
import type { VerbContext } from '../contract.ts';
import { storedForm } from './stored-form.ts';

type Lookup = Pick<VerbContext, 'resource' | 'stored'>;

export interface StoredVersionsOptions {
	readonly store: Store;
	/** Every kind, with all its versions. */
	readonly kinds: readonly KindDescriptor[];
	/** Of the release emulated. */
	readonly now: Lookup;
	/** Of all releases, which know the versions that this one does not have; made when first needed. */
	readonly ever: () => Lookup;
}

/** Rows looked at, and rewritten in one transaction. */
const pageRows = 500;

/** How many objects were rewritten. Throws an Error with a sentence for the user when an object's version is not known any more. */
export async function rewriteStoredVersions({ store, kinds, now, ever }: StoredVersionsOptions): Promise<number> {
	const revision = await store.revision();
	const present = new Set(await store.resources());
	let rewritten = 0;
	for (const { storageName, versions } of kinds) {
		// Looking a kind up compiles it: not for those of which there is nothing.
		const target = present.has(storageName) ? now.stored(storageName) : undefined;
		if (target === undefined) continue;
		// Of a kind with one version the first object tells: its version may have taken the place of another in the spec.
		if (versions.length === 1) {
			const [first] = await store.at(revision, { resource: storageName, limit: 1 });
			if (first === undefined || isIn(first, target)) continue;
		}
		for await (const rows of pages(store, revision, storageName)) {
			const mutations = rows.filter((one) => !isIn(one, target)).map((one) => inVersion(one, target, ever()));
			if (mutations.length > 0) await store.commit(mutations);
			rewritten += mutations.length;
		}
	}
	// Who would resume a watch in the history would get the older form: let them list anew.
	if (rewritten > 0) await store.compact(await store.revision());
	return rewritten;
}

async function* pages(store: Store, revision: Revision, resource: string): AsyncGenerator<readonly Row[]> {
	let after: Row | undefined;
	for (;;) {
		const rows = await store.at(revision, { resource, limit: pageRows, ...(after && { after }) });
		after = rows.at(-1);
		if (after === undefined) return;
		yield rows;
	}
}

/** Stored text begins with kind and apiVersion. */
function isIn({ bytes }: Row, { kind, storageApiVersion }: ServedResource): boolean {
	const start = Buffer.from(`{"kind":${JSON.stringify(kind.kind)},"apiVersion":${JSON.stringify(storageApiVersion)},`);
	return bytes.length > start.length && start.equals(bytes.subarray(0, start.length));
}

function inVersion(row: Row, target: ServedResource, ever: Lookup): Mutation {
	const { resource, namespace, name, revision } = row;
	const object = parseJson(Buffer.from(row.bytes).toString()) as JsonObject;
	const apiVersion = String(object.apiVersion);
	const from = servedAs(apiVersion, target, ever);
	const to = servedAs(target.storageApiVersion, target, ever);
	if (from === undefined || to === undefined) {
		const where = namespace === '' ? name : `${namespace}/${name}`;
		throw new Error(
			`${target.kind.plural} ${JSON.stringify(where)} is stored as ${apiVersion}, which its kind does not have: add that version to its spec, with how it converts`,
		);
	}
	const form = storedForm(to.fromStorage(from.toStorage(object)), target);
	return { resource, namespace, name, expected: revision, bytes: Buffer.from(form.text), side: form.side };
}

function servedAs(apiVersion: string, { kind }: ServedResource, { resource, stored }: Lookup): ServedResource | undefined {
	const known = stored(kind.storageName)?.kind.versions.find((version) => apiVersionOf(version) === apiVersion);
	return known && resource(known.group, known.version, kind.plural);
}
