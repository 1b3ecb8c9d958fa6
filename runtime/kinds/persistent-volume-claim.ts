/** PersistentVolumeClaim: `dataSource` and `dataSourceRef` must agree, and the request is immutable (seed 2, "PersistentVolumeClaim"). */
import type {
	PersistentVolumeClaim as Claim,
	PersistentVolumeClaimSpec as ClaimSpec,
	PersistentVolumeClaimStatus as ClaimStatus,
	TypedLocalObjectReference as Reference,
} from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue, Release } from '../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkQualifiedName } from '../scalars/formats.ts';
import { compareQuantities, parseQuantity } from '../scalars/quantity.ts';
import { claimSpecViolations, groupViolations, plainReference } from './claim-spec.ts';
import { claimFractions } from './pod/warnings/index.ts';
import { isNative } from './resource-names.ts';

/** Returns the hooks. `gates`: state of each feature gate. Without AnyVolumeDataSource, `dataSourceRef` is not filled in. */
export function persistentVolumeClaimHooks({ groupDomain, labelDomain }: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release): KindHooks<Claim> {
	const anySource = gates.get('AnyVolumeDataSource') === true;
	const otherNamespaces = gates.get('CrossNamespaceVolumeDataSource') === true;
	const mayChange: Changeable = {
		laterClass: gates.get('RetroactiveDefaultStorageClass') === true,
		attributes: gates.get('VolumeAttributesClass') === true,
		smaller: gates.get('RecoverVolumeExpansionFailure') === true,
	};
	const snapshots = `snapshot.storage.${groupDomain}`;
	const classAnnotation = `volume.beta.${labelDomain}/storage-class`;
	const isAllowed = ({ apiGroup, kind }: Reference): boolean =>
		(kind === 'PersistentVolumeClaim' && !apiGroup) || (kind === 'VolumeSnapshot' && apiGroup === snapshots);
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const [warnsOfFractions, warnsOfClass, checksGroups] = [since('1.26'), since('1.28'), since('1.29')];
	const claimWarnings = ({ metadata, spec }: Claim): string[] => [
		...(warnsOfClass && metadata?.annotations?.[classAnnotation] !== undefined
			? [`metadata.annotations[${classAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`]
			: []),
		...(warnsOfFractions ? claimFractions(spec, 'spec') : []),
	];
	const settle = (claim: Claim, old: ClaimSpec = {}): void => {
		const spec = { ...claim.spec };
		const hadSource = old.dataSource !== undefined || old.dataSourceRef !== undefined;
		if (!otherNamespaces && spec.dataSourceRef?.namespace && old.dataSourceRef === undefined) delete spec.dataSourceRef;
		if (!hadSource && spec.dataSourceRef === undefined && spec.dataSource !== undefined && !isAllowed(spec.dataSource)) delete spec.dataSource;
		// The older field cannot name an object in another namespace.
		const source = spec.dataSource ?? (spec.dataSourceRef?.namespace ? undefined : local(spec.dataSourceRef));
		if (source !== undefined && anySource) claim.spec = { ...spec, dataSource: source, dataSourceRef: spec.dataSourceRef ?? source };
		else claim.spec = spec;
	};
	const nameOf = (name: string, path: string): Cause[] => grownName(name, path, since('1.28') ? labelDomain : undefined);
	return {
		prepareForCreate: (claim) => settle(claim),
		prepareForUpdate(claim, old, { subresource }) {
			if (subresource !== 'status') settle(claim, old.spec);
		},
		validate: ({ spec, status }, { subresource }) =>
			subresource === 'status' ? statusViolations(status ?? {}, nameOf) : claimSpecViolations(spec ?? {}, 'spec'),
		validateCreate(claim, { warnings }) {
			warnings.push(...claimWarnings(claim));
			return checksGroups ? groupViolations(claim.spec ?? {}, 'spec') : [];
		},
		validateUpdate(claim, old, { subresource, warnings }) {
			if (subresource === 'status') return [];
			warnings.push(...claimWarnings(claim));
			const hadGroup = Boolean(old.spec?.dataSource?.apiGroup ?? old.spec?.dataSourceRef?.apiGroup);
			const groups = checksGroups && !hadGroup ? groupViolations(claim.spec ?? {}, 'spec') : [];
			return [...groups, ...changeViolations(claim, old, classAnnotation, mayChange)];
		},
	};
}

function local(reference: ClaimSpec['dataSourceRef']): Reference | undefined {
	if (reference === undefined) return undefined;
	const { namespace: _, ...rest } = reference;
	return rest;
}

function storageOf(spec: ClaimSpec | undefined): string | undefined {
	return spec?.resources?.requests?.storage;
}

const resizes = ['ControllerResizeInProgress', 'ControllerResizeInfeasible', 'NodeResizeInProgress', 'NodeResizeInfeasible', 'NodeResizePending'];

/** Validates the status. The status of a claim in a template is not validated. */
function statusViolations(
	{ capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} }: ClaimStatus,
	nameViolations: (name: string, path: string) => Cause[],
): Cause[] {
	const path = 'status.allocatedResources';
	return [
		// The cause has the resource name instead of the invalid status.
		...Object.entries(allocatedResourceStatuses).flatMap(([name, status]) => [
			...nameViolations(name, 'status.allocatedResourceStatuses'),
			...(resizes.includes(status) ? [] : [notSupported('status.allocatedResourceStatuses', name, resizes)]),
		]),
		...negatives(capacity, 'status.capacity'),
		...Object.entries(allocatedResources).flatMap(([name, amount]) => {
			const misnamed = nameViolations(name, path);
			return misnamed.length > 0 ? misnamed : negatives({ [name]: amount }, path);
		}),
	];
}

