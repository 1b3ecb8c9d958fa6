/**
 * Turns spec sources into the model: parses them, checks their shape, makes types and kinds, and checks their meaning. Reports the findings
 * of all files at once.
 */

import type { Catalog, GroupDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { typeChecker } from '../../runtime/schema/cel/check.ts';
import { guardChecker } from '../../runtime/schema/cel/guards.ts';
import type { Model } from '../model.ts';
import { type Calendars, readCalendars } from './calendars.ts';
import { CheckCache, Fingerprints } from './check-cache.ts';
import { type DescribedType, locationOf, type ReadContext } from './context.ts';
import { compareText, type Diagnostic, diagnosticAt, type Report, sortDiagnostics } from './diagnostics/diagnostic.ts';
import { suggestion } from './diagnostics/suggestion.ts';
import { checkInline } from './keywords/inline.ts';
import { checkKindNames } from './kinds/claimed-names.ts';
import { checkExamples, checkValues } from './kinds/examples.ts';
import { type DescribedKind, makeKind, makeLists, planKind, rootSchema, typed } from './kinds/kind.ts';
import type { KindPlan } from './kinds/kind-plan.ts';
import { checkNewObjects } from './kinds/new-objects.ts';
import { checkRoundTrip } from './kinds/round-trip.ts';
import { bodySchemas } from './kinds/subresources.ts';
import { checkWriteOnly, withConfidential } from './kinds/write-only.ts';
import { type LockCache, type LockInput, lockInputOf, numbersIn, readLocks } from './lock-input.ts';
import {
	checkGroupWords,
	declareTypes,
	isNamedAsBuiltIn,
	type KindFile,
	type Package,
	type PlacedNode,
	readKindFiles,
	readPackages,
	where,
} from './packages.ts';
import { checkCosts } from './rules/costs.ts';
import { checkRuleFields } from './rules/fields-named.ts';
import { ruleKeywords } from './rules/keywords.ts';
import { checkTransitions } from './rules/transitions.ts';
import { conform } from './shape/conform.ts';
import { makeShapes } from './shape/files.ts';
import { otherFile } from './shape/other-file.ts';
import type { FileShape } from './shape/shape.ts';
import { expectedPlaces, fileRole } from './source/layout.ts';
import { at, type MapNode, plain, positionOf, type SpecNode, text } from './source/node.ts';
import { ParsedSpecs } from './source/parsed-specs.ts';
import type { SpecSource } from './source/spec-file.ts';
import { type ReadFile, readSpec } from './source/yaml.ts';
import { refuseFieldWords } from './types/field-words.ts';
import { declareAlike, expandIncludes } from './types/include.ts';
import { checkRecursion } from './types/recursion.ts';
import { makeSchema } from './types/schema.ts';
import { defineType, isType } from './types/struct.ts';
import { checkRoles } from './vocabulary-roles.ts';

export interface ModelResult {
	/** Undefined when there are errors. */
	readonly model: Model | undefined;
	readonly diagnostics: readonly Diagnostic[];
	/** Input of the comparison with locks. Undefined when there are errors. */
	readonly promised: LockInput | undefined;
}

export interface ReadCache {
	/** Parsed files by name, with their shapes checked. A file whose text is unchanged is not read again. */
	readonly files: Map<string, ReadOnce>;
	readonly locks: LockCache;
	readonly parsed: ParsedSpecs;
	readonly passed: CheckCache;
}

/** Results of an earlier process. */
export interface Earlier {
	readonly parsed?: ParsedSpecs;
	/** Digests of the checks that the earlier process passed. */
	readonly right?: Iterable<string>;
}

export function nothingRead({ parsed = new ParsedSpecs(), right = [] }: Earlier = {}): ReadCache {
	return { files: new Map(), locks: new Map(), parsed, passed: new CheckCache(right) };
}

interface ReadOnce {
	readonly source: SpecSource;
	readonly read: CheckedFile;
	/** Number of the generation that read this text. A file that was saved later has a higher number. */
	readonly round: number;
}

type CheckedFile = ReadFile & { readonly shape: FileShape | undefined; readonly package: string };

export const shapes = makeShapes(ruleKeywords);

export function makeModel(sources: readonly SpecSource[], cache = nothingRead()): ModelResult {
	const diagnostics: Diagnostic[] = [];
	const report: Report = (node, message, severity) => diagnostics.push(diagnosticAt(node, message, severity));
	cache.passed.begin();
	const round = 1 + Math.max(0, ...[...cache.files.values()].map((file) => file.round));
	const files = sources.map((source) => readCached(source, cache, round));
	// An unreadable file causes other findings, so its own findings come first.
	const unread = sortDiagnostics(files.flatMap((file) => (file.node === undefined ? file.diagnostics : [])));
	for (const file of files) if (file.node !== undefined) diagnostics.push(...file.diagnostics);
	const placed = (shape: FileShape): PlacedNode[] =>
		files.flatMap((file) => (file.shape === shape && file.node?.kind === 'map' ? [{ package: file.package, node: file.node }] : []));
	const { locks, diagnostics: ofLocks } = readLocks(sources, cache.locks);
	diagnostics.push(...ofLocks);
	const calendars = readCalendars(
		placed('releases').map(({ node }) => node),
		report,
	);
	const vocabularies = readVocabularies(placed('vocabulary'), report);
	const unreadable = new Set(files.filter((file) => file.node === undefined).map((file) => file.package));
	const packages = readPackages(placed('group'), unreadable, report);
	checkGroupWords(packages, vocabularies, report);
	const readable = (node: PlacedNode) => packages.has(node.package) || !unreadable.has(node.package);
	declareTypes(placed('types').filter(readable), packages, report);
	declareAlike(placed('types').filter(readable), packages, report);
	const kindFiles = readKindFiles(placed('kind').filter(readable), packages, report);
	const { context, kinds } = make({ packages, kindFiles, calendars, lockedNumbers: numbersIn(locks), passed: cache.passed, report });
	const roundOf = ({ plan }: (typeof kinds)[number]): number => cache.files.get(plan.file.node.file.file)?.round ?? 0;
	checkKindNames(
		[...kinds].sort((a, b) => roundOf(a) - roundOf(b)),
		report,
	);
	checkComplete({ calendars, vocabularies, context, kinds, files, report });
	const sorted = [...unread, ...sortDiagnostics(diagnostics)];
	if (sorted.some((one) => one.severity === 'error')) {
		cache.passed.keep();
		return { model: undefined, diagnostics: sorted, promised: undefined };
	}
	const model = assemble({ packages, context, kinds, calendars, vocabularies });
	const [vocabulary] = vocabularies;
	if (vocabulary !== undefined) {
		checkValues(context.written, model.catalog, vocabulary, report);
		const checking = { catalog: model.catalog, vocabulary, passed: cache.passed, types: new Fingerprints((name) => model.catalog.type(name)), report };
		checkExamples(context.examples, checking);
		checkNewObjects(context.begun, checking);
		checkRoundTrip(context.conversions, context.examples, checking);
	}
	const complete = sortDiagnostics(diagnostics);
	if (complete.some((one) => one.severity === 'error')) return { model: undefined, diagnostics: complete, promised: undefined };
	const nodes = files.flatMap(({ node }) => node ?? []);
	const promised = lockInputOf({ locks, calendars, files: nodes, packages, kinds, types: context.types });
	return { model, diagnostics: complete, promised };
}

function readCached(source: SpecSource, { files, parsed }: ReadCache, round: number): CheckedFile {
	const cached = files.get(source.file);
	if (cached !== undefined && isSame(cached.source, source)) return cached.read;
	const read = readChecked(source, parsed);
	files.set(source.file, { source, read, round });
	return read;
}

/**
 * Reports whether two sources are equal. Files that cannot be decoded have an empty or partial text, so equal texts alone do not suffice.
 */
function isSame(one: SpecSource, other: SpecSource): boolean {
	return one.text === other.text && one.path === other.path && one.undecoded?.message === other.undecoded?.message;
}

function readChecked(source: SpecSource, parsed: ParsedSpecs): CheckedFile {
	const role = fileRole(source.path);
	if (role === 'ignored') return { ...readSpec({ ...source, text: '{}' }), shape: undefined, package: '' };
	const read = parsed.read(source);
	const diagnostics = [...read.diagnostics];
	const report: Report = (node, message, severity) => diagnostics.push(diagnosticAt(node, message, severity));
	if (role === undefined) report(fileStart(read), `no spec is expected here: a spec root holds ${expectedPlaces}`);
	else if (read.node !== undefined) {
		const other = otherFile(read.node);
		if (other !== undefined) {
			report(fileStart(read), other);
			return { ...read, diagnostics, shape: undefined, package: role.package };
		}
		conform(read.node, shapes.files[role.shape], 'the file', shapes.$defs, report);
		checkRoles(read.node, report);
	}
	return { ...read, diagnostics, shape: role?.shape, package: role?.package ?? '' };
}

function fileStart({ file }: ReadFile): SpecNode {
	return { kind: 'scalar', value: null, file, start: 0, end: 1 };
}

function readVocabularies(found: readonly PlacedNode[], report: Report): Vocabulary[] {
	const vocabularies = new Map<string, { node: MapNode; vocabulary: Vocabulary; isDefault: boolean }>();
	for (const { node } of found) {
		const { default: isDefault, ...vocabulary } = plain(node) as unknown as Vocabulary & { default?: boolean };
		const first = vocabularies.get(vocabulary.name);
		if (first === undefined) vocabularies.set(vocabulary.name, { node, vocabulary, isDefault: isDefault === true });
		else report(at(node, 'name') ?? node, `the vocabulary ${JSON.stringify(vocabulary.name)} is declared twice: first at ${where(first.node)}`);
	}
	const inOrder = [...vocabularies.values()].sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || compareText(a.vocabulary.name, b.vocabulary.name));
	return inOrder.map(({ node, vocabulary }) => withDialects(node, vocabulary, vocabularies, report));
}

