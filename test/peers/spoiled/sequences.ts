/** Objects of every kind with something changed that is mostly for the worse: created, and in the place of good ones. Nothing of them is kept. */
import { isIP } from 'node:net';
import { builtInSpecs, readSources } from '../../../generator/command/spec-roots.ts';
import { generate } from '../../../generator/generate.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { narrow } from '../../../runtime/schema/release.ts';
import { Random } from '../../suites/front-door/random.ts';
import type { Target } from '../play.ts';
import { namespace } from '../servers.ts';
import type { Sequence, Step } from '../steps.ts';
import { changed } from './change.ts';

/** Changes of one object: mostly one, whose causes are compared one by one. */
const changeCounts = [1, 1, 1, 2, 3];

/** Kinds whose objects others write while they are looked at, or give others what they have. */
const written: ReadonlySet<string> = new Set(['FlowSchema', 'PriorityLevelConfiguration', 'ServiceCIDR', 'APIService', 'CustomResourceDefinition']);

interface Example {
	readonly kind: KindDescriptor;
	readonly object: JsonObject;
}

/** `kinds`: only these. Kinds and versions take turns, so that each is met as often as any other. Throws where a kind has no example to begin with. */
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

function sequenceOf(kind: KindDescriptor, { group, version, type }: VersionDescriptor, example: JsonObject, catalog: Catalog, random: Random): Sequence {
	const target: Target = {
		kind: kind.kind,
		roots: [group === '' ? `/api/${version}` : `/apis/${group}/${version}`],
		plural: kind.plural,
		...(kind.scope === 'Cluster' && { isCluster: true }),
	};
	const { name } = (example.metadata ?? {}) as JsonObject;
	// Names that are addresses are the example's own; with those, nothing can be stored by many at once.
	const isNamed = isIP(String(name)) !== 0;
	const good = withMetadata(example, { name: isNamed ? (name ?? '') : '$name' }, kind);
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

function withMetadata(object: JsonObject, metadata: JsonObject, { scope }: KindDescriptor): JsonObject {
	const { name: _, namespace: __, ...rest } = (object.metadata ?? {}) as JsonObject;
	const place = scope === 'Cluster' ? {} : { namespace };
	return { ...object, apiVersion: '$apiVersion', kind: '$kind', metadata: { ...rest, ...metadata, ...place } };
}

function step(verb: Step['verb'], body: JsonObject, query: Readonly<Record<string, string>>): Step {
	return { verb, root: 0, subresource: '', query, agent: 'curl/7.88.1', body };
}
