/**
 * Finds values that a conversion loses in a round trip of declared and sample objects. A loss is an error unless the version accepts it
 * under `loses`, with a reason. Runs once there are no other errors.
 */

import type { Catalog, ConversionStep, JsonObject, Release, TypeName } from '../../../runtime/model/catalog.ts';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import type { CompiledType } from '../../../runtime/schema/compiled.ts';
import { conversion } from '../../../runtime/schema/convert.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { propertiesOf, reachableTypes } from '../../../runtime/schema/properties.ts';
import { compareText, type Report } from '../diagnostics/diagnostic.ts';
import { at, keyNode, type MapNode, mapAt, plain } from '../source/node.ts';
import type { ExampleObject, ObjectChecks } from './examples.ts';
import { cutTexts, holderOf, separatedParts } from './joined-texts.ts';
import { type LostValue, lostValues } from './lost-values.ts';
import { randomFrom, type Sampling, sample } from './sample.ts';

/** Version that is not the storage version, and its conversion. */
export interface ConvertedVersion {
	readonly node: MapNode;
	/** Versions whose `loses` accepts losses: this one, and those between it and the storage version. */
	readonly losing: readonly MapNode[];
	/** True when the version states its steps to the storage version, so that each of its accepted losses occurs there. */
	readonly isDirect: boolean;
	readonly version: string;
	readonly here: TypeName;
	readonly storage: TypeName;
	readonly steps: readonly ConversionStep[];
	/** First release that no longer serves the version. */
	readonly removed: Release | undefined;
}

/**
 * Number of sample objects per version. The first two objects hold only zero values. Of the others, every second one has all fields set,
 * the rest a random part. More are made, up to `mostSampled`, until each member of each union has occurred.
 */
const sampled = 24;
const mostSampled = 500;

export function checkRoundTrip(
	versions: readonly ConvertedVersion[],
	examples: readonly ExampleObject[],
	{ catalog, passed, types, report: toAll }: Omit<ObjectChecks, 'vocabulary'>,
): void {
	const narrowed = new Map<string, Catalog>();
	for (const version of versions) {
		const releases = lastReleases(version, catalog);
		const name = `${releases.release} ${releases.product}`;
		const declared = examples.filter(({ type }) => type === version.storage).map(({ node }) => plain(node) as JsonObject);
		const { node, here, storage, steps } = version;
		const depends = [
			'losses',
			steps,
			accepted(version),
			declared,
			releases.release,
			catalog.releases,
			catalog.gates,
			releases.product ?? null,
			types.ofType(here),
			types.ofType(storage),
		];
		passed.check(depends, toAll, (report) => {
			const known = narrowed.get(name) ?? narrow(catalog, releases.release, {}, releases.product);
			narrowed.set(name, known);
			try {
				reportLosses(version, lostPaths(version, declared, known), report);
			} catch (error) {
				if (!(error instanceof MalformedError)) throw error;
				report(
					at(node, 'name') ?? node,
					`what an object of ${version.version} becomes in the storage version, or the other way round, cannot be read: ${error.message}`,
				);
			}
		});
	}
}

/** Returns the paths that may be lost. */
function accepted({ losing }: ConvertedVersion): readonly string[] {
	return losing.flatMap((node) => [...(mapAt(node, 'loses')?.entries.keys() ?? [])]);
}

/**
 * Returns the last releases that serve the version. In them, the storage version has the most fields. A version of the product is served by
 * every release of the platform.
 */
function lastReleases(
	{ removed, here }: ConvertedVersion,
	{ releases, product, type }: Catalog,
): { readonly release: Release; readonly product: Release | undefined } {
	const last = (known: readonly Release[], until: Release | undefined): Release => {
		const served = known.filter((release) => until === undefined || compareReleases(release, until) < 0);
		return served.at(-1) ?? known[0] ?? '';
	};
	const isOfProduct = type(here).product === true;
	return { release: last(releases, isOfProduct ? undefined : removed), product: product && last(product.releases, isOfProduct ? removed : undefined) };
}

