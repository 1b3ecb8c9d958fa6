/**
 * Internal form of definitions, used by v1beta1 and validation: fields that all versions share are at the top level. Causes have the paths
 * of this form.
 */
import type * as v1 from '../../../generated/types/apiextensions/v1.ts';
import type * as v1beta1 from '../../../generated/types/apiextensions/v1beta1.ts';
import type { Converter } from '../../api/hooks.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';

type Spec = v1.CustomResourceDefinitionSpec;
type Version = v1.CustomResourceDefinitionVersion;
type OlderSpec = v1beta1.CustomResourceDefinitionSpec;

/** Fields that are equal in all versions; otherwise each version has its own. */
export interface Shared extends Pick<Version, 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'> {
	readonly versions: readonly Version[];
}

const shareable = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

export function shared(versions: readonly Version[]): Shared {
	const [first, ...others] = versions;
	if (first === undefined) return { versions };
	const common = shareable.filter((name) => others.every((version) => isSame(version[name], first[name])));
	const taken = Object.fromEntries(common.flatMap((name) => (isAbsent(first[name]) ? [] : [[name, first[name]]]))) as Omit<Shared, 'versions'>;
	const left = versions.map((version) => Object.fromEntries(Object.entries(version).filter(([name]) => !common.includes(name as (typeof shareable)[number]))));
	return { ...taken, versions: left as unknown as readonly Version[] };
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isSame(a: unknown, b: unknown): boolean {
	return (isAbsent(a) && isAbsent(b)) || deepEqual(a as JsonValue | undefined, b as JsonValue | undefined);
}

/** Removes undefined fields. */
function withoutUndefined<T extends object>(object: T): T {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Converts v1beta1, and sets its defaults, because defaulting uses those of the storage version. */
export const olderDefinitions: Converter<v1beta1.CustomResourceDefinition, v1.CustomResourceDefinition> = {
	toStorage({ spec, ...rest }) {
		if (spec === undefined || spec === null) return rest as unknown as v1.CustomResourceDefinition;
		return { ...rest, spec: newerSpec(spec) } as unknown as v1.CustomResourceDefinition;
	},
	fromStorage({ spec, ...rest }) {
		if (spec === undefined || spec === null) return rest as unknown as v1beta1.CustomResourceDefinition;
		return { ...rest, spec: olderSpec(spec) } as unknown as v1beta1.CustomResourceDefinition;
	},
};

function newerSpec(spec: OlderSpec): Spec {
	const { version, validation, subresources, additionalPrinterColumns, selectableFields, conversion, scope, preserveUnknownFields, ...rest } = spec;
	const sent: readonly v1beta1.CustomResourceDefinitionVersion[] = spec.versions ?? [];
	const versions = sent.length > 0 || !version ? sent : [{ name: version, served: true, storage: true }];
	return withoutUndefined({
		...rest,
		scope: scope || 'Namespaced',
		preserveUnknownFields: preserveUnknownFields ?? true,
		versions: versions.map((each) =>
			withoutUndefined({
				...each,
				schema: each.schema ?? validation,
				subresources: each.subresources ?? subresources,
				additionalPrinterColumns: newerColumns(each.additionalPrinterColumns ?? additionalPrinterColumns),
				selectableFields: each.selectableFields ?? selectableFields,
			}),
		),
		conversion: conversion && newerConversion(conversion),
	}) as unknown as Spec;
}

function olderSpec(spec: Spec): OlderSpec {
	const { schema, subresources, additionalPrinterColumns, selectableFields, versions } = shared(spec.versions ?? []);
	return withoutUndefined({
		...spec,
		version: versions[0]?.name,
		validation: schema,
		subresources,
		additionalPrinterColumns: olderColumns(additionalPrinterColumns),
		selectableFields,
		versions: versions.map((version) => withoutUndefined({ ...version, additionalPrinterColumns: olderColumns(version.additionalPrinterColumns) })),
		conversion: spec.conversion && olderConversion(spec.conversion),
		preserveUnknownFields: spec.preserveUnknownFields ?? false,
	}) as unknown as OlderSpec;
}

function newerColumns(columns: readonly v1beta1.CustomResourceColumnDefinition[] | undefined): readonly v1.CustomResourceColumnDefinition[] | undefined {
	return columns?.map(({ JSONPath: jsonPath, ...column }) => ({ ...column, jsonPath }));
}

function olderColumns(columns: readonly v1.CustomResourceColumnDefinition[] | undefined): readonly v1beta1.CustomResourceColumnDefinition[] | undefined {
	return columns?.map(({ jsonPath: JSONPath, ...column }) => ({ ...column, JSONPath }));
}

function newerConversion({ strategy, webhookClientConfig, conversionReviewVersions: sent }: v1beta1.CustomResourceConversion): v1.CustomResourceConversion {
	const conversionReviewVersions = strategy === 'Webhook' && (sent ?? []).length === 0 ? ['v1beta1'] : sent;
	if (webhookClientConfig === undefined && conversionReviewVersions === undefined) return { strategy };
	return { strategy, webhook: withoutUndefined({ clientConfig: webhookClientConfig, conversionReviewVersions }) as v1.WebhookConversion };
}

function olderConversion({ strategy, webhook }: v1.CustomResourceConversion): v1beta1.CustomResourceConversion {
	return withoutUndefined({
		strategy,
		webhookClientConfig: webhook?.clientConfig,
		conversionReviewVersions: webhook?.conversionReviewVersions,
	}) as v1beta1.CustomResourceConversion;
}
