/**
 * Objects that were stored in another version than their kind is stored in now, or with other selectable fields beside them. Which
 * version that is changes with the specs and with the release emulated. They are converted when they are first used; not here: what
 * requests bring (`serving/resources.ts`), and the rewriting of what is stored (the controller of storage versions).
 */
import { parseWhole } from '../../codec/item-form.ts';
import { apiVersionOf } from '../../model/api-version.ts';
import type { Catalog, JsonObject } from '../../model/catalog.ts';
import { compile } from '../../schema/compile.ts';
import type { ServedResource } from '../../serving/resource.ts';
import { Resources, type ServedResources } from '../../serving/resources.ts';
import { storedVersionOf } from '../../serving/stored-version.ts';
import type { Key, Mutation } from '../../storage/store.ts';
import type { StoredVersions, WrittenState } from '../../storage/versions.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson } from '../../wire/json/json.ts';
import { metadataOf } from './metadata/metadata.ts';
import { storedForm } from './stored-form.ts';

export interface Catalogs {
	/** Of the release emulated: its versions are what is stored now. */
	readonly now: Catalog;
	/** Of all releases, which knows versions that this one does not have. */
	readonly ever: Catalog;
}

/** Rules and hooks stay out of it: what is stored was accepted once. Nothing is compiled before an object needs it. */
export function storedVersions({ now, ever }: Catalogs): StoredVersions {
	const current = new Map<string, string>(now.kinds.map((kind) => [kind.storageName, storedVersionOf(kind)]));
	let lookups: { readonly now: ServedResources; readonly ever: ServedResources } | undefined;
	return {
		current: (resource) => current.get(resource),
		convert(key, state) {
			lookups ??= { now: new Resources(now, compile(now), {}), ever: new Resources(ever, compile(ever), {}) };
			const target = lookups.now.stored(key.resource);
			return target === undefined ? state : inVersion(key, state, target, lookups.ever);
		},
	};
}

function inVersion(key: Key, { bytes }: WrittenState, target: ServedResource, ever: ServedResources): WrittenState {
	const object = parseJson(Buffer.from(bytes).toString()) as JsonObject;
	const form = storedForm(String(object.apiVersion) === target.storageApiVersion ? object : converted(key, object, target, ever), target);
	return { bytes: Buffer.from(form.text), side: form.side, version: form.version };
}

function converted({ namespace, name }: Key, object: JsonObject, target: ServedResource, ever: ServedResources): JsonObject {
	const apiVersion = String(object.apiVersion);
	const from = servedAs(apiVersion, target, ever);
	const to = servedAs(target.storageApiVersion, target, ever);
	if (from !== undefined && to !== undefined) return to.fromStorage(from.toStorage(object));
	const where = namespace === '' ? name : `${namespace}/${name}`;
	throw new Error(
		`${target.kind.plural} ${JSON.stringify(where)} is stored as ${apiVersion}, which its kind does not have: add that version to its spec, with how it converts`,
	);
}

function servedAs(apiVersion: string, { kind }: ServedResource, resources: ServedResources): ServedResource | undefined {
	const known = resources.stored(kind.storageName)?.kind.versions.find((version) => apiVersionOf(version) === apiVersion);
	return known && resources.resource(known.group, known.version, kind.plural);
}

/** Writes an object of the cache as its kind is stored now, if nobody has written it since. */
export function rewriting(object: CachedObject, target: ServedResource): Mutation {
	const whole = parseWhole(object);
	const { resourceVersion: _, ...metadata } = metadataOf(whole);
	const form = storedForm({ ...whole, metadata }, target);
	const { namespace, name, revision } = object;
	return { resource: target.kind.storageName, namespace, name, expected: revision, bytes: Buffer.from(form.text), side: form.side, version: form.version };
}
