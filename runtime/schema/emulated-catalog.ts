/**
 * Narrows the catalog to a release: its kinds, versions, fields, defaults and gates. The catalog covers all releases. `narrow` returns the
 * part that a server serves when it emulates one of them. Types without a history stay unchanged.
 */
import type {
	Catalog,
	ConversionStep,
	Field,
	GateDescriptor,
	JsonValue,
	KindDescriptor,
	OtherSubresource,
	Release,
	Schema,
	TypeDescriptor,
	TypeName,
	VersionDescriptor,
} from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';
import { CombinationError, composed, reversed } from './conversion/combined-steps.ts';

/** Reports whether a part that exists from `introduced` until before `removed` exists in a release. */
function isInForce(part: { readonly introduced?: Release; readonly removed?: Release }, release: Release): boolean {
	if (part.introduced !== undefined && compareReleases(release, part.introduced) < 0) return false;
	return part.removed === undefined || compareReleases(release, part.removed) < 0;
}

/** Releases of a catalog: the platform's and, if it has a calendar, the product's. */
type Releases = Pick<Catalog, 'release' | 'product'>;

/** Returns the release by which a kind, a type or a gate is judged. */
export function releaseFor({ product }: { readonly product?: true }, releases: Releases): Release {
	return product === true ? (releases.product?.release ?? releases.release) : releases.release;
}

/** Switches for all gates of a stage that are not set individually. */
const ofStage: Readonly<Record<string, Stage>> = { AllAlpha: 'alpha', AllBeta: 'beta' };

type Stage = GateDescriptor['stages'][number]['stage'];

/** Returns the stage of a gate in a release. Returns undefined before its introduction and after its removal. */
export function stageOf({ stages }: GateDescriptor, release: Release): GateDescriptor['stages'][number] | undefined {
	const current = stages.filter(({ from }) => compareReleases(from, release) <= 0).at(-1);
	return current?.stage === 'removed' ? undefined : current;
}

/** Gates, and the releases in which they are asked about. */
type GatesOfReleases = Releases & Pick<Catalog, 'gates'>;

/**
 * Returns the state of every gate in the catalog's release. `gates`: settings by gate name, or by `AllAlpha` and `AllBeta`. A gate that the
 * release no longer has keeps its final state. Throws for a gate that the release does not know, or whose state is fixed.
 */
export function gatesAt(catalog: GatesOfReleases, gates: Readonly<Record<string, boolean>> = {}): ReadonlyMap<string, boolean> {
	const state = new Map<string, boolean>();
	const unknown = new Set(Object.keys(gates).filter((name) => !Object.hasOwn(ofStage, name)));
	for (const gate of catalog.gates) {
		const { name } = gate;
		const release = releaseFor(gate, catalog);
		const current = stageOf(gate, release);
		if (current !== undefined) unknown.delete(name);
		const asked = Object.hasOwn(gates, name) ? gates[name] : undefined;
		if (asked !== undefined && current?.stage === 'stable' && asked !== current.default) {
			throw new Error(`cannot set feature gate ${name} to ${asked}, feature is locked to ${current.default}`);
		}
		const together = Object.keys(ofStage).find((word) => Object.hasOwn(gates, word) && ofStage[word] === current?.stage);
		const past = gate.stages.filter(({ from }) => compareReleases(from, release) <= 0).at(-1);
		state.set(name, asked ?? (together === undefined ? undefined : gates[together]) ?? past?.default ?? false);
	}
	if (unknown.size > 0) throw new Error(`unrecognized feature gate: ${[...unknown].join(', ')}`);
	return state;
}

/** Returns warnings about gates that were set by name, a sentence each. */
export function gateWarnings(catalog: GatesOfReleases, gates: Readonly<Record<string, boolean>>): readonly string[] {
	return catalog.gates.flatMap((gate) => {
		const word = { stable: 'GA', deprecated: 'deprecated' }[String(stageOf(gate, releaseFor(gate, catalog))?.stage)];
		if (word === undefined || !Object.hasOwn(gates, gate.name)) return [];
		return [`Setting ${word} feature gate ${gate.name}=${gates[gate.name]}. It will be removed in a future release.`];
	});
}

function closedAt(catalog: GatesOfReleases, state: ReadonlyMap<string, boolean>): ReadonlySet<string> {
	const isKnown = (gate: GateDescriptor): boolean => stageOf(gate, releaseFor(gate, catalog)) !== undefined;
	return new Set(catalog.gates.filter((gate) => state.get(gate.name) === false && isKnown(gate)).map(({ name }) => name));
}

/** Returns the gates that were disabled by name or by stage. */
function turnedOff(catalog: GatesOfReleases, gates: Readonly<Record<string, boolean>>): ReadonlySet<string> {
	const usual = gatesAt(catalog);
	const closed = closedAt(catalog, gatesAt(catalog, gates));
	return new Set([...closed].filter((name) => Object.hasOwn(gates, name) || usual.get(name) === true));
}

/** Throws an Error that lists the known releases, if this one is unknown. */
export function checkRelease({ releases }: Pick<Catalog, 'releases'>, release: Release): void {
	if (!releases.includes(release)) throw new Error(`release ${release} is not known; known are ${releases.join(', ')}`);
}

