/** Turns kind files into descriptors of kinds. */
import type { KindDescriptor, Release, Scope, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { type Verb, verbs } from '../../../runtime/model/verb.ts';
import type { KindDocs } from '../../model.ts';
import { type ReadContext, type SchemaLocation, typeName } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { declare, type KindFile, lacksVersion, unknownVersion } from '../packages.ts';
import { checkGate, checkLife, checkRelease } from '../releases.ts';
import { listedRules } from '../rules/rule-use.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, positionOf, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { refuseFieldWords } from '../types/field-words.ts';
import { resolveReference } from '../types/reference.ts';
import { defineType } from '../types/struct.ts';
import { checkColumns, readColumns } from './columns.ts';
import { makeConversion } from './conversions.ts';
import { checkSelectable, readSelectable } from './selectable-fields.ts';
import { checkNotStored, readSubresources } from './subresources.ts';
import { checkUnmappedFields } from './unmapped-fields.ts';
import { makeExamples } from './written-examples.ts';

/** A kind between reading and describing: its versions with the locations of their types. */
export interface KindPlan {
	readonly file: KindFile;
	readonly versions: readonly VersionPlan[];
	/** Versions in other groups, with schemas of their own. */
	readonly also: readonly VersionPlan[];
	/** Storage version; undefined when none or several are marked, which has been reported. */
	readonly storage: VersionPlan | undefined;
}

export interface VersionPlan {
	readonly name: string;
	readonly node: MapNode;
	/** Schema of the version; undefined for a version that shares the storage version's type. */
	readonly own: { readonly schema: MapNode; readonly location: SchemaLocation } | undefined;
}

/** Declares the kind's types, so that references to them resolve, and returns the plan. No type is made yet. */
export function planKind(file: KindFile, context: Pick<ReadContext, 'packages' | 'report'>): KindPlan {
	const { report } = context;
	const versions: VersionPlan[] = [];
	const storage = listAt(file.node, 'versions').filter((node) => flagAt(node, 'storage') === true);
	for (const node of listAt(file.node, 'versions')) {
		const name = textAt(node, 'name');
		if (node.kind !== 'map' || name === undefined) continue;
		if (lacksVersion(file.package, name)) report(at(node, 'name') ?? node, unknownVersion(name, file.package));
		if (versions.some((one) => one.name === name)) report(at(node, 'name') ?? node, `the version ${name} is listed twice`);
		else versions.push({ name, node, own: ownSchema(file, name, node, node === storage[0], context) });
	}
	const [first, second] = storage;
	if (first === undefined && versions.length > 0) report(keyNode(file.node, 'versions'), 'no version is the storage version: mark one with storage: true');
	if (second !== undefined) report(at(second, 'storage') ?? second, `there are two storage versions: the first is ${textAt(first, 'name')}`);
	const also = listAt(file.node, 'alsoIn').flatMap((node) => {
		const name = textAt(node, 'version');
		if (node.kind !== 'map' || name === undefined || at(node, 'schema') === undefined) return [];
		return [{ name, node, own: ownSchema(file, name, node, false, context) }];
	});
	return { file, versions, also, storage: versions.find((version) => version.node === first) };
}

function ownSchema(file: KindFile, version: string, node: MapNode, isStorage: boolean, context: Pick<ReadContext, 'packages' | 'report'>): VersionPlan['own'] {
	const schema = mapAt(node, 'schema') ?? (isStorage ? mapAt(file.node, 'schema') : undefined);
	const location = { package: file.package, version, name: file.kind };
	if (schema === undefined) {
		if (isStorage) context.report(keyNode(file.node, 'kind'), 'a kind needs a "schema", of its own or of its storage version');
		return undefined;
	}
	const reference = at(schema, '$ref');
	if (reference === undefined) {
		if (textAt(schema, 'type') !== 'object') {
			context.report(at(schema, 'type') ?? schema, 'the schema of a kind is of type object');
			return undefined;
		}
		declare({ ...location, key: at(file.node, 'kind') ?? file.node, schema, kindRules: isStorage ? listAt(file.node, 'rules') : [] }, context.report);
		return { schema, location };
	}
	return { schema, location };
}

/** Follows a kind's `$ref`; runs once all kinds and types are declared. */
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
	const { file, storage } = plan;
	const { node } = file;
	const root = storage && rootSchema(storage, context);
	const storageType = root && typeName(root.location);
	const rules = listAt(node, 'rules');
	if (root !== undefined)
		defineType(root.schema, root.location, context, { uses: listedRules(rules, { kind: 'struct', type: typeName(root.location) }, context), nodes: rules });
	if (flagAt(node, 'stored') === false) checkNotStored(node, context);
	const versions = plan.versions.map((version) => makeVersion(version, plan, storageType, context));
	const names = mapAt(node, 'names');
	for (const { own } of typed(plan))
		if (own !== undefined) refuseFieldWords(own.schema, 'the schema of a kind', context.report, ': say it of the fields inside');
	for (const own of ownTypes(plan, context)) describeRoot(typeName(own.location), textAt(node, 'description'), context);
	if (storage === undefined || root === undefined || storageType === undefined) return undefined;
	const plural = textAt(names, 'plural') ?? file.kind.toLowerCase();
	const orphans = at(at(node, 'delete'), 'orphans');
	const descriptor: KindDescriptor = {
		kind: file.kind,
		listKind: listKindOf(plan),
		plural,
		singular: textAt(names, 'singular') ?? file.kind.toLowerCase(),
		shortNames: textsAt(names, 'short'),
		categories: textsAt(names, 'categories'),
		scope: (textAt(node, 'scope') ?? 'Namespaced') as Scope,
		storageName: textAt(node, 'storageName') ?? (file.package.group === '' ? plural : `${plural}.${file.package.group}`),
		versions: [...versions, ...alsoIn(plan, versions, context)],
		storageVersion: plan.versions.indexOf(storage),
		verbs: at(node, 'verbs') === undefined ? [...verbs] : (textsAt(node, 'verbs') as Verb[]),
		...verbReleases(node),
		deleteReturns: (textAt(at(node, 'delete'), 'returns') ?? 'status') as KindDescriptor['deleteReturns'],
		...(orphans === undefined ? {} : { orphans: { in: textsAt(orphans, 'in'), warning: textAt(orphans, 'warning') ?? '' } }),
		...(flagAt(at(node, 'update'), 'creates') === true ? { updateCreates: true } : {}),
		...(flagAt(at(node, 'update'), 'needsVersion') === true ? { updateNeedsVersion: true } : {}),
		...(flagAt(node, 'stored') === false ? { stored: false as const } : {}),
		subresources: readSubresources(node, file.kind, root.location, context),
		columns: readColumns(listAt(node, 'columns'), context),
		...readSelectable(node),
		generation: flagAt(node, 'generation') ?? hasSpecAndStatus(storageType, context),
		...generationRelease(node, context),
		nameFormat: nameFormat(node),
	};
	checkStillServed(descriptor, keyNode(node, 'versions'), context);
	const status = mapAt(node, 'subresources')?.entries.get('status');
	if (status !== undefined && descriptor.verbs.includes('create'))
		context.begun.push({ node: status.key, types: [...new Set(descriptor.versions.map(({ type }) => type))] });
	checkSelectable(node, storageType, context);
	context.later.push(() => checkColumns(listAt(node, 'columns'), storageType, context));
	const examples = makeExamples({ file, version: storage.name, type: storageType, nameFormat: descriptor.nameFormat }, context);
	const docs = { description: textAt(node, 'description') ?? '', examples, position: positionOf(node), versions: positionOf(keyNode(node, 'versions')) };
	return { descriptor, docs };
}

