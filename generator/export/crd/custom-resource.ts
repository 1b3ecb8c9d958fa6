/** Exports a kind as a CustomResourceDefinition, and lists what that cannot express. A pure function. */
import type { Json, KindDescriptor, TypeDocs, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { speak, speakAll, type Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { printerColumnsOf } from './columns.ts';
import type { Structural } from './rules.ts';
import { type SchemaSource, structuralSchema } from './schema.ts';

export interface CrdExport extends SchemaSource {
	readonly kind: KindDescriptor;
	readonly description: string;
	readonly vocabulary: Vocabulary;
	/** True when the kind has hooks, which a CustomResourceDefinition cannot express. */
	readonly hooked: boolean;
}

export interface ExportedCrd {
	readonly document: { readonly [key: string]: Json };
	/** Lost parts by path, with the reason. */
	readonly lost: readonly string[];
}

/** Reports whether a group is the platform's own. Servers refuse CustomResourceDefinitions in these without an approval annotation. */
function isProtected(group: string, { groupDomain, labelDomain }: Vocabulary): boolean {
	return [groupDomain, labelDomain].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

/** Exports the kind, which must be stored and in a group with a domain. */
export function exportCrd(input: CrdExport): ExportedCrd {
	const { kind, vocabulary, catalog } = input;
	const lost: string[] = [];
	const storage = kind.versions[kind.storageVersion] as VersionDescriptor;
	const group = speak(storage.group, vocabulary);
	const versions = kind.versions.filter((version) => version.group === storage.group);
	loseOfKind(input, versions, lost);
	const others = { ...subresources(kind), ...printed(kind, lost) };
	const fields = selectable(kind, lost);
	const differ = versions.some(({ type }) => type !== storage.type);
	if (differ && fields.length === 1) lost.push(`selectableFields: ${storage.version} alone has them: ${unlikeThose}`);
	const made = new Map<string, Json>();
	const listed = versions.map((version): Json => {
		const { schema, lost: ofSchema } = structuralSchema(version.type, input);
		if (!made.has(version.type)) lost.push(...[...ofSchema, ...lostOfScale(kind, schema)].map((sentence) => `${version.version}: ${sentence}`));
		const own = made.get(version.type) ?? described(schema, version, input);
		made.set(version.type, own);
		return {
			name: version.version,
			served: true,
			storage: version === storage,
			...(version.deprecated !== undefined && compareReleases(version.deprecated, catalog.release) <= 0 ? { deprecated: true } : {}),
			schema: { openAPIV3Schema: own },
			...others,
			...selectableIn(version === storage || !differ ? fields : unlike(fields)),
		};
	});
	const annotations = isProtected(group, vocabulary) ? { annotations: { 'api-approved.{labelDomain}': 'unapproved, exported from a spec' } } : {};
	const document = {
		apiVersion: 'apiextensions.{groupDomain}/v1',
		kind: 'CustomResourceDefinition',
		metadata: { name: `${kind.plural}.${group}`, ...annotations },
		spec: { group, names: namesOf(kind), scope: kind.scope, versions: listed },
	};
	return { document: speakAll(document, vocabulary), lost: lost.map((sentence) => speak(sentence, vocabulary)) };
}

function described(
	schema: { [keyword: string]: Json },
	{ type }: VersionDescriptor,
	{ docs, description }: { readonly docs: TypeDocs; readonly description: string },
): Json {
	const text = docs[type]?.[''] || description;
	return { ...(text ? { description: text } : {}), ...schema };
}

function namesOf({ kind, listKind, plural, singular, shortNames, categories }: KindDescriptor): { readonly [key: string]: Json } {
	const some = (key: string, all: readonly string[]): { readonly [key: string]: Json } => (all.length === 0 ? {} : { [key]: [...all] });
	return { kind, listKind, plural, singular, ...some('shortNames', shortNames), ...some('categories', categories) };
}

function subresources({ subresources: { status, scale } }: KindDescriptor): { readonly [key: string]: Json } {
	if (status === undefined && scale === undefined) return {};
	const selector = scale?.selector === undefined ? {} : { labelSelectorPath: `.${scale.selector}` };
	const paths = scale && { specReplicasPath: `.${scale.replicas}`, statusReplicasPath: `.${scale.statusReplicas}`, ...selector };
	return { subresources: { ...(status ? { status: {} } : {}), ...(paths ? { scale: paths } : {}) } };
}

/** Returns the losses of scale paths: kube-apiserver refuses negative counts. */
function lostOfScale({ subresources: { scale } }: KindDescriptor, schema: Structural): string[] {
	if (scale === undefined) return [];
	return [scale.replicas, scale.statusReplicas]
		.filter((path) => !(Number(at(schema, path)?.minimum) >= 0))
		.map((path) => `${path}: scale: less than 0 is refused`);
}

function at(schema: Structural, path: string): Structural | undefined {
	return path.split('.').reduce<Structural | undefined>((node, name) => (node?.properties as Record<string, Structural> | undefined)?.[name], schema);
}

function printed({ columns }: KindDescriptor, lost: string[]): { readonly [key: string]: Json } {
	const made = printerColumnsOf(columns, (column) =>
		lost.push(`column ${column.name}: no JSON path can express ${'value' in column ? column.value : 'cells computed by a hook'}`),
	);
	return { additionalPrinterColumns: made.map((column) => ({ ...column })) };
}

function selectable({ selectableFields, fieldLabels = [] }: KindDescriptor, lost: string[]): readonly Json[] {
	for (const { label } of fieldLabels) lost.push(`selectableFields: ${label} is a name of its own for a field`);
	return selectableFields.map((path) => ({ jsonPath: `.${path}` }));
}

/**
 * Reason for a loss. When selectable fields are equal in all versions, kube-apiserver takes them for fields of a common schema, and refuses
 * them if schemas differ.
 */
const unlikeThose = 'fields of several versions must differ where their schemas do';

/** Makes the list differ from that of other versions by reversing it, which has no meaning. */
function unlike(fields: readonly Json[]): readonly Json[] {
	return fields.length < 2 ? [] : [...fields].reverse();
}

function selectableIn(fields: readonly Json[]): { readonly [key: string]: Json } {
	return fields.length === 0 ? {} : { selectableFields: [...fields] };
}

function loseOfKind({ kind, hooked }: CrdExport, versions: readonly VersionDescriptor[], lost: string[]): void {
	if (hooked) lost.push('hooks: the document cannot contain behaviour and checks in code');
	if (kind.verbs.length < verbs.length) lost.push(`verbs: all are served, not only ${kind.verbs.join(', ')}`);
	if (kind.nameFormat !== 'dns-subdomain') lost.push(`nameFormat: names are DNS subdomains, not ${kind.nameFormat}`);
	if (kind.deleteReturns !== 'status') lost.push('delete: the answer is a status, not the object');
	if (kind.updateCreates) lost.push('update: a PUT does not create');
	for (const { name } of kind.subresources.other ?? []) lost.push(`subresources: ${name} is not served`);
	for (const { group, version } of kind.versions.filter((one) => !versions.includes(one))) lost.push(`alsoIn: ${group || 'core'}/${version} is not served`);
	for (const { version, conversion = [] } of versions)
		if (conversion === 'hook' || conversion.length > 0) lost.push(`converts: ${version} is converted only by field names`);
}
