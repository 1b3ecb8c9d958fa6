/** Gathers a kind's facts from a CustomResourceDefinition: one record per imported version, the stored one first. */
import type { Json, ScaleSubresource } from '../../../runtime/model/catalog.ts';
import { verbs } from '../../../runtime/model/verb.ts';
import { newestFirst } from '../../../runtime/model/version-order.ts';
import type { Definition } from '../definition.ts';
import type { KindFacts } from '../facts.ts';
import type { NamedTypes } from '../rules.ts';
import { columnsOf } from './columns.ts';
import type { CustomResourceDefinition, ResourceVersion } from './document.ts';
import { withoutIdentity } from './identity.ts';
import { asStored, differences, isSameSchema } from './versions.ts';

export interface ReadKind {
	readonly kinds: readonly KindFacts[];
	/** Schemas of versions by the name of their definition. */
	readonly definitions: Readonly<Record<string, Definition>>;
	readonly assumed: readonly string[];
	readonly lost: readonly string[];
}

export interface ReadKindInput {
	readonly resource: CustomResourceDefinition;
	/** Folder of the group. */
	readonly package: string;
	/** Release to record for versions that are deprecated. */
	readonly release: string;
}

export function readKind({ resource, package: folder, release }: ReadKindInput): ReadKind {
	const { spec } = resource;
	const name = `${spec.group} ${spec.names.kind}`;
	const assumed: string[] = [];
	const lost: string[] = [];
	const stored = spec.versions.find(({ storage }) => storage) as ResourceVersion;
	const storedSchema = servedSchema(stored, { assumed, name });
	if (!stored.served) assumed.push(`${name}: ${stored.name} is served: objects are stored in it, and specs serve every version`);
	const others = spec.versions.filter((version) => version !== stored && isTaken(version, name, lost)).sort((a, b) => newestFirst(a.name, b.name));
	if (spec.conversion?.strategy === 'Webhook' && others.length > 0)
		lost.push(`${name}: spec.conversion: the webhook is not imported; fields are matched by name. Declare other conversions under "converts" of the versions`);
	const definitions: Record<string, Definition> = {};
	const kinds = [stored, ...others].map((version): KindFacts => {
		const key = { package: folder, version: version.name, name: spec.names.kind };
		const schema = version === stored ? storedSchema : alignedSchema(version, stored, { assumed, lost, name });
		const sharesSchema = version !== stored && isSameSchema(schema, storedSchema);
		if (!sharesSchema) definitions[`${folder}.${version.name}.${spec.names.kind}`] = schema;
		const said = version === stored ? headOf(resource, stored, { assumed, lost, name }) : {};
		const loses =
			version === stored || sharesSchema ? {} : lossesOf({ name: version.name, schema }, { name: stored.name, schema: storedSchema }, { assumed, lost, name });
		if (version !== stored) compareHeads(version, stored, name, lost);
		return {
			group: spec.group,
			key,
			plural: spec.names.plural,
			scope: spec.scope,
			verbs,
			deleteReturns: 'status',
			status: stored.subresources?.status !== undefined,
			...said,
			versionWords: { ...lifeOf(version, { release, name, lost }), ...loses },
			...(sharesSchema ? { sharesSchema } : {}),
		};
	});
	return { kinds, definitions, assumed, lost };
}

interface ImportNotes {
	readonly name: string;
	readonly assumed: string[];
	readonly lost: string[];
}

function schemaOf({ schema }: ResourceVersion): Definition {
	// A schema without fields has those of every kind, or preserves unknown fields.
	return { properties: {}, ...(schema?.openAPIV3Schema && withoutIdentity(schema.openAPIV3Schema)) };
}

/**
 * Returns the schema. When a version has the status subresource without declaring a status, one is
 * added. Its data is dropped, or kept if the version preserves unknown fields.
 */
function servedSchema(version: ResourceVersion, { name, assumed }: Pick<ImportNotes, 'name' | 'assumed'>): Definition {
	const schema = schemaOf(version);
	if (version.subresources?.status === undefined || schema.properties?.status !== undefined) return schema;
	assumed.push(`${name}: the status of ${version.name} is an object without a schema`);
	const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
	return { ...schema, properties: { ...schema.properties, status: { type: 'object', ...(keeps && { 'x-kubernetes-preserve-unknown-fields': true }) } } };
}

/** Returns the schema of a version that is not stored. Fields whose type differs in the stored version get that type. */
function alignedSchema(version: ResourceVersion, stored: ResourceVersion, told: ImportNotes): Definition {
	const { schema, replaced } = asStored(servedSchema(version, { name: told.name, assumed: [] }), schemaOf(stored));
	for (const path of replaced)
		told.lost.push(`${told.name}: ${path} of ${version.name} is of another type in ${stored.name}, and read as there: declare its conversion under "converts"`);
	return schema;
}