/** Replaces the names of vocabularies under `understands` by their words, as the model needs them. */
function withDialects(node: MapNode, vocabulary: Vocabulary, all: ReadonlyMap<string, { readonly vocabulary: Vocabulary }>, report: Report): Vocabulary {
	const names = vocabulary.understands as unknown as readonly string[] | undefined;
	if (names === undefined) return vocabulary;
	const understands = names.flatMap((name) => {
		const other = all.get(name)?.vocabulary;
		if (other === undefined) report(at(node, 'understands') ?? node, `unknown vocabulary ${JSON.stringify(name)}${suggestion(name, all.keys())}`);
		return other === undefined ? [] : [{ product: other.product, groupDomain: other.groupDomain }];
	});
	return { ...vocabulary, understands };
}

interface Parts {
	readonly packages: ReadonlyMap<string, Package>;
	readonly kindFiles: readonly KindFile[];
	readonly calendars: Calendars;
	readonly lockedNumbers: ReadContext['lockedNumbers'];
	readonly passed: CheckCache;
	readonly report: Report;
}

function make({ packages, kindFiles, calendars, lockedNumbers, passed, report }: Parts): {
	context: ReadContext;
	kinds: readonly (DescribedKind & { plan: KindPlan })[];
} {
	const plans = kindFiles.map((file) => planKind(file, { packages, report }));
	expandIncludes(packages, report);
	const silently = { packages, report: () => {} };
	const roots = new Set([
		...plans.flatMap((plan) => typed(plan).flatMap((version) => rootSchema(version, silently)?.schema ?? [])),
		...plans.flatMap(({ file, storage }) => (storage === undefined ? [] : bodySchemas(file.node, { package: file.package, version: storage.name }, packages))),
	]);
	const context: ReadContext = {
		packages,
		calendars,
		rules: ruleKeywords,
		shapes,
		report,
		lockedNumbers,
		roots,
		schema: (node, location) => makeSchema(node, location, context),
		types: new Map<TypeName, DescribedType>(),
		checkTypes: typeChecker((name) => context.types.get(name)?.descriptor),
		unguarded: guardChecker((name) => context.types.get(name)?.descriptor),
		fingerprints: new Fingerprints((name) => context.types.get(name)?.descriptor),
		passed,
		expressions: new Map(),
		later: [],
		examples: [],
		conversions: [],
		begun: [],
		written: [],
	};
	const kinds = plans.flatMap((plan) => {
		const made = makeKind(plan, context);
		return made === undefined ? [] : [{ ...made, plan }];
	});
	makeShared(context, new Set(plans.flatMap((plan) => typed(plan).flatMap(({ own }) => own?.schema ?? []))));
	for (const plan of plans) makeLists(plan, context);
	checkInline(context);
	checkRecursion(context);
	for (const check of context.later) check();
	for (const made of context.types.values()) checkRuleFields(made, context);
	checkTransitions(kinds, context);
	checkWriteOnly(kinds, context);
	checkCosts(kinds, context);
	checkNamedKinds(kinds, context);
	return { context, kinds: withConfidential(kinds, context) };
}

