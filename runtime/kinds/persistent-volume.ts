/** PersistentVolume: capacity and immutable source (seed 2, "PersistentVolume"). */
import type { PersistentVolume, PersistentVolumeSpec } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonValue, Release } from '../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';
import { Clock } from '../scalars/clock.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../scalars/formats.ts';
import { parseQuantity } from '../scalars/quantity.ts';
import { initiatorViolations } from './initiator.ts';

/** Returns the hooks. `tellsTransitions`: the status has the time of the last phase change. */
export const persistentVolumeHooks = (tellsTransitions: boolean, release: Release): KindHooks<PersistentVolume> => ({
	prepareForCreate(volume) {
		if (tellsTransitions) volume.status = { ...volume.status, lastPhaseTransitionTime: new Clock().now() };
	},
	prepareForUpdate(volume, { status: before }, { subresource }) {
		const { status = {} } = volume;
		const saysWhen = status.lastPhaseTransitionTime !== undefined && status.lastPhaseTransitionTime !== before?.lastPhaseTransitionTime;
		if (!tellsTransitions || subresource !== 'status' || saysWhen) return;
		const lastPhaseTransitionTime = status.phase === before?.phase ? before?.lastPhaseTransitionTime : new Clock().now();
		const { lastPhaseTransitionTime: _, ...rest } = status;
		volume.status = { ...rest, ...(lastPhaseTransitionTime !== undefined && { lastPhaseTransitionTime }) };
	},
	updateWarnings: (_volume, _old, { subresource }) => (subresource === 'status' ? 'nothing' : 'everything'),
	validate: ({ metadata, spec }, { subresource }) =>
		subresource === 'status'
			? []
			: [
					...capacityViolations(spec?.capacity ?? {}),
					...secretViolations(spec?.csi, 'spec', release),
					...attributesViolations(spec, 'spec'),
					...initiatorViolations(metadata?.name ?? '', spec?.iscsi, 'spec.iscsi.targetportal', spec?.iscsi?.targetPortal ?? ''),
				],
	validateUpdate({ spec = {} }, old, { subresource }) {
		if (subresource === 'status') return [];
		const moves = !deepEqual(source(spec, old.spec), source(old.spec ?? {}, old.spec));
		const losesClass = old.spec?.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined;
		return [
			...(moves ? [forbiddenField('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')] : []),
			...(losesClass ? [forbiddenField('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')] : []),
		];
	},
});

const secrets = ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef', 'nodeExpandSecretRef'] as const;

/** Checks a CSI driver's secret references: name and namespace; up to 1.26 both are DNS labels. `at`: path of the volume's spec. */
export function secretViolations(csi: PersistentVolumeSpec['csi'], at: string, release: Release): Cause[] {
	const checks = { name: compareReleases(release, '1.27') < 0 ? checkDnsLabel : checkDnsSubdomain, namespace: checkDnsLabel };
	return secrets.flatMap((field) => {
		const secret = csi?.[field];
		if (secret === undefined) return [];
		return (['name', 'namespace'] as const).flatMap((part) => {
			const path = `${at}.csi.${field}.${part}`;
			const text = secret[part] ?? '';
			return text === '' ? [required(path)] : checks[part](text).map((why) => invalidValue(path, text, why));
		});
	});
}

/** Checks that only a CSI volume has an attributes class. `at`: path of the volume's spec. */
export function attributesViolations(spec: PersistentVolumeSpec | undefined, at: string): Cause[] {
	const { volumeAttributesClassName: name, csi } = spec ?? {};
	if (name === undefined) return [];
	return [
		...(name === '' ? [required(`${at}.volumeAttributesClassName`, 'an empty string is disallowed')] : []),
		...(csi === undefined ? [required(`${at}.csi`, 'has to be specified when using volumeAttributesClassName')] : []),
	];
}

function capacityViolations(capacity: Readonly<Record<string, string>>): Cause[] {
	const path = 'spec.capacity';
	const names = Object.keys(capacity);
	const causes = names.length === 0 ? [required(path)] : [];
	if (!names.includes('storage') || names.length > 1) causes.push(notSupported(path, capacity, ['storage']));
	for (const [name, amount] of Object.entries(capacity)) {
		const { nano } = parseQuantity(amount);
		if (nano < 0n) causes.push(invalidValue(`${path}[${name}]`, wholeOf(nano), 'must be a valid resource quantity'));
		if (nano <= 0n) causes.push(invalidValue(`${path}[${name}]`, amount, 'must be greater than zero'));
	}
	return causes;
}

const nanosOfOne = 1_000_000_000n;

/** Rounds a negative amount to an integer, away from zero. */
function wholeOf(nano: bigint): number {
	return Number((nano - nanosOfOne + 1n) / nanosOfOne);
}

/** Returns the immutable part of the spec, which locates the volume. The secret for expansion may be added later. */
function source(spec: PersistentVolumeSpec, old: PersistentVolumeSpec | undefined): JsonValue {
	const {
		capacity: _capacity,
		accessModes: _modes,
		claimRef: _claim,
		persistentVolumeReclaimPolicy: _policy,
		storageClassName: _class,
		mountOptions: _options,
		volumeMode: _mode,
		nodeAffinity: _affinity,
		volumeAttributesClassName: _attributes,
		...where
	} = spec;
	if (where.csi === undefined || old?.csi?.controllerExpandSecretRef !== undefined) return where as object as JsonValue;
	const { controllerExpandSecretRef: _added, ...csi } = where.csi;
	return { ...where, csi } as object as JsonValue;
}
