/** Model as `orch dev` sends it to its server, in one vocabulary. A message has only the types that changed since the last one. */
import type { KindDescriptor, TypeDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { ServedSpecs } from '../../../runtime/model/development.ts';
import { speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { reachableTypes } from '../../../runtime/schema/properties.ts';
import { servedDocs } from '../../emit/typescript/docs.ts';
import type { Model } from '../../model.ts';

type Hooks = Pick<ServedSpecs, 'kindHooks' | 'groupHooks'>;

export interface SpecChanges {
	readonly specs: ServedSpecs;
	/** Phrases such as `Widget changed`. */
	readonly changes: readonly string[];
}

/** Serialized parts of a model; equal texts are equal parts. */
interface Texts {
	readonly types: ReadonlyMap<TypeName, string>;
	readonly docs: ReadonlyMap<TypeName, string>;
	/** Kinds by storage name; the text covers descriptor, description and hooks. */
	readonly kinds: ReadonlyMap<string, { readonly name: string; readonly text: string }>;
	readonly groups: string;
}

/** Serializes a value; bigints get the suffix `n`. */
function textOf(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}

export class SpecTelling {
	readonly #words: Vocabulary;
	#told: Texts = { types: new Map(), docs: new Map(), kinds: new Map(), groups: '' };
	/** Specs that the server serves; others than the last sent ones when it refused these. */
	#served: Texts | undefined;

	constructor(words: Vocabulary) {
		this.#words = words;
	}

	/** Returns the message for a model. The server then has these specs, whether or not it serves them. */
	tell({ catalog, docs: allDocs, kindDocs }: Model, hooks: Hooks): SpecChanges {
		const { release, releases, gates, typeNames } = catalog;
		const docs = servedDocs({ catalog, docs: allDocs });
		const texts: Texts = {
			types: new Map(typeNames.map((name) => [name, textOf(catalog.type(name))])),
			docs: new Map(typeNames.map((name) => [name, textOf(docs[name] ?? {})])),
			kinds: new Map(
				catalog.kinds.map((kind) => [
					kind.storageName,
					{ name: kind.kind, text: textOf([kind, kindDocs[kind.storageName]?.description, hooksOf(kind, hooks, this.#words)]) },
				]),
			),
			groups: textOf([catalog.groups, hooks.groupHooks]),
		};
		const isNew = (kind: 'types' | 'docs') => (name: TypeName) => texts[kind].get(name) !== this.#told[kind].get(name);
		const specs: ServedSpecs = {
			release,
			releases,
			gates: speakAll(gates, this.#words),
			groups: speakAll(catalog.groups, this.#words),
			kinds: speakAll(catalog.kinds, this.#words),
			typeNames,
			types: typeNames.filter(isNew('types')).map((name) => speakAll(catalog.type(name), this.#words)),
			docs: speakAll(Object.fromEntries(typeNames.filter(isNew('docs')).map((name) => [name, docs[name] ?? {}])), this.#words),
			...hooks,
		};
		const changes = this.#served === undefined ? [] : changesOf(this.#served, texts, (kind) => typesOf(kind, (name) => catalog.type(name)), catalog.kinds);
		this.#told = texts;
		return { specs, changes };
	}

	/** Records that the server serves the last message. */
	served(): void {
		this.#served = this.#told;
	}
}

function hooksOf({ storageName }: KindDescriptor, { kindHooks }: Hooks, words: Vocabulary): string | undefined {
	return kindHooks.find(({ name }) => name === speakAll(storageName, words))?.path;
}

function typesOf({ versions }: KindDescriptor, lookup: (name: TypeName) => TypeDescriptor): ReadonlySet<TypeName> {
	return new Set(versions.flatMap(({ type }) => reachableTypes(type, lookup).map(({ name }) => name)));
}

/** Describes the changes: `Gadget added`, `Widget changed`. */
function changesOf(before: Texts, now: Texts, typesOfKind: (kind: KindDescriptor) => ReadonlySet<TypeName>, kinds: readonly KindDescriptor[]): string[] {
	const moved = new Set([...now.types.keys()].filter((name) => now.types.get(name) !== before.types.get(name) || now.docs.get(name) !== before.docs.get(name)));
	const changed = kinds.flatMap((kind) => {
		const old = before.kinds.get(kind.storageName);
		if (old === undefined) return [`${kind.kind} added`];
		if (old.text !== now.kinds.get(kind.storageName)?.text) return [`${kind.kind} changed`];
		return moved.size > 0 && [...typesOfKind(kind)].some((name) => moved.has(name)) ? [`${kind.kind} changed`] : [];
	});
	const removed = [...before.kinds].filter(([name]) => !now.kinds.has(name)).map(([, { name }]) => `${name} removed`);
	const all = [...changed, ...removed];
	if (all.length === 0 && before.groups !== now.groups) return ['groups changed'];
	return all;
}