interface RoundTripLoss extends LostValue {
	/** Version that has the field. */
	readonly of: 'storage' | 'here';
	/** Separator of a joined string. Set when the value is lost only because a part contains the separator. */
	readonly separator?: string;
}

function lostPaths({ here, storage, steps }: ConvertedVersion, declared: readonly JsonObject[], catalog: Catalog): RoundTripLoss[] {
	const schemas = compile(catalog);
	const way = conversion(steps, { here, storage }, catalog);
	const [hereType, storageType] = [schemas.type(here), schemas.type(storage)];
	const exclusive = {
		storage: steps.flatMap((step) => (step.kind === 'split' ? alternatives(step, storage, catalog) : [])),
		here: steps.flatMap((step) => (step.kind === 'merge' ? alternatives(step, here, catalog) : [])),
	};
	const found = new Map<string, RoundTripLoss>();
	const compare = (of: RoundTripLoss['of'], type: TypeName, before: JsonObject, after: JsonObject): void => {
		for (const lost of lostValues(catalog, type, before, after)) {
			const name = `${of} ${lost.path}`;
			const other = found.get(name);
			const said = other === undefined ? lost.said : new Set([...other.said, ...lost.said]);
			found.set(name, { ...lost, of, said, onlyZero: lost.onlyZero && other?.onlyZero !== false });
		}
	};
	const back: Readonly<Record<RoundTripLoss['of'], (before: JsonObject) => JsonObject>> = {
		storage: (before) => read(way.toStorage(read(way.fromStorage(before), hereType)), storageType),
		here: (before) => read(way.fromStorage(read(way.toStorage(before), storageType)), hereType),
	};
	const texts = cutTexts(steps, { here, storage }, catalog);
	for (const object of [...declared, ...samplesOf(storage, catalog, { exclusive: exclusive.storage, texts })]) {
		const before = readable(object, storageType);
		compare('storage', storage, before, back.storage(before));
	}
	for (const object of samplesOf(here, catalog, { exclusive: exclusive.here, texts })) {
		const before = readable(object, hereType);
		compare('here', here, before, back.here(before));
	}
	for (const { side, separator, text } of separatedParts(steps, { here, storage }, catalog)) {
		const [type, compiled] = side === 'here' ? ([here, hereType] as const) : ([storage, storageType] as const);
		for (const object of samplesOf(type, catalog, { exclusive: exclusive[side], texts: [text] })) {
			const before = readable(object, compiled);
			for (const lost of lostValues(catalog, type, before, back[side](before))) {
				const isPart = lost.path === text.name || lost.path.endsWith(`.${text.name}`);
				if (isPart && !found.has(`${side} ${lost.path}`)) found.set(`${side} ${lost.path}`, { ...lost, of: side, separator });
			}
		}
	}
	const all = [...found.values()];
	const isWithin = (inner: RoundTripLoss, outer: RoundTripLoss): boolean => inner.of === outer.of && inner.path.startsWith(`${outer.path}.`);
	// A lost zero is reported only if no other value of the object around it is lost.
	const named = all.filter((lost) => !lost.onlyZero || !all.some((outer) => !outer.onlyZero && isWithin(lost, outer)));
	return [...byFields(named, isWithin)].sort((a, b) => compareText(a.path, b.path));
}

/** Yields lost fields in place of the lost objects around them, including all other fields that such an object had. */
function* byFields(named: readonly RoundTripLoss[], isWithin: (inner: RoundTripLoss, outer: RoundTripLoss) => boolean): Generator<RoundTripLoss> {
	const told = new Set(named.filter((lost) => !named.some((inner) => isWithin(inner, lost))));
	yield* told;
	for (const outer of named) {
		if (told.has(outer)) continue;
		for (const path of outer.said) {
			const field = { ...outer, path, said: new Set<string>() };
			if ([...told].some((one) => one.of === field.of && (one.path === path || isWithin(field, one)))) continue;
			told.add(field);
			yield field;
		}
	}
}