/**
 * Returns the catalog of a release. `product`: release of the product; by default that of its calendar. Throws for an unknown release or
 * gate.
 */
export function narrow(catalog: Catalog, release: Release, gates: Readonly<Record<string, boolean>> = {}, product = catalog.product?.release): Catalog {
	checkRelease(catalog, release);
	const emulated = { gates: catalog.gates, release, ...productAt(catalog, product) };
	const state = gatesAt(emulated, gates);
	const kinds = catalog.kinds.flatMap((kind) => narrowKind(kind, releaseFor(kind, emulated), state));
	const types = new Map<TypeName, TypeDescriptor>();
	return {
		...emulated,
		releases: catalog.releases,
		groups: narrowGroups(catalog, kinds),
		kinds,
		closedGates: closedAt(emulated, state),
		gatesTurnedOff: turnedOff(emulated, gates),
		typeNames: catalog.typeNames,
		type(name) {
			let type = types.get(name);
			if (type === undefined) {
				type = narrowType(catalog.type(name), emulated, state);
				types.set(name, type);
			}
			return type;
		},
	};
}

/** Returns the product's calendar at a release. Throws for an unknown release, and for one of a product without a calendar. */
export function productAt({ product }: Pick<Catalog, 'product'>, release: Release | undefined): Pick<Catalog, 'product'> {
	if (release === undefined) return {};
	if (product === undefined) throw new Error('the specs of this server have no product calendar');
	checkRelease(product, release);
	return { product: { ...product, release } };
}

/** Returns the group versions that still have a kind, or that never had one (shared types, reviews). */
function narrowGroups({ groups, kinds: before }: Catalog, kinds: readonly KindDescriptor[]): Catalog['groups'] {
	const key = (group: string, version: string): string => `${group}/${version}`;
	const served = new Set(kinds.flatMap(({ versions }) => versions.map(({ group, version }) => key(group, version))));
	const ever = new Set(before.flatMap(({ versions }) => versions.map(({ group, version }) => key(group, version))));
	return groups.flatMap((group) => {
		const versions = group.versions.filter((version) => served.has(key(group.group, version)) || !ever.has(key(group.group, version)));
		return versions.length === 0 ? [] : [versions.length === group.versions.length ? group : { ...group, versions }];
	});
}

function narrowKind(whole: KindDescriptor, release: Release, gates: ReadonlyMap<string, boolean>): readonly KindDescriptor[] {
	const kind = withGeneration(withSelectable(withVerbs(withColumns(withSubresources(whole, release, gates), release), release), release), release);
	const versions = kind.versions.filter((version) => isInForce(version, release) && (version.gate === undefined || gates.get(version.gate) === true));
	if (versions.length === 0) return [];
	if (versions.length === kind.versions.length) return [kind];
	const storage = kind.versions[kind.storageVersion];
	const kept = storage === undefined ? -1 : versions.indexOf(storage);
	if (kept >= 0) return [{ ...kind, versions, storageVersion: kept }];
	return [storedAs(kind, versions)];
}

function withSubresources(kind: KindDescriptor, release: Release, gates: ReadonlyMap<string, boolean>): KindDescriptor {
	const { status, other, ...rest } = kind.subresources;
	const kept = other?.flatMap((each) =>
		isInForce(each, release) && (each.gate === undefined || gates.get(each.gate) === true) ? [inVersionOf(each, release)] : [],
	);
	const hasStatus = status !== undefined && isInForce(status, release);
	const sameOthers = kept?.length === other?.length && (kept ?? []).every((each, index) => each === other?.[index]);
	if (hasStatus === (status !== undefined) && sameOthers) return kind;
	return { ...kind, subresources: { ...(hasStatus && { status }), ...rest, ...(kept !== undefined && kept.length > 0 && { other: kept }) } };
}

function withColumns(kind: KindDescriptor, release: Release): KindDescriptor {
	const columns = kind.columns.filter((column) => isInForce(column, release));
	return columns.length === kind.columns.length ? kind : { ...kind, columns };
}

function withVerbs(kind: KindDescriptor, release: Release): KindDescriptor {
	const { verbsIntroduced, ...rest } = kind;
	if (verbsIntroduced === undefined) return kind;
	return { ...rest, verbs: kind.verbs.filter((verb) => isInForce({ introduced: verbsIntroduced[verb] ?? '0.0' }, release)) };
}

function withGeneration(kind: KindDescriptor, release: Release): KindDescriptor {
	const { generationIntroduced, ...rest } = kind;
	if (generationIntroduced === undefined) return kind;
	return { ...rest, generation: kind.generation && isInForce({ introduced: generationIntroduced }, release) };
}

function withSelectable(kind: KindDescriptor, release: Release): KindDescriptor {
	const { selectableIntroduced, ...rest } = kind;
	if (selectableIntroduced === undefined) return kind;
	const isKnown = (field: string): boolean => isInForce({ introduced: selectableIntroduced[field] ?? '0.0' }, release);
	return { ...rest, selectableFields: kind.selectableFields.filter(isKnown) };
}

