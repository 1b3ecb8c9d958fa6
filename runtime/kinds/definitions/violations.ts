/** Validates a whole definition. Causes have the paths of v1beta1: fields shared by all versions are at the top level. */
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel1035, checkDnsSubdomain } from '../../scalars/formats.ts';
import { hasSchema, type Props } from '../../schema/structural/props.ts';
import { conversionViolations } from './conversion.ts';
import { missingNames, nameViolations } from './defined-names.ts';
import { type Shared, shared } from './internal.ts';
import type { DefinitionDemands } from './ratchet.ts';
import { propsOf, schemaViolations } from './schema.ts';
import { columnViolations, selectableViolations, subresourceViolations } from './version-fields.ts';

const scopes = ['Cluster', 'Namespaced'];

export function definitionViolations({ spec, status }: CustomResourceDefinition, asked: DefinitionDemands, product: string): Cause[] {
	const versions = spec.versions ?? [];
	const keepsUnknown = spec.preserveUnknownFields === true;
	const schemas = versions.flatMap(({ schema }) => propsOf(schema, product) ?? []);
	const hasDefaults = schemas.some((props) => hasSchema(props, (each) => each.default !== undefined));
	const demands = { ...asked, structural: asked.structural || !keepsUnknown || hasDefaults || schemas.some((props) => hasSchema(props, isExtended)) };
	const common = shared(versions);
	const { conversion = { strategy: 'None' } } = spec;
	return [
		...groupViolations(spec.group ?? ''),
		...(spec.scope ? (scopes.includes(spec.scope) ? [] : [notSupported('spec.scope', spec.scope, scopes)]) : [required('spec.scope')]),
		...(common.schema?.openAPIV3Schema === undefined ? missingSchemas(common.versions, demands, keepsUnknown) : []),
		...(hasDefaults && keepsUnknown ? [invalidValue('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')] : []),
		...labelViolations(versions[0]?.name ?? 'v1', 'spec.version'),
		...versions.flatMap((version, index) => versionViolations(version, common, index, demands, product)),
		...listViolations(versions),
		...missingNames(spec.names, 'spec.names'),
		...nameViolations(spec.names, 'spec.names'),
		...commonViolations(common, versions, demands, product),
		...(conversion.strategy !== 'None' && keepsUnknown
			? [invalidValue('spec.conversion.strategy', conversion.strategy, 'must be None if spec.preserveUnknownFields is true')]
			: []),
		...conversionViolations(conversion, 'spec.conversion', demands),
		...nameViolations(status?.acceptedNames ?? { plural: '', kind: '' }, 'status.acceptedNames'),
		...storedVersionViolations(status?.storedVersions ?? [], versions),
		...(keepsUnknown && demands.pruning
			? [
					invalidValue(
						'spec.preserveUnknownFields',
						true,
						`cannot set to true, set x-${product}-preserve-unknown-fields to true in spec.versions[*].schema instead`,
					),
				]
			: []),
	];
}

function isExtended(props: Props): boolean {
	const { embedded, preserveUnknown, intOrString, listMapKeys, listType, validations } = props;
	return embedded || preserveUnknown !== undefined || intOrString || listMapKeys.length > 0 || listType !== undefined || validations.length > 0;
}