/**
 * Warns about kinds that neither the default release nor a later one serves. That is a mistake, unless every version says since when it was
 * deprecated: then it is the history of a kind that earlier releases serve.
 */
function checkStillServed({ kind, versions }: KindDescriptor, node: SpecNode, { calendar, report }: ReadContext): void {
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

function generationRelease(node: MapNode, { calendar, report }: ReadContext): Pick<KindDescriptor, 'generationIntroduced'> {
	const generationIntroduced = checkRelease(at(node, 'generationIntroduced'), calendar, report);
	return generationIntroduced === undefined ? {} : { generationIntroduced };
}

function nameFormat(node: MapNode): KindDescriptor['nameFormat'] {
	return (textAt(node, 'nameFormat') ?? 'dns-subdomain') as KindDescriptor['nameFormat'];
}

function makeVersion(version: VersionPlan, plan: KindPlan, storageType: string | undefined, context: ReadContext): VersionDescriptor {
	const { file, storage } = plan;
	const { report } = context;
	const root = rootSchema(version, context);
	if (root !== undefined && version !== storage) defineType(root.schema, root.location, context);
	const type = root === undefined ? (storageType ?? typeName({ package: file.package, version: version.name, name: file.kind })) : typeName(root.location);
	const life = checkLife(version.node, context.calendar, report);
	if (version === storage && version.node.entries.has('converts'))
		report(keyNode(version.node, 'converts'), 'the storage version is what others convert to: "converts" belongs to them');
	const gate = checkGate(at(version.node, 'gate'), context.calendar, report);
	const replacement = makeReplacement(version, plan, context);
	const onRequest = flagAt(version.node, 'onRequest');
	// The steps cannot be followed when the version's schema is not found.
	const isLost = root === undefined && version.own !== undefined;
	const isHooked = textAt(version.node, 'converts') === 'hook';
	if (isHooked && version.node.entries.has('loses'))
		report(keyNode(version.node, 'loses'), 'a hook converts this version, so losses are not compared: leave "loses" out');
	const conversion = isLost || isHooked ? [] : makeConversion(listAt(version.node, 'converts'), type, storageType, context);
	if (!isHooked && version !== storage && storageType !== undefined && type !== storageType && root !== undefined) {
		const accepted = [...(mapAt(version.node, 'loses')?.entries.keys() ?? [])];
		const compared = {
			steps: conversion,
			here: type,
			storage: storageType,
			accepted,
			hasOwnRules: file.package.custom && isStillServed(life, context),
			node: at(version.node, 'name') ?? version.node,
		};
		context.later.push(() => checkUnmappedFields(compared, context));
		context.conversions.push({ node: version.node, version: version.name, here: type, storage: storageType, steps: conversion, removed: life.removed });
	}
	return {
		group: file.package.group,
		version: version.name,
		type,
		...life,
		introduced: life.introduced ?? context.calendar.releases[0] ?? '1.0',
		...(gate === undefined ? {} : { gate }),
		...(onRequest === undefined ? {} : { onRequest }),
		...(replacement === undefined ? {} : { replacement }),
		...(version === storage ? {} : { conversion: isHooked ? 'hook' : conversion }),
	};
}

function isStillServed({ removed }: { readonly removed?: Release }, { calendar }: ReadContext): boolean {
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

function alsoIn(plan: KindPlan, versions: readonly VersionDescriptor[], context: ReadContext): VersionDescriptor[] {
	const { file, storage } = plan;
	return listAt(file.node, 'alsoIn').flatMap((node) => {
		if (node.kind !== 'map') return [];
		if ((at(node, 'schema') === undefined) === (at(node, 'sameAs') === undefined)) {
			context.report(node, 'another group has either the schema of one of the versions (sameAs) or one of its own (schema)');
			return [];
		}
		const own = plan.also.find((version) => version.node === node);
		if (own !== undefined) {
			const root = storage && rootSchema(storage, { ...context, report: () => {} });
			return [{ ...makeVersion(own, plan, root && typeName(root.location), context), group: textAt(node, 'group') ?? '' }];
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
		const life = checkLife(node, context.calendar, context.report);
		return [
			{
				group: textAt(node, 'group') ?? '',
				version: textAt(node, 'version') ?? '',
				type: model.type,
				...life,
				introduced: life.introduced ?? context.calendar.releases[0] ?? '1.0',
				replacement: model.replacement ?? { group: file.package.group, version: storage?.name ?? same, kind: file.kind },
				conversion: model.conversion ?? [],
			},
		];
	});
}

/** Uses a kind's description for its type, unless the type has its own. */
function describeRoot(type: string, description: string | undefined, { types }: ReadContext): void {
	const made = types.get(type);
	if (made !== undefined && description !== undefined && made.docs[''] === undefined) types.set(type, { ...made, docs: { '': description, ...made.docs } });
}

/** Returns all versions that may have a schema of their own. */
export function typed({ versions, also }: KindPlan): readonly VersionPlan[] {
	return [...versions, ...also];
}

/** Returns the location of each version's own type. Errors in it have been reported. */
function ownTypes(plan: KindPlan, context: ReadContext): { readonly location: SchemaLocation }[] {
	return typed(plan).flatMap((version) => rootSchema(version, { ...context, report: () => {} }) ?? []);
}

function listKindOf({ file }: KindPlan): string {
	return textAt(mapAt(file.node, 'names'), 'list') ?? `${file.kind}List`;
}

/**
 * Makes the list types once all kinds are made. A kind's own type takes precedence over a list of the same name, which `names.ts` reports.
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
		docs: { '': `A list of ${location.name} objects.`, items: 'The objects.' },
	});
}

function hasSpecAndStatus(type: string, context: ReadContext): boolean {
	const names = context.types.get(type)?.descriptor.fields.map((field) => field.name) ?? [];
	return names.includes('spec') && names.includes('status');
}