/** Returns the subresource with the version of its body that the release has. */
function inVersionOf(subresource: OtherSubresource, release: Release): OtherSubresource {
	const earlier = subresource.also?.find(({ before }) => before !== undefined && compareReleases(release, before) < 0);
	if (earlier === undefined) return subresource;
	const { also, ...rest } = subresource;
	const others = also?.filter((each) => each !== earlier) ?? [];
	return { ...rest, version: earlier.version, ...(others.length > 0 && { also: others }) };
}

/**
 * Selects the version that stores a kind at a release without its storage version. It is the most preferred version that no hook converts,
 * since hooks convert only to the storage version, and otherwise the most preferred one. The other versions get the steps to it.
 */
function storedAs(kind: KindDescriptor, versions: readonly VersionDescriptor[]): KindDescriptor {
	const standIn = versions.find(({ conversion }) => conversion !== 'hook') ?? versions[0];
	const converted = versions.map((version) => {
		const { conversion, ...rest } = version;
		if (version.type === standIn?.type || conversion === undefined) return rest;
		if (conversion === 'hook' || standIn === undefined || standIn.conversion === 'hook') return version;
		const steps = stepsBetween(conversion, standIn.conversion ?? []);
		return steps.length === 0 ? rest : { ...rest, conversion: steps };
	});
	return { ...kind, versions: converted, storageVersion: standIn === undefined ? 0 : versions.indexOf(standIn) };
}

/** Returns the steps from one version to another, from those of both to a third. Steps that cannot be combined stay as they are. */
function stepsBetween(steps: readonly ConversionStep[], standIn: readonly ConversionStep[]): readonly ConversionStep[] {
	if (deepEqual(steps as unknown as JsonValue, standIn as unknown as JsonValue)) return [];
	try {
		return composed(steps, reversed(standIn));
	} catch (error) {
		if (error instanceof CombinationError) return steps;
		throw error;
	}
}

function narrowType(type: TypeDescriptor, releases: Releases, gates: ReadonlyMap<string, boolean>): TypeDescriptor {
	const release = releaseFor(type, releases);
	const fields = type.fields.flatMap((field) => {
		const own = field.platform === true ? releases.release : release;
		return isInForce(field, own) ? [narrowField(field, own, gates)] : [];
	});
	const same = fields.length === type.fields.length && fields.every((field, index) => field === type.fields[index]);
	const marked = withMarker(type, release);
	return same ? marked : { ...marked, fields };
}

/**
 * Resolves enabled gates and markers of known releases. The gates that remain in the catalog are those of gated fields, which no default
 * fills in.
 */
function narrowField(field: Field, release: Release, gates: ReadonlyMap<string, boolean>): Field {
	const current = withShownDefault(withHistory(field, release), release);
	const schema = narrowSchema(current.schema, release, gates);
	const settled = schema === current.schema ? current : { ...current, schema };
	if (settled.gate === undefined) return settled;
	if (gates.get(settled.gate) !== true) {
		const { default: _default, ...empty } = settled;
		return settled.default === undefined ? settled : empty;
	}
	const { gate: _gate, withoutGate: _without, ...open } = settled;
	return open;
}

function withShownDefault(field: Field, release: Release): Field {
	if (field.defaultShown === undefined || compareReleases(field.defaultShown, release) <= 0) return field;
	const { defaultShown: _since, ...hidden } = field;
	return hidden;
}

function narrowSchema(schema: Schema, release: Release, gates: ReadonlyMap<string, boolean>): Schema {
	switch (schema.kind) {
		case 'list': {
			const items = narrowSchema(schema.items, release, gates);
			return withMarker(items === schema.items ? schema : { ...schema, items }, release);
		}
		case 'map': {
			const values = narrowSchema(schema.values, release, gates);
			return values === schema.values ? schema : { ...schema, values };
		}
		case 'string': {
			const marked = withMarker(schema, release);
			if (marked.enumGates === undefined) return marked;
			const { enumGates, ...open } = marked;
			const off = Object.entries(enumGates).filter(([, gate]) => gates.get(gate) !== true);
			return off.length === 0 ? open : { ...marked, enumGates: Object.fromEntries(off) };
		}
		default:
			return schema;
	}
}

function withMarker<T extends { readonly markedSince?: Release }>(part: T, release: Release): T {
	if (part.markedSince === undefined || compareReleases(part.markedSince, release) > 0) return part;
	const { markedSince: _since, ...known } = part;
	return known as T;
}

/** Applies the history of a field. `false` and `null` in a history remove a keyword, such as `immutable: false` from a release on. */
function withHistory(field: Field, release: Release): Field {
	const past = (field.history ?? []).filter(({ from }) => compareReleases(from, release) <= 0);
	if (past.length === 0) return field;
	const ordered = past.toSorted((a, b) => compareReleases(a.from, b.from));
	const keywords: Record<string, unknown> = Object.assign({ ...field }, ...ordered.map(({ set }) => set));
	for (const flag of ['required', 'immutable']) if (keywords[flag] === false) delete keywords[flag];
	if (keywords.default === null) delete keywords.default;
	return keywords as unknown as Field;
}
