/** Turns kind files into descriptors of kinds. */
import type { KindDescriptor, Release, Scope, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { type Verb, verbs } from '../../../runtime/model/verb.ts';
import type { KindDocs } from '../../model.ts';
import { type ReadContext, type SchemaLocation, typeName } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { declare, type KindFile, lacksVersion, unknownVersion } from '../packages.ts';
import { type Calendar, checkGate, checkLife, checkRelease } from '../releases.ts';
import { listedRules } from '../rules/rule-use.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, positionOf, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { refuseFieldWords } from '../types/field-words.ts';
import { resolveReference } from '../types/reference.ts';
import { defineType } from '../types/struct.ts';
import { checkColumns, readColumns } from './columns.ts';
import { KindConversions, originOf } from './kind-conversions.ts';
import type { KindPlan, VersionPlan } from './kind-plan.ts';
import { checkSelectable, readSelectable } from './selectable-fields.ts';
import { StoragePaths } from './storage-paths.ts';
import { checkNotStored, readSubresources } from './subresources.ts';
import { checkUnmappedFields } from './unmapped-fields.ts';
import { makeExamples } from './written-examples.ts';

/** Declares the kind's types, so that references to them resolve, and returns the plan. No type is made yet. */
export function planKind(file: KindFile, context: Pick<ReadContext, 'packages' | 'report'>): KindPlan {
	const { report } = context;
	const versions: VersionPlan[] = [];
	const nodes = listAt(file.node, 'versions');
	const storage = nodes.filter((node) => flagAt(node, 'storage') === true);
	const bare = nodes.filter((node) => mapAt(node, 'schema') === undefined);
	// The kind's own schema is that of all versions without one.
	const withKindSchema = storage.find((node) => bare.includes(node)) ?? bare[0];
	for (const node of nodes) {
		const name = textAt(node, 'name');
		if (node.kind !== 'map' || name === undefined) continue;
		if (lacksVersion(file.package, name)) report(at(node, 'name') ?? node, unknownVersion(name, file.package));
		if (versions.some((one) => one.name === name)) report(at(node, 'name') ?? node, `the version ${name} is listed twice`);
		else versions.push({ name, node, own: ownSchema(file, name, { node, hasKindSchema: node === withKindSchema, isStorage: node === storage[0] }, context) });
	}
	const [first, second] = storage;
	if (first === undefined && versions.length > 0) report(keyNode(file.node, 'versions'), 'no version is the storage version: mark one with storage: true');
	if (second !== undefined) report(at(second, 'storage') ?? second, `there are two storage versions: the first is ${textAt(first, 'name')}`);
	const also = listAt(file.node, 'alsoIn').flatMap((node) => {
		const name = textAt(node, 'version');
		if (node.kind !== 'map' || name === undefined || at(node, 'schema') === undefined) return [];
		return [{ name, node, own: ownSchema(file, name, { node, hasKindSchema: false, isStorage: false }, context) }];
	});
	const stored = versions.find((version) => version.node === first);
	const shared = versions.find(({ node, own }) => node === withKindSchema && own !== undefined) ?? stored;
	checkTargets(versions, report);
	return { file, versions, also, storage: stored, origin: originOf(versions, stored, report), shared };
}

function checkTargets(versions: readonly VersionPlan[], report: ReadContext['report']): void {
	for (const { name, node } of versions) {
		const target = at(node, 'convertsTo');
		const others = versions.map((one) => one.name).filter((other) => other !== name);
		if (target !== undefined && !others.includes(text(target) ?? ''))
			report(target, `convertsTo names ${JSON.stringify(text(target))}, which is no other version of the kind${suggestion(text(target) ?? '', others)}`);
	}
}

interface SchemaOwner {
	readonly node: MapNode;
	readonly hasKindSchema: boolean;
	readonly isStorage: boolean;
}

function ownSchema(
	file: KindFile,
	version: string,
	{ node, hasKindSchema, isStorage }: SchemaOwner,
	context: Pick<ReadContext, 'packages' | 'report'>,
): VersionPlan['own'] {
	const schema = mapAt(node, 'schema') ?? (hasKindSchema ? mapAt(file.node, 'schema') : undefined);
	const location = { package: file.package, version, name: file.kind };
	if (schema === undefined) {
		if (isStorage) context.report(keyNode(file.node, 'kind'), 'a kind needs a "schema", either its own or that of its storage version');
		return undefined;
	}
	const reference = at(schema, '$ref');
	if (reference === undefined) {
		if (textAt(schema, 'type') !== 'object') {
			context.report(at(schema, 'type') ?? schema, 'the schema of a kind is of type object');
			return undefined;
		}
		declare({ ...location, key: at(file.node, 'kind') ?? file.node, schema, kindRules: hasKindSchema ? listAt(file.node, 'rules') : [] }, context.report);
		return { schema, location };
	}
	return { schema, location };
}

/** Follows the `$ref` of a kind. Runs once all kinds and types are declared. */
export function rootSchema(plan: VersionPlan, context: Pick<ReadContext, 'packages' | 'report'>): { schema: MapNode; location: SchemaLocation } | undefined {
	if (plan.own === undefined) return undefined;
	const reference = at(plan.own.schema, '$ref');
	if (reference === undefined) return plan.own;
	const target = resolveReference(reference, plan.own.location, context.packages, context.report);
	if (target === undefined) return undefined;
	if (textAt(target.schema, 'type') === 'object')
		return { schema: target.schema, location: { package: target.package, version: target.version, name: target.name } };
	context.report(reference, 'the schema of a kind is an object with properties');
	return undefined;
}

export interface DescribedKind {
	readonly descriptor: KindDescriptor;
	readonly docs: KindDocs;
}

export function makeKind(plan: KindPlan, context: ReadContext): DescribedKind | undefined {
	const { file, storage, origin } = plan;
	const { node } = file;
	const root = origin && rootSchema(origin, context);
	const originType = root && typeName(root.location);
	const storageType = storage && typeOf(storage, plan, context);
	const rules = listAt(node, 'rules');
	if (root !== undefined)
		defineType(root.schema, root.location, context, { uses: listedRules(rules, { kind: 'struct', type: typeName(root.location) }, context), nodes: rules });
	if (flagAt(node, 'stored') === false) checkNotStored(node, context);
	const conversions = new KindConversions(plan, (version) => typeOf(version, plan, context), context);
	const versions = plan.versions.map((version) => makeVersion(version, plan, conversions, context));
	const names = mapAt(node, 'names');
	for (const { own } of typed(plan))
		if (own !== undefined) refuseFieldWords(own.schema, 'the schema of a kind', context.report, ': set it on the fields inside');
	for (const own of ownTypes(plan, context)) describeRoot(typeName(own.location), textAt(node, 'description'), context);
	if (storage === undefined || origin === undefined || root === undefined || originType === undefined || storageType === undefined) return undefined;
	const plural = textAt(names, 'plural') ?? file.kind.toLowerCase();
	const orphans = at(at(node, 'delete'), 'orphans');
	const columnNodes = listAt(node, 'columns');
	const columnsIn = versions[plan.versions.indexOf(origin)];
	const inStorage = new StoragePaths(node, origin === storage ? [] : conversions.steps(origin), context);
	const descriptor: KindDescriptor = {
		kind: file.kind,
		...context.calendars.mark(node),
		listKind: listKindOf(plan),
		plural,
		singular: textAt(names, 'singular') ?? file.kind.toLowerCase(),
		shortNames: textsAt(names, 'short'),
		categories: textsAt(names, 'categories'),
		scope: (textAt(node, 'scope') ?? 'Namespaced') as Scope,
		storageName: textAt(node, 'storageName') ?? (file.package.group === '' ? plural : `${plural}.${file.package.group}`),
		versions: [...versions, ...alsoIn(plan, versions, conversions, context)],
		storageVersion: plan.versions.indexOf(storage),
		...(origin !== storage && columnNodes.length > 0 && columnsIn !== undefined ? { columnsIn } : {}),
		verbs: at(node, 'verbs') === undefined ? [...verbs] : (textsAt(node, 'verbs') as Verb[]),
		...verbReleases(node),
		deleteReturns: (textAt(at(node, 'delete'), 'returns') ?? 'status') as KindDescriptor['deleteReturns'],
		...(orphans === undefined ? {} : { orphans: { in: textsAt(orphans, 'in'), warning: textAt(orphans, 'warning') ?? '' } }),
		...(flagAt(at(node, 'update'), 'creates') === true ? { updateCreates: true } : {}),
		...(flagAt(at(node, 'update'), 'needsVersion') === true ? { updateNeedsVersion: true } : {}),
		...(flagAt(node, 'stored') === false ? { stored: false as const } : {}),
		subresources: inStorage.subresources(readSubresources(node, file.kind, root.location, context)),
		columns: readColumns(columnNodes, context),
		...readSelectable(node),
		generation: flagAt(node, 'generation') ?? hasSpecAndStatus(storageType, context),
		...generationRelease(node, context),
		nameFormat: nameFormat(node),
	};
	inStorage.selectable(descriptor);
	checkStillServed(descriptor, keyNode(node, 'versions'), context);
	const status = mapAt(node, 'subresources')?.entries.get('status');
	if (status !== undefined && descriptor.verbs.includes('create'))
		context.begun.push({ node: status.key, types: [...new Set(descriptor.versions.map(({ type }) => type))] });
	checkSelectable(node, originType, context);
	context.later.push(() => checkColumns(listAt(node, 'columns'), originType, context));
	const examples = makeExamples({ file, version: origin.name, type: originType, nameFormat: descriptor.nameFormat }, context);
	const docs = { description: textAt(node, 'description') ?? '', examples, position: positionOf(node), versions: positionOf(keyNode(node, 'versions')) };
	return { descriptor, docs };
}

/**
 * Warns about kinds that neither the default release nor a later one serves. That is a mistake, unless every version says since when it was
 * deprecated: then it is the history of a kind that earlier releases serve.
 */
function checkStillServed({ kind, versions }: KindDescriptor, node: SpecNode, { calendars, report }: ReadContext): void {
	const calendar = calendars.of(node);
	if (versions.length === 0 || versions.every(({ deprecated }) => deprecated !== undefined)) return;
	if (!versions.every(({ removed }) => removed !== undefined && compareReleases(removed, calendar.default) <= 0)) return;
	const gone = versions.map(({ version, removed }) => `${version} in ${removed}`).join(', ');
	report(node, `no version of ${kind} is served in ${calendar.default}, the release emulated by default, or later: all are removed, ${gone}`, 'warning');
}

function verbReleases(node: MapNode): Pick<KindDescriptor, 'verbsIntroduced'> {
	const releases = mapAt(node, 'verbsIntroduced');
	if (releases === undefined) return {};
	return { verbsIntroduced: Object.fromEntries(Array.from(releases.entries.keys(), (verb) => [verb, textAt(releases, verb) ?? ''])) };
}

function generationRelease(node: MapNode, { calendars, report }: ReadContext): Pick<KindDescriptor, 'generationIntroduced'> {
	const generationIntroduced = checkRelease(at(node, 'generationIntroduced'), calendars, report);
	return generationIntroduced === undefined ? {} : { generationIntroduced };
}

function nameFormat(node: MapNode): KindDescriptor['nameFormat'] {
	return (textAt(node, 'nameFormat') ?? 'dns-subdomain') as KindDescriptor['nameFormat'];
}

/** Returns the name of a version's type, of its own schema or of the one that it shares; undefined when that cannot be found. */
function typeOf(version: VersionPlan, { shared }: KindPlan, context: Pick<ReadContext, 'packages' | 'report'>): string | undefined {
	const own = version.own === undefined && shared !== undefined ? shared : version;
	const root = rootSchema(own, { ...context, report: () => {} });
	return root && typeName(root.location);
}

function makeVersion(version: VersionPlan, plan: KindPlan, conversions: KindConversions, context: ReadContext): VersionDescriptor {
	const { file, storage, origin } = plan;
	const { report } = context;
	const storageType = storage && typeOf(storage, plan, context);
	const root = rootSchema(version, context);
	if (root !== undefined && version !== origin) defineType(root.schema, root.location, context);
	const type =
		root === undefined
			? (typeOf(version, plan, context) ?? typeName({ package: file.package, version: version.name, name: file.kind }))
			: typeName(root.location);
	const life = checkLife(version.node, context.calendars, report);
	if (version === storage && textAt(version.node, 'converts') === 'hook')
		report(keyNode(version.node, 'converts'), 'other versions convert to the storage version: the hook belongs to those');
	const gate = checkGate(at(version.node, 'gate'), context.calendars, report);
	const replacement = makeReplacement(version, plan, context);
	const onRequest = flagAt(version.node, 'onRequest');
	// Steps cannot be followed when the schema of the version was not found.
	const isLost = root === undefined && version.own !== undefined;
	const isHooked = textAt(version.node, 'converts') === 'hook';
	if (isHooked && version.node.entries.has('loses'))
		report(keyNode(version.node, 'loses'), 'a hook converts this version, so losses are not checked: remove "loses"');
	const conversion = isLost || isHooked ? [] : conversions.steps(version);
	if (!isLost && !isHooked && version !== storage && storageType !== undefined && type !== storageType) {
		const losing = conversions.between(version).map(({ node }) => node);
		const accepted = losing.flatMap((node) => [...(mapAt(node, 'loses')?.entries.keys() ?? [])]);
		const compared = {
			steps: conversion,
			here: type,
			storage: storageType,
			accepted,
			hasOwnRules: file.package.custom && isStillServed(life, context.calendars.of(version.node)),
			node: at(version.node, 'name') ?? version.node,
		};
		context.later.push(() => checkUnmappedFields(compared, context));
		const isDirect = conversions.targetOf(version) === storage;
		context.conversions.push({
			node: version.node,
			losing,
			isDirect,
			version: version.name,
			here: type,
			storage: storageType,
			steps: conversion,
			removed: life.removed,
		});
	}
	return {
		group: file.package.group,
		version: version.name,
		type,
		...life,
		introduced: life.introduced ?? context.calendars.of(version.node).releases[0] ?? '1.0',
		...(gate === undefined ? {} : { gate }),
		...(onRequest === undefined ? {} : { onRequest }),
		...(replacement === undefined ? {} : { replacement }),
		...(version === storage ? {} : { conversion: isHooked ? 'hook' : conversion }),
	};
}

function isStillServed({ removed }: { readonly removed?: Release }, calendar: Calendar): boolean {
	return removed === undefined || compareReleases(removed, calendar.default) > 0;
}

function makeReplacement(version: VersionPlan, { file, versions }: KindPlan, { report }: ReadContext): VersionDescriptor['replacement'] {
	const node = at(version.node, 'replacement');
	if (node === undefined) return undefined;
	if (node.kind === 'map') return { group: textAt(node, 'group') ?? '', version: textAt(node, 'version') ?? '', kind: textAt(node, 'kind') ?? '' };
	const name = text(node) ?? '';
	const known = versions.map((one) => one.name).filter((one) => one !== version.name);
	if (!known.includes(name)) report(node, `the replacement ${JSON.stringify(name)} is no other version of ${file.kind}${suggestion(name, known)}`);
	return { group: file.package.group, version: name, kind: file.kind };
}

function alsoIn(plan: KindPlan, versions: readonly VersionDescriptor[], conversions: KindConversions, context: ReadContext): VersionDescriptor[] {
	const { file, storage } = plan;
	return listAt(file.node, 'alsoIn').flatMap((node) => {
		if (node.kind !== 'map') return [];
		if ((at(node, 'schema') === undefined) === (at(node, 'sameAs') === undefined)) {
			context.report(node, 'another group has either the schema of a version (sameAs) or its own (schema)');
			return [];
		}
		const own = plan.also.find((version) => version.node === node);
		if (own !== undefined) {
			return [{ ...makeVersion(own, plan, conversions, context), group: textAt(node, 'group') ?? '' }];
		}
		const same = textAt(node, 'sameAs') ?? '';
		const model = versions.find((version) => version.version === same);
		if (model === undefined) {
			context.report(
				at(node, 'sameAs') ?? node,
				`sameAs names ${JSON.stringify(same)}, which is no version of ${file.kind}${suggestion(
					same,
					versions.map((version) => version.version),
				)}`,
			);
			return [];
		}
		const life = checkLife(node, context.calendars, context.report);
		return [
			{
				group: textAt(node, 'group') ?? '',
				version: textAt(node, 'version') ?? '',
				type: model.type,
				...life,
				introduced: life.introduced ?? context.calendars.of(node).releases[0] ?? '1.0',
				replacement: model.replacement ?? { group: file.package.group, version: storage?.name ?? same, kind: file.kind },
				conversion: model.conversion ?? [],
			},
		];
	});
}

/** Uses the description of a kind for its type, if the type has none. */
function describeRoot(type: string, description: string | undefined, { types }: ReadContext): void {
	const made = types.get(type);
	if (made !== undefined && description !== undefined && made.docs[''] === undefined) types.set(type, { ...made, docs: { '': description, ...made.docs } });
}

/** Returns all versions that may have a schema of their own. */
export function typed({ versions, also }: KindPlan): readonly VersionPlan[] {
	return [...versions, ...also];
}

/** Returns the locations of the types of all versions. Errors in them have been reported. */
function ownTypes(plan: KindPlan, context: ReadContext): { readonly location: SchemaLocation }[] {
	return typed(plan).flatMap((version) => rootSchema(version, { ...context, report: () => {} }) ?? []);
}

function listKindOf({ file }: KindPlan): string {
	return textAt(mapAt(file.node, 'names'), 'list') ?? `${file.kind}List`;
}

/**
 * Makes the list types once all kinds are made. A type of a spec takes precedence over the list type of the same name, and
 * `claimed-names.ts` reports it.
 */
export function makeLists(plan: KindPlan, context: ReadContext): void {
	if (flagAt(plan.file.node, 'stored') === false && !textsAt(plan.file.node, 'verbs').includes('list')) return;
	for (const own of ownTypes(plan, context)) makeList(own, listKindOf(plan), context);
}

/** Makes `KindList`, the type of a list of the kind's objects. */
function makeList({ location }: { location: SchemaLocation }, listKind: string, context: ReadContext): void {
	const list = { ...location, name: listKind };
	const item = typeName(location);
	const name = typeName(list);
	const made = context.types.get(item);
	if (made === undefined || context.types.has(name)) return;
	context.types.set(name, {
		references: new Map(),
		descriptor: {
			name,
			fields: [
				{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
				{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
				{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
				{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: item } }, number: 2, presence: 'always', required: true },
			],
			openapi: `${location.package.openapi}.${location.version}.${listKind}`,
		},
		node: made.node,
		ruleNodes: [],
		position: made.position,
		docs: { '': `A list of ${location.name} objects.`, items: 'Objects.' },
	});
}

function hasSpecAndStatus(type: string, context: ReadContext): boolean {
	const names = context.types.get(type)?.descriptor.fields.map((field) => field.name) ?? [];
	return names.includes('spec') && names.includes('status');
}