/**
 * Checks the name of a resource that may grow: `storage`, or a name in a driver's domain. `labelDomain`: set in releases that allow the
 * latter.
 */
function grownName(name: string, path: string, labelDomain: string | undefined): Cause[] {
	const malformed = labelDomain === undefined ? [] : checkQualifiedName(name).map((why) => invalidValue(path, name, why));
	if (malformed.length > 0 || name === 'storage' || (labelDomain !== undefined && !isNative(name, labelDomain))) return malformed;
	return [notSupported(path, name, ['storage'])];
}

function negatives(amounts: Readonly<Record<string, string>>, path: string): Cause[] {
	return Object.entries(amounts).flatMap(([name, text]) =>
		parseQuantity(text).nano < 0n ? [invalidValue(`${path}[${name}]`, text, 'must be a valid resource quantity')] : [],
	);
}

/** Mutable fields that depend on the release. */
interface Changeable {
	/** True when a claim without a class may get one later, such as a default class created after it. */
	readonly laterClass: boolean;
	/** True when a bound claim may change its attributes class. */
	readonly attributes: boolean;
	/** True when a request that could not be satisfied may shrink to the actual capacity. */
	readonly smaller: boolean;
}

/** Reports forbidden changes. The volume name can be set once, a bound claim may grow, and the class may move from annotation to field. */
function changeViolations(claim: Claim, old: Claim, classAnnotation: string, mayChange: Changeable): Cause[] {
	const causes: Cause[] = [];
	const { annotations: before = {} } = old.metadata ?? {};
	const { annotations: after = {} } = claim.metadata ?? {};
	const moved = movesClass(claim, old, before[classAnnotation], after[classAnnotation]);
	if (!moved && before[classAnnotation] !== after[classAnnotation]) {
		causes.push(invalidValue(`metadata.annotations[${classAnnotation}]`, after[classAnnotation] ?? '', 'field is immutable'));
	}
	const bound = claim.status?.phase === 'Bound';
	const given = mayChange.laterClass && before[classAnnotation] === undefined && old.spec?.storageClassName === undefined;
	const free = { size: bound, attributes: bound && mayChange.attributes, class: moved || (given && claim.spec?.storageClassName !== undefined) };
	if (!deepEqual(fixed(claim.spec ?? {}, old.spec ?? {}, free), fixed(old.spec ?? {}, old.spec ?? {}, free))) {
		causes.push(forbiddenField('spec', 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'));
	}
	if (mayChange.attributes) causes.push(...attributesViolations(claim, old));
	if (claim.spec?.volumeMode !== old.spec?.volumeMode) causes.push(invalidValue('spec.volumeMode', claim.spec?.volumeMode, 'field is immutable'));
	return [...causes, ...sizeViolations(storageOf(claim.spec), storageOf(old.spec), mayChange.smaller ? (old.status?.capacity?.storage ?? '0') : undefined)];
}

/** Checks a change of the requested size. `there`: actual capacity, to which a request may shrink; undefined when it may not. */
function sizeViolations(size = '0', before = '0', there: string | undefined): Cause[] {
	const path = 'spec.resources.requests.storage';
	if (!isLarger(before, size)) return [];
	if (there === undefined) return [forbiddenField(path, 'field can not be less than previous value')];
	return isLarger(size, there) ? [] : [forbiddenField(path, 'field can not be less than status.capacity')];
}

function isLarger(a: string, b: string): boolean {
	return compareQuantities(parseQuantity(a), parseQuantity(b)) > 0;
}

function movesClass(claim: Claim, old: Claim, before: string | undefined, after: string | undefined): boolean {
	const named = claim.spec?.storageClassName;
	return before !== undefined && old.spec?.storageClassName === undefined && named === before && (after === undefined || after === before);
}

/** Checks that a volume with an attributes class keeps one. */
function attributesViolations({ spec }: Claim, old: Claim): Cause[] {
	const has = old.status?.currentVolumeAttributesClassName !== undefined;
	const stays = spec?.volumeAttributesClassName === old.spec?.volumeAttributesClassName;
	if (!has || stays || spec?.volumeAttributesClassName) return [];
	const what = spec?.volumeAttributesClassName === undefined ? 'nil' : 'empty string';
	const why = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
	return [forbiddenField('spec.volumeAttributesClassName', why)];
}

/** Returns the immutable part of a spec. */
function fixed(spec: ClaimSpec, old: ClaimSpec, free: { readonly size: boolean; readonly attributes: boolean; readonly class: boolean }): JsonValue {
	const { volumeName = '', storageClassName, volumeAttributesClassName, resources = {}, dataSource, dataSourceRef, ...rest } = spec;
	const { storage, ...requests } = resources.requests ?? {};
	return {
		...rest,
		resources: { ...resources, requests: free.size ? requests : { ...requests, storage: storage ?? null } },
		...(old.volumeName ? { volumeName } : {}),
		...(free.class ? {} : { storageClassName: storageClassName ?? null }),
		...(free.attributes ? {} : { volumeAttributesClassName: volumeAttributesClassName ?? null }),
		sources: [dataSource, dataSourceRef].map((source) => (source === undefined ? null : plainReference(source))),
	} as object as JsonValue;
}
