/** Conversions by a hook: results keep the object's identity, and invalid results are not reported as client mistakes. */
import { expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { Resources } from '../../runtime/serving/resources.ts';

const served = narrow(catalog, '1.36');
const schemas = compile(served);
const metadata = { name: 'web', namespace: 'default', uid: 'u1', resourceVersion: '7', labels: { a: 'b' } };
const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3 };

/** Returns both conversions of an object, with a hook that converts every object with `make`. */
function ways(make: (object: JsonObject) => unknown) {
	const way = make as (object: JsonObject) => JsonObject;
	const resources = new Resources(served, schemas, { 'horizontalpodautoscalers.autoscaling': { convert: { v1: { toStorage: way, fromStorage: way } } } });
	const version = resources.resource('autoscaling', 'v1', 'horizontalpodautoscalers');
	if (version === undefined) throw new Error('not served');
	const object = () => ({ metadata: structuredClone(metadata), spec: structuredClone(spec) });
	return { toStorage: () => version.toStorage(object()), toCompared: () => version.toCompared(object()), fromStorage: () => version.fromStorage(object()) };
}

it.each<[string, (object: JsonObject) => JsonObject, JsonObject]>([
	['another name', (object) => ({ ...object, metadata: { ...metadata, name: 'other', namespace: 'kube-system', uid: 'u2', resourceVersion: '1' } }), metadata],
	['no metadata', ({ spec }) => ({ spec: spec ?? null }), { ...metadata, labels: undefined } as unknown as JsonObject],
	['metadata that are null', (object) => ({ ...object, metadata: null }), { ...metadata, labels: undefined } as unknown as JsonObject],
	['a finalizer of its own', (object) => ({ ...object, metadata: { ...metadata, finalizers: ['a.b/c'] } }), metadata],
	[
		'labels and annotations',
		(object) => ({ ...object, metadata: { labels: { c: 'd' }, annotations: { e: 'f' } } }),
		{ ...metadata, labels: { c: 'd' }, annotations: { e: 'f' } },
	],
])('an object stays what it is when its hook gives it %s', (_, make, expected) => {
	for (const way of Object.values(ways(make))) expect(way().metadata).toEqual(expected);
});

it.each<[string, unknown]>([
	['null', null],
	['nothing', undefined],
	['a number', 7],
	['a list', []],
	['a field of another type', { metadata, spec: { ...spec, maxReplicas: 'three' } }],
	['a number that is none', { metadata, spec: { ...spec, maxReplicas: Number.NaN } }],
	['labels that are no texts', { metadata: { labels: { a: 1 } }, spec }],
])('a hook that makes %s of an object is at fault, not the client', (_, made) => {
	for (const way of Object.values(ways(() => made))) {
		expect(way).toThrow(/the hook "convert" of HorizontalPodAutoscaler returned a value that is not a HorizontalPodAutoscaler of autoscaling\/v[12]: /);
		expect(way).not.toThrow(ApiError);
	}
});

it('a refusal of a hook keeps its words', () => {
	for (const way of Object.values(
		ways(() => {
			throw new ApiError('BadRequest', 'no such mode');
		}),
	))
		expect(way).toThrow(new ApiError('BadRequest', 'no such mode'));
});
