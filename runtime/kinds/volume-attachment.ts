/** VolumeAttachment: a volume that is described in it keeps the rules of volumes; older versions have looked at less. */
import type { VolumeAttachment } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { initiatorViolations } from './initiator.ts';
import { keptByStatus } from './kept-metadata.ts';
import { attributesViolations, secretViolations } from './persistent-volume.ts';

const inline = 'spec.source.inlineVolumeSpec';
const named = 'spec.source.persistentVolumeName';
const names: ReadonlySet<string> = new Set(['spec.attacher', named]);

function isBoth(spec: VolumeAttachment['spec'] | undefined): boolean {
	return spec?.source?.inlineVolumeSpec !== undefined && spec.source.persistentVolumeName !== undefined;
}

export const volumeAttachmentHooks = (release: Release): KindHooks<VolumeAttachment> => ({
	keptMetadata: keptByStatus,
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
		// Of two volumes, neither is looked at.
		if (isBoth(spec) && (field === inline || field.startsWith(`${inline}.`) || (field === named && reason === 'FieldValueRequired'))) return true;
		// It may not be said here at all.
		if (field.startsWith(`${inline}.nodeAffinity.`)) return true;
		if (reason !== 'FieldValueInvalid') return false;
		// The spec stays as it is as a whole: nothing in it is blamed besides.
		if (stored !== undefined && field.startsWith(`${inline}.`) && message.endsWith('field is immutable')) return true;
		// Before 1.36, names were looked at when an attachment was made in v1.
		return names.has(field) && compareReleases(release, '1.36') < 0 && (version !== 'v1' || stored !== undefined);
	},
});
