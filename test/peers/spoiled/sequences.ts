/**
 * Sequences that create objects of every kind with a change that is usually invalid, and update valid objects with it. No object is kept.
 */
import { isIP } from 'node:net';
import { builtInSpecs, readSources } from '../../../generator/command/spec-roots.ts';
import { generate } from '../../../generator/generate.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { Random } from '../../suites/front-door/random.ts';
import type { Target } from '../play.ts';
import { namespace } from '../servers.ts';
import type { Sequence, Step } from '../steps.ts';
import { changed } from './change.ts';

/** Number of changes of one object: mostly one, so that causes are compared one by one. */
const changeCounts = [1, 1, 1, 2, 3];

/** Kinds whose objects controllers write during the comparison, or whose values are allocated to others. */
const written: ReadonlySet<string> = new Set(['FlowSchema', 'PriorityLevelConfiguration', 'ServiceCIDR', 'APIService', 'CustomResourceDefinition']);

/** Kinds whose stored objects would block writes of others, because the webhooks that they configure do not exist. */
const calling: ReadonlySet<string> = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

interface Example {
	readonly kind: KindDescriptor;
	readonly object: JsonObject;
}

/** Returns sequences that change a valid object: each begins with a create, and later writes are stored. */
export async function updateSequences(release: string, count: number, seed: number, kinds?: readonly string[]): Promise<readonly Sequence[]> {
	const { catalog, examples } = await examplesAt(release, kinds);
	const random = new Random(seed);
	const places = examples
		.filter(({ kind, object }) => kind.verbs.includes('update') && !written.has(kind.kind) && !calling.has(kind.kind) && isIP(nameOf(object)) === 0)
		.flatMap(({ kind, object }) => kind.versions.filter(({ onRequest }) => onRequest !== true).map((version) => ({ kind, version, object })));
	return Array.from({ length: count }, (_, at) => {
		const place = places[at % places.length];
		if (place === undefined) throw new Error(`no kind of ${release} has an example`);
		return updatesOf(place.kind, place.version, place.object, catalog, random);
	});
}

/**
 * Returns sequences of all kinds, or only of `kinds`. Kinds and versions alternate, so that all are equally frequent. Throws for a kind
 * without an example.
 */
export async function spoiledSequences(release: string, count: number, seed: number, kinds?: readonly string[]): Promise<readonly Sequence[]> {
	const { catalog, examples } = await examplesAt(release, kinds);
	const random = new Random(seed);
	const places = examples.flatMap(({ kind, object }) =>
		kind.versions.filter(({ onRequest }) => onRequest !== true).map((version) => ({ kind, version, object })),
	);
	return Array.from({ length: count }, (_, at) => {
		const place = places[at % places.length];
		if (place === undefined) throw new Error(`no kind of ${release} has an example`);
		return sequenceOf(place.kind, place.version, place.object, catalog, random);
	});
}

async function examplesAt(
	release: string,
	kinds: readonly string[] | undefined,
): Promise<{ readonly catalog: Catalog; readonly examples: readonly Example[] }> {
	const { model } = await generate({ sources: await readSources([builtInSpecs]), emitters: [] });
	const vocabulary = model?.vocabularies.find(({ name }) => name === 'kubernetes');
	if (model === undefined || vocabulary === undefined) throw new Error('the built-in specs are not right');
	const { type, ...plain } = model.catalog;
	const catalog = narrow({ ...speakAll(plain, vocabulary), type: (name) => speakAll(type(name), vocabulary) }, release);
	const wanted = catalog.kinds.filter((kind) => kind.stored !== false && kind.verbs.includes('create') && (kinds?.includes(kind.kind) ?? true));
	const docs = speakAll(model.kindDocs, vocabulary);
	const examples = wanted.flatMap((kind) => (docs[kind.storageName]?.examples ?? []).map(({ object }) => ({ kind, object })));
	const without = wanted.filter((kind) => !examples.some((example) => example.kind === kind));
	if (without.length > 0) throw new Error(`there is no example of ${without.map(({ kind }) => kind).join(', ')}`);
	return { catalog, examples };
}