/** Reports references to unknown kinds, which are misspelt. */
function checkNamedKinds(kinds: readonly DescribedKind[], { types, report }: ReadContext): void {
	const known = kinds.map(({ descriptor }) => descriptor.kind);
	for (const { references } of types.values())
		for (const node of [...references.values()].flat()) {
			const name = text(node) ?? '';
			if (!known.includes(name)) report(node, `unknown kind ${JSON.stringify(name)}${suggestion(name, known)}`);
		}
}

/**
 * Makes types that no kind uses. Verbs and bodies name some of them, and errors in the rest count as well. `ofKinds`: schemas of kinds,
 * which are among the declarations.
 */
function makeShared(context: ReadContext, ofKinds: ReadonlySet<MapNode>): void {
	for (const owner of context.packages.values()) {
		for (const types of owner.declarations.values()) {
			for (const declaration of types.values()) {
				if (!ofKinds.has(declaration.schema)) refuseFieldWords(declaration.schema, 'a shared type', context.report, ': set it next to each $ref to the type');
				if (isType(declaration.schema)) defineType(declaration.schema, locationOf(declaration), context);
				else makeSchema(declaration.schema, locationOf(declaration), context);
			}
		}
	}
}

interface Completeness {
	readonly calendars: Calendars;
	readonly vocabularies: readonly Vocabulary[];
	readonly context: ReadContext;
	readonly kinds: readonly DescribedKind[];
	readonly files: readonly CheckedFile[];
	readonly report: Report;
}

