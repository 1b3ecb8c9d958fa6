/**
 * Derives steps for fields that `include` renames (`renamed`). Such a field moves to its name in the other version, whichever of the two is
 * stored. Steps under `converts` take precedence.
 */
import type { ConversionStep, Field, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { sourcesHere } from '../../../runtime/schema/conversion/steps.ts';
import type { ReadContext } from '../context.ts';
import { type Entry, type MapNode, mapAt, type Origin } from '../source/node.ts';
import { isBroken, schemaAtPath } from '../types/field-path.ts';
import { allFields } from '../types/json-fields.ts';
import type { PlacedStep } from './overlap.ts';
import { isAlike } from './schema-words.ts';

export interface RenamingVersions {
	readonly here: TypeName;
	readonly storage: TypeName;
	/** Steps in the spec. */
	readonly written: readonly ConversionStep[];
}

export function renamedFields(versions: RenamingVersions, context: ReadContext): PlacedStep[] {
	return new Renamings(versions, context).steps();
}

/** Two types that are counterparts, and the paths of their values. The paths are undefined in lists and maps, and after steps of a type. */
interface Pair {
	readonly here: TypeName;
	readonly storage: TypeName;
	readonly paths: Paths | undefined;
	/** Pairs of types around this one, on these paths. */
	readonly around: readonly string[];
}

interface Paths {
	readonly here: string;
	readonly storage: string;
}

interface RenameCandidate {
	readonly pair: Pair;
	readonly entry: Entry;
	readonly here: string;
	readonly storage: string;
}

type Move = Extract<ConversionStep, { kind: 'move' }>;

class Renamings {
	readonly #versions: RenamingVersions;
	readonly #context: ReadContext;
	readonly #found: RenameCandidate[] = [];
	readonly #seen = new Set<string>();

	constructor(versions: RenamingVersions, context: ReadContext) {
		this.#versions = versions;
		this.#context = context;
	}

	steps(): PlacedStep[] {
		const { here, storage } = this.#versions;
		this.#compare({ here, storage, paths: { here: '', storage: '' }, around: [] });
		// A type that also occurs in lists or maps is renamed everywhere, by a single step of the type.
		const typed = new Set(this.#found.flatMap(({ pair }) => (pair.paths === undefined ? [pair.here] : [])));
		const steps = new Map<string, PlacedStep>();
		for (const found of this.#found) {
			const { entry, pair } = found;
			const step = typed.has(pair.here) ? this.#ofType(found) : ofPath(found);
			if (step !== undefined && !this.#isWritten(step, pair)) steps.set(`${step.type} ${step.here} ${step.storage}`, { node: entry.key, step });
		}
		return [...steps.values()];
	}

	/** Returns the step of a type. Returns undefined when the field would need another target in another place. */
	#ofType({ pair, here, storage }: RenameCandidate): Move | undefined {
		if (this.#found.some((other) => other.pair.here === pair.here && other.here === here && other.storage !== storage)) return undefined;
		const start = this.#versions.here.slice(0, this.#versions.here.indexOf('.') + 1);
		return { kind: 'move', type: pair.here.startsWith(start) ? pair.here.slice(start.length) : pair.here, here, storage };
	}

	#compare(pair: Pair): void {
		const { here, storage, paths } = pair;
		const seen = `${here} ${storage} ${paths?.here} ${paths?.storage}`;
		if (here === storage || this.#seen.has(seen)) return;
		this.#seen.add(seen);
		const theirs = allFields(storage, this.#context);
		const [ownEntries, theirEntries] = [this.#entries(here), this.#entries(storage)];
		for (const field of allFields(here, this.#context)) {
			const written = this.#writtenTarget(field, pair);
			if (written !== undefined) {
				this.#descend(field.schema, written.schema, { ...pair, paths: written.paths });
				continue;
			}
			const own = ownEntries.get(field.name);
			const renamed = own === undefined ? undefined : counterpart(own, theirEntries);
			const other = theirs.find(({ name }) => name === (renamed?.name ?? field.name));
			if (other === undefined) continue;
			const from = own?.entry.origin === undefined ? renamed?.entry : own.entry;
			if (renamed !== undefined && from !== undefined && isAlike(field.schema, other.schema))
				this.#found.push({ pair, entry: from, here: field.name, storage: other.name });
			const inner = paths && { here: joined(paths.here, field.name), storage: joined(paths.storage, other.name) };
			this.#descend(field.schema, other.schema, { ...pair, paths: inner });
		}
	}

	/** Compares the types inside two values. `paths` of `pair`: paths of the values. */
	#descend(a: Schema, b: Schema, pair: Pair): void {
		if (a.kind === 'list' && b.kind === 'list') this.#descend(a.items, b.items, { ...pair, paths: undefined });
		else if (a.kind === 'map' && b.kind === 'map') this.#descend(a.values, b.values, { ...pair, paths: undefined });
		if (a.kind !== 'struct' || b.kind !== 'struct') return;
		const around = [...pair.around, `${pair.here} ${pair.storage}`];
		// The paths of a type that contains itself have no end.
		const paths = around.includes(`${a.type} ${b.type}`) ? undefined : pair.paths;
		this.#compare({ here: a.type, storage: b.type, paths, around });
	}

	/** Returns the target to which a step in the spec moves a field. */
	#writtenTarget(field: Field, { here, storage, paths }: Pair): { readonly schema: Schema; readonly paths: Paths | undefined } | undefined {
		for (const step of this.#versions.written) {
			if (step.kind !== 'move') continue;
			const isOfPath = step.type === undefined && paths !== undefined && step.here === joined(paths.here, field.name);
			if (!isOfPath && !(isOf(step, here) && step.here === field.name)) continue;
			const schema = schemaAtPath(isOfPath ? this.#versions.storage : storage, step.storage.split('.'), this.#context);
			// After a step of a type, the paths of objects differ from object to object.
			if (!isBroken(schema)) return { schema, paths: isOfPath ? { here: step.here, storage: step.storage } : undefined };
		}
		return undefined;
	}

	/** Reports whether a step in the spec moves the field already. */
	#isWritten(step: Move, { here, paths }: Pair): boolean {
		const name = step.here.split('.').at(-1) ?? '';
		return this.#versions.written.some((other) =>
			sourcesHere(other).some((source) =>
				other.type === undefined ? paths !== undefined && source === joined(paths.here, name) : isOf(other, here) && source === name,
			),
		);
	}

	/** Returns the fields of a type as its spec declares them, including those of inline objects. */
	#entries(type: TypeName): ReadonlyMap<string, SpecField> {
		const made = this.#context.types.get(type);
		const properties = made === undefined ? undefined : mapAt(made.node, 'properties');
		if (made === undefined || properties === undefined) return new Map();
		return new Map(
			made.descriptor.fields.flatMap(({ name, inline, schema }): [string, SpecField][] => {
				if (inline && schema.kind === 'struct' && schema.type !== type) return [...this.#entries(schema.type)];
				const entry = properties.entries.get(name);
				return entry === undefined ? [] : [[name, { properties, name, entry }]];
			}),
		);
	}
}

/** Field as its spec declares it. */
interface SpecField {
	readonly properties: MapNode;
	readonly name: string;
	readonly entry: Entry;
}

/**
 * Returns the same field under another name. Returns undefined if the other version lacks the field, if it has the same name there, or if
 * several fields match.
 */
function counterpart(own: SpecField, others: ReadonlyMap<string, SpecField>): SpecField | undefined {
	const lineage = lineageOf(own);
	const related = [...others.values()].filter((other) => {
		const theirs = lineageOf(other);
		return lineage.some((one) => theirs.some((each) => each.properties === one.properties && each.name === one.name));
	});
	const [only, second] = related;
	return second !== undefined || only?.name === own.name ? undefined : only;
}

/** Returns a field, the field from which it is included, the field from which that one is included, and so on. */
function lineageOf({ properties, name, entry }: SpecField): Origin[] {
	const lineage: Origin[] = [{ properties, name }];
	for (let origin = entry.origin; origin !== undefined; origin = origin.properties.entries.get(origin.name)?.origin) lineage.push(origin);
	return lineage;
}

function ofPath({ pair, here, storage }: RenameCandidate): Move {
	return { kind: 'move', here: joined(pair.paths?.here ?? '', here), storage: joined(pair.paths?.storage ?? '', storage) };
}

function isOf({ type }: ConversionStep, name: TypeName): boolean {
	return type !== undefined && (type === name || name.endsWith(`.${type}`));
}

function joined(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}