function nameOf({ metadata }: JsonObject): string {
	return String(((metadata ?? {}) as JsonObject).name ?? '');
}

function targetOf(kind: KindDescriptor, { group, version }: VersionDescriptor): Target {
	return {
		kind: kind.kind,
		roots: [group === '' ? `/api/${version}` : `/apis/${group}/${version}`],
		plural: kind.plural,
		...(kind.scope === 'Cluster' && { isCluster: true }),
	};
}

function sequenceOf(kind: KindDescriptor, version: VersionDescriptor, example: JsonObject, catalog: Catalog, random: Random): Sequence {
	const { type } = version;
	const target = targetOf(kind, version);
	// An object whose name is an address keeps that name, and concurrent sequences could not all store it.
	const isNamed = isIP(nameOf(example)) !== 0;
	const good = withMetadata(example, { name: isNamed ? nameOf(example) : '$name' }, kind);
	const changes = random.of(changeCounts);
	let bad = good;
	for (let times = changes; times > 0; times--) bad = changed(bad, type, catalog, random);
	const once = changes === 1 && { isOnceSpoiled: true as const };
	const dry = { dryRun: 'All' };
	const isDry = isNamed || written.has(kind.kind);
	if (isDry || random.below(2) === 0) return { kind: target, ...once, steps: [step('create', bad, dry)] };
	return {
		kind: target,
		...once,
		steps: [step('create', good, {}), step('put', withMetadata(bad, { name: '$name', resourceVersion: '$version' }, kind), dry)],
	};
}

/** Metadata of an update, mostly the required fields. */
const metadataOfUpdates: readonly JsonObject[] = [
	...Array.from({ length: 8 }, () => ({ resourceVersion: '$version' })),
	{ resourceVersion: '$older' },
	{},
	{ resourceVersion: '$version', generation: 7 },
	{ resourceVersion: '$version', uid: '$uid' },
	{ resourceVersion: '$version', uid: '00000000-0000-0000-0000-000000000000' },
	{ resourceVersion: '$version', creationTimestamp: '2020-01-01T00:00:00Z' },
	{ resourceVersion: '$version', deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 },
	{ resourceVersion: '$version', labels: { a: 'b' }, annotations: { a: 'b' } },
	{ resourceVersion: '$version', finalizers: ['example.com/a'] },
];
const queriesOfUpdates: readonly Step['query'][] = [{}, {}, {}, {}, { dryRun: 'All' }, { fieldValidation: 'Strict' }, { fieldValidation: 'Warn' }];
const mostUpdates = 4;

function updatesOf(kind: KindDescriptor, version: VersionDescriptor, example: JsonObject, catalog: Catalog, random: Random): Sequence {
	const good = withMetadata(example, { name: '$name' }, kind);
	const hasStatus = kind.subresources.status !== undefined;
	const steps: Step[] = [step('create', good, {})];
	while (steps.length <= mostUpdates) {
		const bad = random.below(6) === 0 ? good : changed(good, version.type, catalog, random);
		const subresource = hasStatus && random.below(3) === 0 ? 'status' : '';
		const query = random.of(queriesOfUpdates);
		const { metadata: _, apiVersion: __, kind: ___, ...rest } = bad;
		const sent =
			random.below(3) === 0
				? step('merge', { ...rest, metadata: random.of(metadataOfUpdates) }, query)
				: step('put', withMetadata(bad, { name: '$name', ...random.of(metadataOfUpdates) }, kind), query);
		steps.push({ ...sent, subresource });
	}
	return { kind: targetOf(kind, version), isOnceSpoiled: true, steps };
}

function withMetadata(object: JsonObject, metadata: JsonObject, { scope }: KindDescriptor): JsonObject {
	const { name: _, namespace: __, ...rest } = (object.metadata ?? {}) as JsonObject;
	const place = scope === 'Cluster' ? {} : { namespace };
	return { ...object, apiVersion: '$apiVersion', kind: '$kind', metadata: { ...rest, ...metadata, ...place } };
}

function step(verb: Step['verb'], body: JsonObject, query: Readonly<Record<string, string>>): Step {
	return { verb, root: 0, subresource: '', query, agent: 'curl/7.88.1', body };
}
