/** Kind that a CustomResourceDefinition defines, in the form of the catalog. */
import type * as v1 from '../../generated/types/apiextensions/v1.ts';
import type { Column, KindDescriptor, ScaleSubresource, StatusSubresource, VersionDescriptor } from '../model/catalog.ts';
import { verbs } from '../model/verb.ts';
import { newestFirst } from '../model/version-order.ts';
import { jsonPathExpression, jsonPathSteps } from '../schema/structural/json-path.ts';
import { typeNameOf } from './type-names.ts';

type Definition = v1.CustomResourceDefinition;
type Version = v1.CustomResourceDefinitionVersion;

/**
 * Returns the kind with all its versions, whether or not clients see them, under the names that it was given. No object can be created while
 * the definition is being deleted.
 */
export function kindOf({ metadata, spec, status }: Definition): KindDescriptor {
	const { plural, kind, singular = '', listKind = '', shortNames = [], categories = [] } = status?.acceptedNames ?? spec.names;
	const versions = (spec.versions ?? []).toSorted((a, b) => newestFirst(a.name, b.name));
	const storage = versions.findIndex((version) => version.storage);
	const stored = versions[storage];
	if (stored === undefined) throw new Error(`the definition ${metadata?.name} has no storage version`);
	const isLeaving = metadata?.deletionTimestamp !== undefined;
	return {
		kind,
		listKind: listKind || `${kind}List`,
		plural,
		singular: singular || kind.toLowerCase(),
		shortNames,
		categories: categories ?? [],
		scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
		storageName: `${plural}.${spec.group}`,
		versions: versions.map((version) => versionOf(version, version === stored, spec)),
		storageVersion: storage,
		verbs: isLeaving ? verbs.filter((verb) => verb !== 'create') : verbs,
		deleteReturns: 'status',
		updateNeedsVersion: true,
		subresources: subresourcesOf(stored, versions),
		columns: columnsOf(stored),
		selectableFields: (stored.selectableFields ?? []).map(({ jsonPath = '' }) => jsonPath.replace(/^\./, '')),
		generation: true,
		defined: true,
		nameFormat: 'dns-subdomain',
	};
}

/** Returns the kind as clients see it, with its served versions alone; undefined when none is served. */
export function shownKind(kind: KindDescriptor, { spec }: Definition): KindDescriptor | undefined {
	const served = new Set((spec.versions ?? []).filter((version) => version.served).map(({ name }) => name));
	const versions = kind.versions.filter(({ version }) => served.has(version));
	if (versions.length === kind.versions.length) return kind;
	if (versions.length === 0) return undefined;
	return { ...kind, versions, storageVersion: Math.max(0, versions.indexOf(kind.versions[kind.storageVersion] as VersionDescriptor)) };
}

function versionOf({ name, deprecated, deprecationWarning }: Version, isStored: boolean, { group = '', names }: Definition['spec']): VersionDescriptor {
	return {
		group,
		version: name,
		type: typeNameOf(group, name, names.kind),
		introduced: '0.0',
		onRequest: false,
		...(deprecated && { warning: deprecationWarning ?? `${group}/${name} ${names.kind} is deprecated` }),
		...(!isStored && { conversion: [] }),
	};
}

function subresourcesOf(stored: Version, versions: readonly Version[]): KindDescriptor['subresources'] {
	const { scale } = stored.subresources ?? {};
	const status = statusOf(versions);
	return { ...(status && { status }), ...(scale && { scale: scaleOf(scale) }) };
}

function statusOf(versions: readonly Version[]): StatusSubresource | undefined {
	const without = versions.filter(({ subresources }) => subresources?.status === undefined);
	if (without.length === versions.length) return undefined;
	return without.length === 0 ? {} : { notIn: without.map(({ name }) => name) };
}

function scaleOf({ specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' }: v1.CustomResourceSubresourceScale): ScaleSubresource {
	const path = (text: string): string => text.replace(/^\./, '');
	return {
		replicas: path(specReplicasPath),
		statusReplicas: path(statusReplicasPath),
		...(labelSelectorPath !== '' && { selector: path(labelSelectorPath) }),
	};
}

const nameColumn: Column = { name: 'Name', type: 'string', format: 'name', description: '', value: 'self.metadata.name' };

/** Returns the columns. A definition that declares columns has only those, after the name. */
function columnsOf({ additionalPrinterColumns: given }: Version): readonly Column[] {
	if (given === undefined || given === null || given.length === 0) return [];
	return [nameColumn, ...given.map(columnOf)];
}

function columnOf({ name, type, format, description, priority, jsonPath = '' }: v1.CustomResourceColumnDefinition): Column {
	const steps = jsonPathSteps(jsonPath);
	return {
		name: name ?? '',
		// Validation has refused other types.
		type: type as Column['type'],
		...(format && { format }),
		description: description ?? '',
		...(priority && { priority }),
		value: (steps && jsonPathExpression(steps)) ?? 'null',
	};
}
