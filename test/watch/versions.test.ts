/** Tests objects stored under an earlier release in a version that a later release no longer stores. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { kindHooks } from '../../runtime/kinds/index.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { Resources } from '../../runtime/serving/resources.ts';
import type { Mutation } from '../../runtime/storage/store.ts';
import { storedForm } from '../../runtime/verbs/write/stored-form.ts';
import { SnapshotVersions } from '../../runtime/verbs/write/stored-versions.ts';
import { type Cache, openCache } from '../../runtime/watch/cache.ts';
import type { CachedObject, ShownVersions } from '../../runtime/watch/contract.ts';
import { parseJson } from '../../runtime/wire/json/json.ts';
import { type TemporaryStore, temporarySqliteStore } from '../suites/sqlite.ts';
import { kindParts } from '../verbs/kind-parts.ts';

const group = `networking.${vocabulary.groupDomain}`;
const ingresses = `ingresses.${group}`;
const ingress = catalog.kinds.find(({ kind }) => kind === 'Ingress');
const resource = ingress?.storageName ?? ingresses;

/** Catalog of a release that stores the earlier version; `now` is that of the default release. */
const earlier = narrow(catalog, '1.18', {});
const now = narrow(catalog, catalog.release, {});
const forms = { earlier: lookup(earlier), now: lookup(now) };

function lookup(of: typeof catalog) {
	const found = new Resources(of, compile(of), {}).stored(resource);
	if (found === undefined) throw new Error(`${of.release} stores no ingresses`);
	return found;
}

function ingressNamed(name: string): JsonObject {
	return {
		kind: 'Ingress',
		apiVersion: forms.earlier.storageApiVersion,
		metadata: { name, namespace: 'default', uid: `uid-${name}`, labels: { app: name } },
		spec: { backend: { serviceName: `service-of-${name}`, servicePort: 80 } },
	};
}

function creation(name: string, form: (typeof forms)['now']): Mutation {
	const object = ingressNamed(name);
	const beta = forms.earlier === form ? object : inVersionOfNow(object);
	const { text, side, version } = storedForm(beta, form);
	return { resource, namespace: 'default', name, expected: 0, bytes: Buffer.from(text), side, version };
}

function inVersionOfNow(object: JsonObject): JsonObject {
	const key = { resource, namespace: 'default', name: 'x' };
	const { text, side, version } = storedForm(object, forms.earlier);
	return parseJson(Buffer.from(new SnapshotVersions(catalog).of(now).convert(key, { bytes: Buffer.from(text), side, version }).bytes)) as JsonObject;
}

describe('objects in a version that a hook converts', () => {
	const key = { resource: 'horizontalpodautoscalers.autoscaling', namespace: 'default', name: 'x' };
	const version = 'autoscaling/v1';
	const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3, targetCPUUtilizationPercentage: 50 };
	const bytes = Buffer.from(JSON.stringify({ kind: 'HorizontalPodAutoscaler', apiVersion: version, metadata: { name: 'x' }, spec }));

	it('are converted by it', () => {
		const converted = new SnapshotVersions(catalog, kindHooks(vocabulary, kindParts())).of(now).convert(key, { bytes, side: '', version });
		const metrics = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } }];
		expect(specOf(converted.bytes as Buffer)).toEqual(['autoscaling/v2', { scaleTargetRef: spec.scaleTargetRef, maxReplicas: 3, metrics }]);
	});

	it('are an error where nothing converts', () => {
		expect(() => new SnapshotVersions(catalog).of(now).convert(key, { bytes, side: '', version })).toThrow(
			'no hook converts v1 of HorizontalPodAutoscaler, which its spec assigns to a hook: its hooks need "convert" with "v1"',
		);
	});
});

/** Returns versions that count conversions. */
function counted(): ShownVersions & { readonly conversions: () => number } {
	const versions = new SnapshotVersions(catalog).of(now);
	let conversions = 0;
	return {
		current: versions.current,
		form: () => wholeForm,
		convert(key, state) {
			conversions++;
			return versions.convert(key, state);
		},
		conversions: () => conversions,
	};
}

const specOf = (bytes: Buffer) => {
	const { apiVersion, spec } = parseJson(bytes) as JsonObject;
	return [apiVersion, spec];
};
const shown = (name: string) => [forms.now.storageApiVersion, { defaultBackend: { service: { name: `service-of-${name}`, port: { number: 80 } } } }];

