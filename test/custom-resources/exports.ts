/** Exports of kinds for a kube-apiserver that serves those kinds itself: in a separate group, with the list of lost rules. */
import { join } from 'node:path';
import { checkHooks, hookedKinds } from '../../generator/command/hooks.ts';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { exportCrd } from '../../generator/export/crd/custom-resource.ts';
import { generate } from '../../generator/generate.ts';
import type { Catalog, JsonObject, KindDescriptor, VersionDescriptor } from '../../runtime/model/catalog.ts';
import { speak, speakAll } from '../../runtime/model/vocabulary.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

export interface Export {
	readonly kind: KindDescriptor;
	/** Version of the sent objects. */
	readonly version: VersionDescriptor;
	/** Group that replaces the kind's own. */
	readonly group: string;
	readonly document: object;
	readonly lost: readonly string[];
	readonly hooked: boolean;
	readonly examples: readonly JsonObject[];
}

export interface Exports {
	/** Catalog of one release in the kubernetes vocabulary. */
	readonly catalog: Catalog;
	readonly exports: readonly Export[];
}

/** Example object of the kind in `test/peers/specs`, which has none of its own. */
const thing: JsonObject = {
	metadata: { name: 'thing' },
	spec: {
		replicas: 1,
		text: 'a',
		on: true,
		size: '50%',
		level: 'high',
		ports: [{ port: 80, protocol: 'UDP', name: 'dns' }],
		containers: [{ name: 'a', image: 'i', args: ['x'], tags: ['t'], env: [{ name: 'A', value: 'b' }] }],
		tags: ['a', 'b'],
		numbers: [1, 2],
		args: ['a'],
		settings: { a: 'b' },
		atomicMap: { a: 'b' },
		selector: { key: 'a', values: ['b'] },
		inner: { a: 'x', deeper: { a: 'y', b: 1 } },
		mapOfStructs: { a: { a: 'x' } },
		mapOfLists: { a: ['x'] },
		open: { known: 'x', other: 1 },
	},
};

/** Returns the exports of the stored kinds of these groups. */
export async function exportsOf(groups: readonly string[], release: string): Promise<Exports> {
	const roots = await specRoots([join(import.meta.dirname, '../peers/specs')]);
	const sources = await readSources(roots);
	const { model } = await generate({ sources, vocabulary: 'kubernetes', emitters: [] });
	const vocabulary = model?.vocabularies[0];
	if (model === undefined || vocabulary === undefined) throw new Error('the specs are not right');
	const hooked = await hookedKinds(model, (await checkHooks({ model, roots }, sources)).hooked);
	const { type, ...plain } = model.catalog;
	const raw = narrow(model.catalog, release);
	const catalog = narrow({ ...speakAll(plain, vocabulary), type: (name) => speakAll(type(name), vocabulary) }, release);
	const exports = raw.kinds.flatMap((kind): Export[] => {
		const version = kind.versions[kind.storageVersion];
		const spoken = catalog.kinds.find(({ storageName }) => storageName === speak(kind.storageName, vocabulary) || storageName === kind.storageName);
		if (version === undefined || spoken === undefined || kind.stored === false || !groups.includes(speak(version.group, vocabulary))) return [];
		const docs = model.kindDocs[kind.storageName];
		const isHooked = hooked.has(kind.storageName);
		const made = exportCrd({ kind, catalog: raw, docs: model.docs, description: docs?.description ?? '', vocabulary, hooked: isHooked });
		const own = speak(version.group, vocabulary);
		const group = `${own}.exported.example.com`;
		const { metadata, spec, ...rest } = made.document as { metadata: object; spec: object };
		const document = { ...rest, metadata: { ...metadata, name: `${kind.plural}.${group}` }, spec: { ...spec, group } };
		const examples = kind.kind === 'Thing' ? [thing] : speakAll(docs?.examples ?? [], vocabulary).map(({ object }) => object);
		return [{ kind: spoken, version: { ...version, group: own }, group, document, lost: made.lost, hooked: isHooked, examples }];
	});
	return { catalog, exports };
}