/** Checks for the parts that a set of spec roots must have. A missing part has no position, so it is reported at the first file. */
function checkComplete({ calendars, vocabularies, context, kinds, files, report }: Completeness): void {
	const [first] = files;
	if (first === undefined) return;
	if (calendars.platform.releases.length === 0 && !files.some((file) => file.shape === 'releases'))
		report(fileStart(first), 'the spec roots have no releases.yaml');
	if (vocabularies.length === 0) report(fileStart(first), 'the spec roots have no vocabulary');
	for (const name of ['meta/v1.ObjectMeta', 'meta/v1.ListMeta']) {
		if (kinds.length > 0 && !context.types.has(name) && context.packages.get('meta')?.incomplete !== true)
			report(fileStart(first), `the spec roots have no type ${name}, which every kind needs: add the built-in specs`);
	}
}

interface ModelParts {
	readonly packages: ReadonlyMap<string, Package>;
	readonly context: ReadContext;
	readonly kinds: readonly DescribedKind[];
	readonly calendars: Calendars;
	readonly vocabularies: readonly Vocabulary[];
}

function assemble({ packages, context, kinds, calendars, vocabularies }: ModelParts): Model {
	const typeNames = [...context.types.keys()].sort(compareText);
	const sortedKinds = [...kinds].sort((a, b) => compareText(a.descriptor.storageName, b.descriptor.storageName));
	const of = <T>(pick: (made: DescribedType) => T): Record<TypeName, T> =>
		Object.fromEntries(typeNames.map((name) => [name, pick(context.types.get(name) as DescribedType)]));
	const catalog: Catalog = {
		release: calendars.platform.default,
		releases: calendars.platform.releases,
		...(calendars.product === undefined ? {} : { product: { release: calendars.product.default, releases: calendars.product.releases } }),
		groups: describeGroups(packages, kinds),
		kinds: sortedKinds.map((kind) => kind.descriptor),
		gates: calendars.gates,
		type(name) {
			const made = context.types.get(name);
			if (made === undefined) throw new Error(`there is no type ${JSON.stringify(name)}`);
			return made.descriptor;
		},
		typeNames,
	};
	return {
		catalog,
		docs: of((made) => made.docs),
		references: of((made) => Object.fromEntries([...made.references].map(([field, kinds]) => [field, kinds.map((kind) => text(kind) ?? '')]))),
		kindDocs: Object.fromEntries(sortedKinds.map((kind) => [kind.descriptor.storageName, kind.docs])),
		packages: Object.fromEntries(
			[...packages.values()]
				.sort((a, b) => compareText(a.name, b.name))
				.map(({ name, description, openapi, protobuf, node }) => [name, { description, openapi, protobuf, position: positionOf(node) }]),
		),
		positions: of((made) => made.position),
		vocabularies,
	};
}

/** Describes the groups that serve a kind, and the groups that other servers serve. A second group of a kind needs no folder. */
function describeGroups(packages: ReadonlyMap<string, Package>, kinds: readonly DescribedKind[]): GroupDescriptor[] {
	const served = new Map<string, Set<string>>();
	for (const { descriptor } of kinds) for (const { group, version } of descriptor.versions) served.set(group, (served.get(group) ?? new Set()).add(version));
	for (const { group, versions, proxied } of packages.values()) if (proxied) served.set(group, new Set(versions));
	const owners = new Map([...packages.values()].map((owner) => [owner.group, owner]));
	return [...served]
		.sort(([a], [b]) => compareText(a, b))
		.map(([group, versions]) => {
			const owner = owners.get(group);
			const listed = owner?.versions.filter((version) => versions.has(version)) ?? [];
			const others = [...versions].filter((version) => !listed.includes(version)).sort(compareText);
			return {
				group,
				package: owner?.name ?? (group.split('.')[0] || 'core'),
				versions: [...listed, ...others],
				...(owner?.priority === undefined ? {} : { priority: owner.priority }),
				...prioritiesOf(owner, [...listed, ...others]),
				...((owner?.custom ?? !isNamedAsBuiltIn(group)) ? { custom: true as const } : {}),
				...(owner?.proxied ? { proxied: true as const } : {}),
			};
		});
}

/** Returns the priorities of the served versions. */
function prioritiesOf(owner: Package | undefined, versions: readonly string[]): { versionPriorities?: Readonly<Record<string, number>> } {
	const said = Object.entries(owner?.versionPriorities ?? {}).filter(([version]) => versions.includes(version));
	return said.length === 0 ? {} : { versionPriorities: Object.fromEntries(said) };
}