/** Checks the name of a new definition. Later, the fields in it are immutable. */
export function ownNameViolations({ metadata, spec }: CustomResourceDefinition): Cause[] {
	const name = metadata?.name ?? '';
	const wanted = `${spec.names?.plural ?? ''}.${spec.group ?? ''}`;
	return name === '' || name === wanted ? [] : [invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function groupViolations(group: string): Cause[] {
	if (group === '') return [required('spec.group')];
	const why = checkDnsSubdomain(group);
	if (why.length > 0) return [invalidValue('spec.group', group, why.join(','))];
	return group.includes('.') ? [] : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

function missingSchemas(versions: readonly CustomResourceDefinitionVersion[], { schemas }: DefinitionDemands, keepsUnknown: boolean): Cause[] {
	return versions.flatMap(({ schema, served }, index) => {
		if (schema?.openAPIV3Schema !== undefined) return [];
		const at = `spec.versions[${index}].schema.openAPIV3Schema`;
		if (schemas) return [required(at)];
		return served && !keepsUnknown ? [required(at, 'because otherwise all fields are pruned')] : [];
	});
}

function labelViolations(name: string, path: string): Cause[] {
	const why = checkDnsLabel1035(name);
	return why.length === 0 ? [] : [invalidValue(path, name, why.join(','))];
}

/** Validates the fields of one version. Fields that all versions share are validated once. */
function versionViolations(version: CustomResourceDefinitionVersion, common: Shared, index: number, demands: DefinitionDemands, product: string): Cause[] {
	const path = `spec.versions[${index}]`;
	const own = common.versions[index] ?? version;
	const { name = '', deprecated = false, deprecationWarning } = version;
	const props = propsOf(own.schema, product);
	return [
		...labelViolations(name, `${path}.name`),
		...deprecationViolations(deprecated, deprecationWarning).map((why) => invalidValue(`${path}.deprecationWarning`, deprecationWarning, why)),
		...(props === undefined ? [] : schemaViolations(props, `${path}.schema`, version.subresources?.status !== undefined, demands, product)),
		...(own.subresources === undefined ? [] : subresourceViolations(own.subresources, `${path}.subresources`)),
		...(own.additionalPrinterColumns ?? []).flatMap((column, at) => columnViolations(column, `${path}.additionalPrinterColumns[${at}]`)),
		...selectable(own.selectableFields, propsOf(version.schema, product), `${path}.selectableFields`, demands.manySelectable.has(name)),
	];
}

function commonViolations(common: Shared, versions: readonly CustomResourceDefinitionVersion[], demands: DefinitionDemands, product: string): Cause[] {
	const props = propsOf(common.schema, product);
	const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined);
	const mayBeMany = versions.every(({ name }) => demands.manySelectable.has(name));
	return [
		...(props === undefined ? [] : schemaViolations(props, 'spec.validation', hasStatus, demands, product)),
		...(common.subresources === undefined ? [] : subresourceViolations(common.subresources, 'spec.subresources')),
		...(common.additionalPrinterColumns ?? []).flatMap((column, index) => columnViolations(column, `spec.additionalPrinterColumns[${index}]`)),
		...selectable(common.selectableFields, props, 'spec.selectableFields', mayBeMany),
	];
}

function selectable(fields: CustomResourceDefinitionVersion['selectableFields'], props: Props | undefined, path: string, mayBeMany: boolean): Cause[] {
	if (fields === undefined || fields === null || fields.length === 0) return [];
	return props === undefined
		? [invalidValue(path, '', 'may only be set when `version.schema.openAPIV3Schema` is not included')]
		: selectableViolations(fields, props, path, mayBeMany);
}

function deprecationViolations(deprecated: boolean, warning: string | undefined): string[] {
	if (warning === undefined) return [];
	if (!deprecated) return ['can only be set for deprecated versions'];
	const unprintable = [...warning].findIndex((letter) => /[\p{C}\p{Zl}\p{Zp}]|[^\S ]/u.test(letter));
	return [
		...(Buffer.byteLength(warning) > 256 ? ['must be <= 256 characters long'] : []),
		...(warning === '' ? ['must not be an empty string'] : []),
		...(unprintable < 0 ? [] : [`must only contain printable UTF-8 characters; non-printable character found at index ${unprintable}`]),
	];
}

function listViolations(versions: readonly CustomResourceDefinitionVersion[]): Cause[] {
	const names = versions.map(({ name }) => name);
	return [
		...(new Set(names).size < names.length ? [invalidValue('spec.versions', versions, 'must contain unique version names')] : []),
		...(versions.filter(({ storage }) => storage).length === 1
			? []
			: [invalidValue('spec.versions', versions, 'must have exactly one version marked as storage version')]),
	];
}

/** Checks `storedVersions`: a version stays in it until a client removes it. */
function storedVersionViolations(stored: readonly string[], versions: readonly CustomResourceDefinitionVersion[]): Cause[] {
	const path = 'status.storedVersions';
	if (stored.length === 0) return [invalidValue(path, stored, 'must have at least one stored version')];
	const names = versions.map(({ name }) => name);
	return [
		...versions.flatMap(({ name, storage }) =>
			storage && !stored.includes(name) ? [invalidValue(path, stored, `must have the storage version ${name}`)] : [],
		),
		...stored.flatMap((version, index) => {
			const why = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
			return names.includes(version) ? [] : [invalidValue(`${path}[${index}]`, version, why)];
		}),
	];
}

/** Checks that group, names and scope of the resource do not change. */
export function changeViolations({ spec }: CustomResourceDefinition, { spec: old }: CustomResourceDefinition, fixedNames: boolean): Cause[] {
	const fixed = (path: string, value: string | undefined, before: string | undefined): Cause[] =>
		value === before ? [] : [invalidValue(path, value, 'field is immutable')];
	return [
		...(fixedNames ? [...fixed('spec.scope', spec.scope, old.scope), ...fixed('spec.names.kind', spec.names.kind, old.names.kind)] : []),
		...fixed('spec.group', spec.group, old.group),
		...fixed('spec.names.plural', spec.names.plural, old.names.plural),
	];
}

/** Validates a write of the status alone. */
export function statusViolations({ status }: CustomResourceDefinition): Cause[] {
	return nameViolations(status?.acceptedNames ?? { plural: '', kind: '' }, 'status.acceptedNames');
}
