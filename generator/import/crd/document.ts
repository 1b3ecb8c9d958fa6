/** A CustomResourceDefinition, as in its file. */
import { checkDnsLabel1035, checkDnsSubdomain } from '../../../runtime/scalars/formats.ts';
import type { Definition } from '../definition.ts';
import { schemaProblem } from './structure.ts';

export interface CustomResourceDefinition {
	readonly metadata?: { readonly name?: string };
	readonly spec: {
		readonly group: string;
		readonly scope: 'Namespaced' | 'Cluster';
		readonly names: {
			readonly kind: string;
			readonly plural: string;
			readonly singular?: string;
			readonly listKind?: string;
			readonly shortNames?: readonly string[];
			readonly categories?: readonly string[];
		};
		readonly versions: readonly ResourceVersion[];
		readonly conversion?: { readonly strategy?: string };
		readonly preserveUnknownFields?: boolean;
	};
}

export interface ResourceVersion {
	readonly name: string;
	readonly served: boolean;
	readonly storage: boolean;
	readonly deprecated?: boolean;
	readonly deprecationWarning?: string;
	readonly schema?: { readonly openAPIV3Schema?: Definition };
	readonly subresources?: {
		readonly status?: object;
		readonly scale?: { readonly specReplicasPath: string; readonly statusReplicasPath: string; readonly labelSelectorPath?: string };
	};
	readonly additionalPrinterColumns?: readonly PrinterColumn[];
	readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface PrinterColumn {
	readonly name: string;
	readonly type: string;
	readonly jsonPath: string;
	readonly format?: string;
	readonly description?: string;
	readonly priority?: number;
}

/** apiVersion of CustomResourceDefinitions, whatever the group's domain. */
const current = /^apiextensions\.[^/]+\/v1$/;

/**
 * Returns the definition in a document; undefined for another kind. Throws for a malformed one. `index`: position of the document in its
 * file, from 1.
 */
export function customResourceDefinition(value: unknown, file: string, index: number): CustomResourceDefinition | undefined {
	const { apiVersion, kind, spec } = (value ?? {}) as {
		readonly apiVersion?: unknown;
		readonly kind?: unknown;
		readonly spec?: CustomResourceDefinition['spec'];
	};
	if (kind !== 'CustomResourceDefinition') return undefined;
	const where = `${file}, document ${index}`;
	if (!current.test(String(apiVersion))) {
		throw new Error(`${where}: a CustomResourceDefinition of ${apiVersion} cannot be read: write it in version v1 of the group apiextensions`);
	}
	const lacks = (what: string): Error => new Error(`${where}: the CustomResourceDefinition has no ${what}`);
	if (typeof spec?.group !== 'string') throw lacks('spec.group');
	if (typeof spec.names?.kind !== 'string' || typeof spec.names.plural !== 'string') throw lacks('spec.names with kind and plural');
	const misnamed = namesOf(spec).find(([, name, check]) => typeof name !== 'string' || check(name).length > 0);
	if (misnamed !== undefined)
		throw new Error(`${where}: ${misnamed[0]} ${JSON.stringify(misnamed[1])} is not a name: ${misnamed[2](String(misnamed[1])).join('; ')}`);
	if (spec.scope !== 'Namespaced' && spec.scope !== 'Cluster') throw lacks('spec.scope that is Namespaced or Cluster');
	if (!Array.isArray(spec.versions) || spec.versions.filter((version) => version?.storage === true).length !== 1 || spec.versions.includes(null as never))
		throw lacks('spec.versions with exactly one storage: true');
	for (const { name, schema } of spec.versions) {
		const path = `spec.versions[${name}].schema.openAPIV3Schema`;
		if (typeof schema?.openAPIV3Schema !== 'object') throw lacks(path);
		const problem = schemaProblem(schema.openAPIV3Schema, path);
		if (problem !== undefined) throw new Error(`${where}: ${problem}`);
	}
	return value as CustomResourceDefinition;
}

/** Returns the names that become parts of file paths, with Kubernetes' check for each. */
function namesOf({
	group,
	names,
	versions,
}: CustomResourceDefinition['spec']): readonly (readonly [path: string, name: unknown, check: (name: string) => readonly string[]])[] {
	return [
		['spec.group', group, checkDnsSubdomain],
		['spec.names.kind', names.kind, (kind) => checkDnsLabel1035(kind.toLowerCase())],
		['spec.names.plural', names.plural, checkDnsLabel1035],
		...(Array.isArray(versions) ? versions : []).flatMap((version) =>
			version === null ? [] : [['spec.versions.name', version.name, checkDnsLabel1035] as const],
		),
	];
}
