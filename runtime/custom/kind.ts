/** Kind that a CustomResourceDefinition defines, in the form of the catalog. */
import { crc32 } from 'node:zlib';
import type * as v1 from '../../generated/types/apiextensions/v1.ts';
import type { Column, JsonValue, KindDescriptor, ScaleSubresource, VersionDescriptor } from '../model/catalog.ts';
import { verbs } from '../model/verb.ts';
import { newestFirst } from '../model/version-order.ts';
import { addressOf } from '../remote/webhook/address.ts';
import { jsonPathExpression, jsonPathSteps } from '../schema/structural/json-path.ts';
import { stringify } from '../wire/json/text.ts';
import { typeNameOf } from './type-names.ts';

type Definition = v1.CustomResourceDefinition;
type Version = v1.CustomResourceDefinitionVersion;

/**
 * Returns the kind with all versions, including hidden ones, under its accepted names. No object can be created while the definition is being
 * deleted.
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
		subresources: subresourcesOf(stored),
		columns: columnsOf(stored),
		selectableFields: [...new Set(versions.flatMap(selectableOf))],
		generation: true,
		defined: true,
		...conversionOf(spec.conversion),
		...defaultsOf(stored),
		nameFormat: 'dns-subdomain',
	};
}

function conversionOf({ strategy, webhook }: v1.CustomResourceConversion = { strategy: 'None' }): Pick<KindDescriptor, 'conversionWebhook'> {
	if (strategy !== 'Webhook' || webhook?.clientConfig === undefined) return {};
	const reviewVersion = (webhook.conversionReviewVersions ?? []).find((version) => version === 'v1' || version === 'v1beta1');
	const { caBundle = '', ...config } = webhook.clientConfig;
	const address = addressOf({ ...config, caBundle });
	// Kubernetes takes a bundle of white space for none.
	return { conversionWebhook: { address: address.ca.trim() === '' ? { ...address, ca: '' } : address, reviewVersion } };
}

/** Returns the kind as clients see it, with its served versions alone; undefined when none is served. */
export function shownKind(kind: KindDescriptor, { spec }: Definition): KindDescriptor | undefined {
	const served = new Set((spec.versions ?? []).filter((version) => version.served).map(({ name }) => name));
	const versions = kind.versions.filter(({ version }) => served.has(version));
	if (versions.length === kind.versions.length) return kind;
	if (versions.length === 0) return undefined;
	return { ...kind, versions, storageVersion: Math.max(0, versions.indexOf(kind.versions[kind.storageVersion] as VersionDescriptor)) };
}

function versionOf(version: Version, isStored: boolean, { group = '', names, versions }: Definition['spec']): VersionDescriptor {
	const { name, deprecated, deprecationWarning } = version;
	return {
		group,
		version: name,
		type: typeNameOf(group, name, names.kind),
		introduced: '0.0',
		onRequest: false,
		...((versions ?? []).length > 1 && { own: ownOf(version) }),
		...(deprecated && { warning: deprecationWarning ?? `${group}/${name} ${names.kind} is deprecated` }),
		...(!isStored && { conversion: [] }),
	};
}

/** Returns a mark of the defaults, if there are any. */
function defaultsOf({ schema }: Version): Pick<KindDescriptor, 'defaultsMark'> {
	const found: string[] = [];
	const collect = (node: JsonValue | undefined, path: string): void => {
		if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
		if (node.default !== undefined) found.push(`${path}=${stringify(node.default)}`);
		for (const word of ['items', 'additionalProperties'] as const) collect(node[word], `${path}.${word}`);
		if (typeof node.properties === 'object' && node.properties !== null)
			for (const [name, part] of Object.entries(node.properties)) collect(part, `${path}.${JSON.stringify(name)}`);
	};
	collect(schema?.openAPIV3Schema as JsonValue | undefined, '');
	return found.length === 0 ? {} : { defaultsMark: crc32(found.join('\n')).toString(16) };
}

function ownOf(version: Version): NonNullable<VersionDescriptor['own']> {
	return { subresources: subresourcesOf(version), columns: columnsOf(version), selectableFields: selectableOf(version) };
}

function selectableOf({ selectableFields }: Version): readonly string[] {
	return (selectableFields ?? []).map(({ jsonPath = '' }) => withoutDot(jsonPath));
}

function subresourcesOf({ subresources }: Version): KindDescriptor['subresources'] {
	const { status, scale } = subresources ?? {};
	return { ...(status && { status: {} }), ...(scale && { scale: scaleOf(scale) }) };
}

function scaleOf({ specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' }: v1.CustomResourceSubresourceScale): ScaleSubresource {
	return {
		replicas: withoutDot(specReplicasPath),
		statusReplicas: withoutDot(statusReplicasPath),
		...(labelSelectorPath !== '' && { selector: withoutDot(labelSelectorPath) }),
	};
}

function withoutDot(path: string): string {
	return path.replace(/^\./, '');
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
