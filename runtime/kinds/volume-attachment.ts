/** VolumeAttachment: an inline volume has the rules of PersistentVolume. Older versions validate less. */
import type { VolumeAttachment } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { initiatorViolations } from './initiator.ts';
import { attributesViolations, secretViolations } from './persistent-volume.ts';
import { keptByStatus } from './preserved-metadata.ts';

const inline = 'spec.source.inlineVolumeSpec';
const named = 'spec.source.persistentVolumeName';
const names: ReadonlySet<string> = new Set(['spec.attacher', named]);

function isBoth(spec: VolumeAttachment['spec'] | undefined): boolean {
	return spec?.source?.inlineVolumeSpec !== undefined && spec.source.persistentVolumeName !== undefined;
}

export const volumeAttachmentHooks = (release: Release): KindHooks<VolumeAttachment> => ({
	preservedMetadata: keptByStatus,
	validate({ spec }) {
		const volume = spec?.source?.inlineVolumeSpec;
		if (isBoth(spec)) return [];
		return [
			...secretViolations(volume?.csi, inline, release),
			...attributesViolations(volume, inline),
			...initiatorViolations('', volume?.iscsi, `${inline}.iscsi.targetportal`, volume?.iscsi?.targetPortal ?? ''),
		];
	},
	tolerates({ reason, field = '', message }, { spec }, { version, stored }) {
		// When both kinds of source are set, neither is validated.
		if (isBoth(spec) && (field === inline || field.startsWith(`${inline}.`) || (field === named && reason === 'FieldValueRequired'))) return true;
		// An inline volume must have no node affinity.
		if (field.startsWith(`${inline}.nodeAffinity.`)) return true;
		if (reason !== 'FieldValueInvalid') return false;
		// The whole spec is immutable, so causes for its fields would be redundant.
		if (stored !== undefined && field.startsWith(`${inline}.`) && message.endsWith('field is immutable')) return true;
		// Before 1.36, names were validated only by creates in v1.
		return names.has(field) && compareReleases(release, '1.36') < 0 && (version !== 'v1' || stored !== undefined);
	},
});
