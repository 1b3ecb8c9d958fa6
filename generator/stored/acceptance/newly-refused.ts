/**
 * Objects that a served version took by the promised specs and refuses by the current ones. The objects are the declared examples, made-up
 * ones, and each of these with one value changed. Two stages that differ in nothing that a version accepts give no finding.
 */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { Catalog, JsonObject, KindDescriptor, TypeName } from '../../../runtime/model/catalog.ts';
import type { Cause } from '../../../runtime/model/cause.ts';
import { valueAtField } from '../../../runtime/schema/conversion/field-paths.ts';
import type { ServedResource } from '../../../runtime/serving/resource.ts';
import { canonical } from '../../compat/json.ts';
import { randomFrom, sample } from '../../read/kinds/sample.ts';
import { generalField } from '../general-field.ts';
import { CreationJudge, causesOfCreation } from './judge.ts';
import { variants } from './variants.ts';

/** Examples of kinds by storage name; each has its apiVersion. */
export type Examples = Readonly<Record<string, { readonly examples: readonly { readonly object: JsonObject }[] }>>;

export interface NewRefusal {
	readonly storageName: string;
	readonly apiVersion: string;
	/** Path in the version, without indices and keys. */
	readonly field: string;
	readonly cause: Cause;
	readonly example: JsonObject;
}

/** Most objects that are tried in one version. */
const mostTried = 5000;

/** Made-up objects of a version, beside an empty one. */
const made = 4;

/** Finds the refusals of the kinds with these storage names. Both catalogs have all releases. */
export function newlyRefused(before: Catalog, now: Catalog, changed: readonly string[], examples: Examples): readonly NewRefusal[] {
	if (changed.length === 0) return [];
	const judges = { before: new CreationJudge(before), now: new CreationJudge(now) };
	return changed.flatMap((storageName) => {
		const [old, current] = [judges.before.kind(storageName), judges.now.kind(storageName)];
		if (old === undefined || current === undefined || old.stored === false) return [];
		return old.versions.flatMap((version) => {
			const apiVersion = apiVersionOf(version);
			const [was, is] = [judges.before.served(old, apiVersion), judges.now.served(current, apiVersion)];
			// A version that is not served any more is reported as such.
			if (was === undefined || is === undefined) return [];
			const declared = declaredIn(judges, was, current, examples[storageName]?.examples ?? []);
			return [...refusalsOf({ was, is, storageName, catalogs: [judges.before.catalog, judges.now.catalog] }, declared)];
		});
	});
}

interface ComparedVersion {
	readonly was: ServedResource;
	readonly is: ServedResource;
	readonly storageName: string;
	readonly catalogs: readonly [Catalog, Catalog];
}

/** Returns the declared examples as objects of the version `was`, if the earlier specs can read them. */
function declaredIn(
	judges: Readonly<Record<'before', CreationJudge>>,
	was: ServedResource,
	{ kind }: KindDescriptor,
	examples: Examples[string]['examples'],
): JsonObject[] {
	return examples.flatMap(({ object }) => {
		const from = judges.before.served(was.kind, String(object.apiVersion));
		if (from === undefined || causesOfCreation(from, object).length > 0) return [];
		return [{ ...was.fromStorage(from.toStorage(from.schema.read(object, { notices: [] }))), kind }];
	});
}

function* refusalsOf({ was, is, storageName, catalogs }: ComparedVersion, declared: readonly JsonObject[]): Generator<NewRefusal> {
	const { apiVersion, version, kind } = was;
	const lookup = { root: version.type, lookup: (name: string) => catalogs[0].type(name) };
	const head = { apiVersion, kind: kind.kind, metadata: { name: 'example' } };
	const told = new Set<string>();
	let tried = 0;
	for (const start of startsOf(was, catalogs, declared)) {
		for (const object of withVariants(start, version.type, catalogs)) {
			if (tried++ > mostTried) return;
			const example = { ...object, ...head };
			const refused = causesOfCreation(is, example);
			if (refused.length === 0 || causesOfCreation(was, example).length > 0) continue;
			for (const cause of refused) {
				const field = generalField(cause.field ?? '', lookup);
				if (told.has(field)) continue;
				told.add(field);
				yield { storageName, apiVersion, field, cause, example };
			}
		}
	}
}

function* withVariants(start: JsonObject, type: TypeName, catalogs: readonly [Catalog, Catalog]): Generator<JsonObject> {
	yield start;
	yield* variants(start, type, catalogs);
}

/** Returns objects that the earlier specs accept: one with as little as possible, the examples, and made-up ones. */
function startsOf(was: ServedResource, catalogs: readonly [Catalog, Catalog], declared: readonly JsonObject[]): readonly JsonObject[] {
	const chosen = new Map<string, number>();
	const sampled = Array.from({ length: made + 1 }, (_, seed) =>
		sample(was.version.type, { catalog: catalogs[0], random: randomFrom((seed + 1) * 7919), density: [0, 1, 0.7, 1, 0.4][seed] ?? 1, exclusive: [], chosen }),
	);
	const starts = new Map<string, JsonObject>();
	for (const object of [sampled[0] ?? {}, ...declared, ...sampled.slice(1)]) {
		const accepted = corrected(object, was, catalogs);
		if (accepted !== undefined) starts.set(canonical(accepted), accepted);
	}
	return [...starts.values()];
}

/** Most corrections of a made-up object, and most candidates for each. */
const mostCorrections = 60;
const mostCandidates = 2000;

/** Changes single values until the version accepts the object; undefined when that does not succeed. */
function corrected(object: JsonObject, was: ServedResource, catalogs: readonly [Catalog, Catalog]): JsonObject | undefined {
	const count = (one: JsonObject): number => causesOfCreation(was, { ...one, metadata: { name: 'example' } }).length;
	let best = object;
	let left = count(best);
	for (let round = 0; left > 0 && round < mostCorrections; round++) {
		let better: JsonObject | undefined;
		let candidates = 0;
		for (const candidate of variants(best, was.version.type, catalogs)) {
			if (candidates++ > mostCandidates) break;
			const causes = count(candidate);
			if (causes >= left) continue;
			better = candidate;
			left = causes;
			break;
		}
		if (better === undefined) return undefined;
		best = better;
	}
	return left === 0 ? best : undefined;
}

/** Returns the example as text: the value that is refused, and the object where it is short. */
export function exampleText({ cause, example }: Pick<NewRefusal, 'cause' | 'example'>): string {
	const { apiVersion: _, kind: __, metadata: ___, ...content } = example;
	const whole = JSON.stringify(content, bigintsAsText);
	const value = valueAtField(example, cause.field ?? '');
	const shown = whole.length <= 200 || value === undefined ? whole : JSON.stringify(value, bigintsAsText);
	return shown.length <= 300 ? shown : `${shown.slice(0, 297)}...`;
}

function bigintsAsText(_: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}
