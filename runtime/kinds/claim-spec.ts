/**
 * Validates the spec of a volume claim, in a PersistentVolumeClaim or in the template of an ephemeral volume. Rules for single fields are
 * in the specs.
 */
import type {
	TypedObjectReference as AnyReference,
	PersistentVolumeClaimSpec as ClaimSpec,
	TypedLocalObjectReference as Reference,
} from '../../generated/types/core/v1.ts';
import type { JsonObject } from '../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../scalars/formats.ts';
import { parseQuantity } from '../scalars/quantity.ts';

/** `path`: field path of the spec, `spec` or `spec.volumes[0].ephemeral.volumeClaimTemplate.spec`. */
export function claimSpecViolations(spec: ClaimSpec, path: string): Cause[] {
	return [...modeViolations(spec, path), ...sizeViolations(spec, path), ...sourceViolations(spec, path)];
}

/** Checks that ReadWriteOncePod is the only access mode. */
function modeViolations({ accessModes = [] }: ClaimSpec, path: string): Cause[] {
	const mixed = accessModes.includes('ReadWriteOncePod') && accessModes.some((mode) => mode !== 'ReadWriteOncePod');
	return mixed ? [forbiddenField(`${path}.accessModes`, 'may not use ReadWriteOncePod with other access modes')] : [];
}

function sizeViolations({ resources }: ClaimSpec, path: string): Cause[] {
	const size = resources?.requests?.storage;
	return size === undefined || parseQuantity(size).nano > 0n ? [] : [invalidValue(`${path}.resources[storage]`, size, 'must be greater than zero')];
}

function sourceViolations({ dataSource, dataSourceRef }: ClaimSpec, path: string): Cause[] {
	const ofCore = (at: string, source: Reference | undefined): Cause[] =>
		source === undefined || source.apiGroup || source.kind === 'PersistentVolumeClaim'
			? []
			: [invalidValue(at, source.kind ?? '', "must be 'PersistentVolumeClaim' when referencing the default apiGroup")];
	return [
		...ofCore(`${path}.dataSource`, dataSource),
		...ofCore(`${path}.dataSourceRef`, dataSourceRef),
		...namespaceViolations(dataSourceRef?.namespace, `${path}.dataSourceRef.namespace`),
		...(dataSource === undefined || dataSourceRef === undefined ? [] : pairViolations(dataSource, dataSourceRef, path)),
	];
}

/** Checks the API groups of new claims, from 1.29 on. Existing claims keep theirs. */
export function groupViolations(spec: ClaimSpec, path: string): Cause[] {
	return (['dataSource', 'dataSourceRef'] as const).flatMap((field) => {
		const { apiGroup } = spec[field] ?? {};
		return apiGroup ? checkDnsSubdomain(apiGroup).map((why) => invalidValue(`${path}.${field}.apiGroup`, apiGroup, why)) : [];
	});
}

function namespaceViolations(namespace: string | undefined, path: string): Cause[] {
	return namespace ? checkDnsLabel(namespace).map((why) => invalidValue(path, namespace, why)) : [];
}

/** Checks that both fields refer to the same object. The older one has no namespace. */
function pairViolations(older: Reference, { namespace, ...newer }: AnyReference, path: string): Cause[] {
	const blame = (why: string): Cause[] => [invalidValue(path, `${path}.dataSource`, why)];
	if (namespace) return blame('may not be specified when dataSourceRef.namespace is specified');
	return deepEqual(plainReference(older), plainReference(newer)) ? [] : blame('must match dataSourceRef');
}

/** Returns a reference without an empty group: absent and null mean the core group. */
export function plainReference({ apiGroup, ...rest }: Reference): JsonObject {
	return (apiGroup ? { ...rest, apiGroup } : rest) as object as JsonObject;
}