describe('objects in an earlier version', () => {
	let under: TemporaryStore;
	let cache: Cache;
	beforeEach(async () => {
		under = await temporarySqliteStore();
	});
	afterEach(async () => {
		await cache.close();
		await under.destroy();
	});

	function rewriting(object: CachedObject): Mutation {
		const { namespace, name, revision } = object;
		const state = cache.rewritten(resource, object);
		if (state === undefined) throw new Error(`${name} is damaged`);
		return { resource, namespace, name, expected: revision, ...state };
	}

	it('are shown in the version of now wherever they are read, each converted when it is first used', async () => {
		const start = await under.store.revision();
		await under.store.commit(['a', 'b', 'c'].map((name) => creation(name, forms.earlier)));
		const made = await under.store.revision();
		await under.reopen();
		const versions = counted();
		cache = await openCache(under.store, { shown: versions });
		expect(versions.conversions()).toBe(0);
		expect(specOf(cache.get(resource, 'default', 'b')?.bytes ?? Buffer.of())).toEqual(shown('b'));
		expect(cache.get(resource, 'default', 'b')?.labels).toEqual({ app: 'b' });
		expect(versions.conversions()).toBe(1);
		expect([...cache.list(resource, 'default')].map(({ name, bytes }) => [name, specOf(bytes)])).toEqual(['a', 'b', 'c'].map((name) => [name, shown(name)]));
		expect(versions.conversions()).toBe(3);
		for (const { bytes, revision } of cache.list(resource, ''))
			expect((parseJson(bytes) as { metadata: JsonObject }).metadata.resourceVersion).toBe(String(revision));
		// Past states: the list at a revision, and the events of a watch.
		const past = await cache.at(made, { resource }, 10);
		expect(past.map(({ name, bytes }) => [name, specOf(bytes)])).toEqual(['a', 'b', 'c'].map((name) => [name, shown(name)]));
		const events = await cache.cursor(resource, start, { namespace: '', name: '' }).next(10, new AbortController().signal);
		expect(events.map(({ type, object }) => [type, specOf(object.bytes)])).toEqual(['a', 'b', 'c'].map((name) => ['ADDED', shown(name)]));
	});

	it('are shown in the version of now as what was before a change and before a delete', async () => {
		await under.store.commit(['a', 'b'].map((name) => creation(name, forms.earlier)));
		await under.reopen();
		cache = await openCache(under.store, { shown: counted() });
		const before = cache.revision;
		const [a, b] = [...cache.list(resource, 'default')];
		if (a === undefined || b === undefined) throw new Error('two objects are there');
		await cache.store.commit([rewriting(a), { resource, namespace: 'default', name: 'b', expected: b.revision }]);
		for (const cached of [true, false]) {
			if (!cached) {
				await cache.close();
				await under.reopen();
				cache = await openCache(under.store, { shown: counted() });
			}
			const events = await cache.cursor(resource, before, { namespace: '', name: '' }).next(10, new AbortController().signal);
			expect(events.map(({ type, object, previous }) => [type, specOf(object.bytes), specOf(previous?.bytes ?? Buffer.of())])).toEqual([
				['MODIFIED', shown('a'), shown('a')],
				['DELETED', shown('b'), shown('b')],
			]);
		}
	});

	it('are known until they are rewritten, and the rewritten ones are as they were', async () => {
		await under.store.commit(['a', 'b'].map((name) => creation(name, forms.earlier)));
		await under.reopen();
		cache = await openCache(under.store, { shown: counted() });
		expect([...cache.written(resource)]).toEqual([[forms.earlier.storedVersion, 2]]);
		await cache.store.commit([...cache.list(resource, '')].map(rewriting));
		expect([...cache.written(resource)]).toEqual([[forms.now.storedVersion, 2]]);
		await cache.close();
		await under.reopen();
		const versions = counted();
		cache = await openCache(under.store, { shown: versions });
		expect([...cache.list(resource, 'default')].map(({ bytes }) => specOf(bytes))).toEqual([shown('a'), shown('b')]);
		expect(versions.conversions()).toBe(0);
	});

	it('are not converted at the start, but when they are listed', async () => {
		const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
		await under.store.commit(names.map((name) => creation(name, forms.earlier)));
		await under.reopen();
		const versions = counted();
		cache = await openCache(under.store, { shown: versions });
		expect([cache.count(resource, ''), versions.conversions()]).toEqual([names.length, 0]);
		for (const { name, bytes } of cache.list(resource, 'default')) expect(specOf(bytes)).toEqual(shown(name));
		expect(versions.conversions()).toBe(names.length);
	});
});