function* samplesOf(type: TypeName, catalog: Catalog, forms: Pick<Sampling, 'exclusive' | 'texts'>): Generator<JsonObject> {
	const chosen = new Map<string, number>();
	const members = unionMembers(type, catalog);
	const made = (seed: number, density: number, zero?: Sampling['zero']) =>
		sample(type, { catalog, ...forms, chosen, zero, random: randomFrom(seed * 7919), density });
	yield made(mostSampled + 1, 1, 'first');
	yield made(mostSampled + 2, 1, 'last');
	for (let seed = 1; seed <= mostSampled; seed++) {
		if (seed > sampled && members.every((member) => chosen.has(member))) return;
		yield made(seed, seed % 2 === 1 ? 1 : 0.7);
	}
}

/** Returns the members of all unions, under the keys with which sample objects are counted. */
function unionMembers(root: TypeName, catalog: Catalog): string[] {
	const lookup = (name: TypeName) => catalog.type(name);
	return reachableTypes(root, lookup)
		.filter(({ name }) => !name.startsWith('meta/'))
		.flatMap(({ name }) => propertiesOf(lookup(name), lookup).flatMap((property) => (property.field.union === undefined ? [] : [`${name} ${property.name}`])));
}

/** Returns the two sibling fields of which a value that is a number or a text sets one. `root` is the type of the version that has them. */
function alternatives(
	{ type, integer, string }: Extract<ConversionStep, { kind: 'split' | 'merge' }>,
	root: TypeName,
	catalog: Catalog,
): Sampling['exclusive'] {
	const [parent, number] = [integer.split('.').slice(0, -1), integer.split('.').at(-1) ?? ''];
	const text = string.split('.').at(-1) ?? '';
	if (string !== [...parent, text].join('.')) return [];
	const holder = holderOf(parent, type, root, catalog);
	return holder === undefined ? [] : [{ type: holder, names: [number, text] }];
}

function read(object: JsonObject, type: CompiledType): JsonObject {
	return type.read(object, { notices: [] });
}

function readable(object: JsonObject, type: CompiledType): JsonObject {
	const result = read(object, type);
	type.applyDefaults(result);
	return result;
}

function reportLosses(converted: ConvertedVersion, found: readonly RoundTripLoss[], report: Report): void {
	const { node, version, isDirect } = converted;
	const loses = isDirect ? mapAt(node, 'loses') : undefined;
	const names = accepted(converted);
	const used = new Set<string>();
	for (const lost of found) {
		const { path } = lost;
		const name = names.find((one) => path === one || path.startsWith(`${one}.`));
		if (name !== undefined) used.add(name);
		else report(at(node, 'name') ?? node, `${path} ${lossMessage(version, lost)}`);
	}
	for (const name of names) if (!used.has(name) && loses !== undefined) report(keyNode(loses, name), `"loses" names ${name}, which loses no data`);
}

/** End of a message about a field of which only zero values are lost. */
const zeroLost = ', where it is 0, false or "": let the fields that it becomes tell that from absence (no "presence": "omitZero" or "always"), or state';

function lossMessage(version: string, { of, inAtomicList, onlyZero, separator }: RoundTripLoss): string {
	if (separator !== undefined) {
		const way = of === 'here' ? `of ${version} does not return from the storage version` : `does not return from ${version}`;
		return `${way} where it holds ${JSON.stringify(separator)}, which counts as its end: state under "loses" why it never contains that`;
	}
	return `${consequence(version, of, inAtomicList)}${onlyZero ? zeroLost : ': name its target under "converts", or'} the reason for the loss under "loses"`;
}

function consequence(version: string, of: RoundTripLoss['of'], inAtomicList: boolean): string {
	if (of === 'here') return `of ${version} does not return from the storage version`;
	if (inAtomicList) return `does not return from ${version}, and is lost when a write through ${version} changes the list that it is in`;
	return `does not return from ${version}: who reads ${version} does not see it, and a write through ${version} leaves it as it is`;
}