function isTaken({ name: version, served }: ResourceVersion, kind: string, lost: string[]): boolean {
	if (!served) lost.push(`${kind}: ${version} is left out: it is neither served nor stored`);
	return served;
}

function lifeOf(
	{ name: version, deprecated, deprecationWarning }: ResourceVersion,
	{ release, name, lost }: Omit<ImportNotes, 'assumed'> & { release: string },
): NamedTypes {
	if (deprecationWarning !== undefined) lost.push(`${name}: ${version}: deprecationWarning: clients get the server's own warning`);
	// The document says that the version is deprecated, not since when.
	return { ...(deprecated ? { deprecated: release } : {}), ...(version.includes('alpha') ? { onRequest: false } : {}) };
}

/** Returns the keywords of the kind besides its schema, from the stored version. */
function headOf(resource: CustomResourceDefinition, version: ResourceVersion, told: ImportNotes): Pick<KindFacts, 'scale' | 'words'> {
	const { names } = resource.spec;
	const singular = names.kind.toLowerCase();
	const { description } = schemaOf(version);
	const columns = columnsOf(version.additionalPrinterColumns ?? [], schemaOf(version), ({ name: column, jsonPath }, why) =>
		told.lost.push(`${told.name}: column ${column}: ${why} ${jsonPath}; express it in CEL under "columns"`),
	);
	const fields = (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, ''));
	const namesWords: NamedTypes = {
		...(names.singular !== undefined && names.singular !== '' && names.singular !== singular ? { singular: names.singular } : {}),
		...(names.listKind !== undefined && names.listKind !== `${names.kind}List` ? { list: names.listKind } : {}),
		...(names.shortNames?.length ? { short: names.shortNames } : {}),
		...(names.categories?.length ? { categories: names.categories } : {}),
	};
	const words: Record<string, Json> = {
		...(description === undefined ? {} : { description }),
		names: namesWords,
		update: { needsVersion: true },
		generation: true,
		...(fields.length === 0 ? {} : { selectableFields: fields }),
		...(columns === undefined ? {} : { columns: columns as unknown as Json }),
	};
	return { ...scaleOf(version), words };
}

function scaleOf({ subresources }: ResourceVersion): { readonly scale?: ScaleSubresource } {
	const scale = subresources?.scale;
	if (scale === undefined) return {};
	const path = (text: string): string => text.replace(/^\./, '');
	const selector = scale.labelSelectorPath === undefined || scale.labelSelectorPath === '' ? {} : { selector: path(scale.labelSelectorPath) };
	return { scale: { replicas: path(scale.specReplicasPath), statusReplicas: path(scale.statusReplicasPath), ...selector } };
}

interface NamedSchema {
	readonly name: string;
	readonly schema: Definition;
}

/**
 * Returns what a version loses. Without a webhook it shows only fields that the stored version has, and fields of its own are not stored.
 */
function lossesOf(version: NamedSchema, stored: NamedSchema, { name, assumed, lost }: ImportNotes): NamedTypes {
	const { onlyHere, onlyStored, missing, lax } = differences(version.schema, stored.schema);
	for (const path of missing)
		lost.push(`${name}: ${path} is required in ${stored.name}, and ${version.name} has none: add {storage: ${path}, whenAbsent: ...} under "converts"`);
	for (const { side, path } of lax) {
		const [strict, other] = side === 'here' ? [version, stored] : [stored, version];
		lost.push(
			`${name}: ${path} is required in ${strict.name} alone, not in ${other.name}: add {${side}: ${path}, whenAbsent: ...} under "converts" of ${version.name}`,
		);
	}
	const paths = [...onlyHere, ...onlyStored];
	for (const path of paths) assumed.push(`${name}: ${path} has no counterpart: ${onlyHere.includes(path) ? version.name : stored.name} alone has it`);
	const reasons = [...onlyHere.map((path) => [path, `${version.name} alone has it`]), ...onlyStored.map((path) => [path, `${stored.name} alone has it`])];
	return paths.length === 0 ? {} : { loses: Object.fromEntries(reasons) as Record<string, Json> };
}

/** Reports differences in columns, selectable fields and subresources; the stored version's are used. */
function compareHeads(version: ResourceVersion, stored: ResourceVersion, name: string, lost: string[]): void {
	for (const part of ['additionalPrinterColumns', 'selectableFields', 'subresources'] as const)
		if (headOrder(version, part) !== headOrder(stored, part))
			lost.push(`${name}: ${part} of ${version.name} are others than those of ${stored.name}, which count for all versions`);
}

/** Returns a comparable form: columns are ordered, selectable fields are not. */
function headOrder(version: ResourceVersion, part: 'additionalPrinterColumns' | 'selectableFields' | 'subresources'): string {
	if (part !== 'selectableFields') return JSON.stringify(version[part] ?? null);
	return (version.selectableFields ?? [])
		.map(({ jsonPath }) => jsonPath)
		.sort()
		.join(' ');
}
