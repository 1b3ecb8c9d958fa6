/**
 * Translates field paths in causes to those of Kubernetes. The schema reports the path of the exact field. Kubernetes sometimes omits an
 * index or key, or uses another name; since clients compare paths, a row here maps each such path.
 */
import type { Release } from '../model/catalog.ts';
import type { Cause } from '../model/cause.ts';
import { compareReleases } from '../model/release.ts';

interface PathRow {
	readonly field: RegExp;
	/** Limits the row to causes with this in their message. */
	readonly message?: RegExp;
	/** Replacement of the part that `field` matches. */
	readonly as: string;
	/** Limits the row to releases before this one. */
	readonly before?: Release;
}

const several = /may not specify more than 1 volume type$/;
const immutable = /: field is immutable$/;

/** Rows for metadata, used for all kinds. */
const metadataRows: readonly PathRow[] = [{ field: /^(metadata\.ownerReferences)\[\d+\]/, as: '$1' }];

/** Rows for built-in kinds. */
const rows: readonly PathRow[] = [
	...metadataRows,
	{ field: /(\b(?:matchLabels|nodeSelector))\[.*\]$/s, as: '$1' },
	{ field: /^parameters\[\]$/, as: 'parameters' },
	// Causes of resource claims include the key of a capacity, causes of nodes only the field.
	{ field: /^(status\.(?:capacity|allocatable))\[(.*)\]$/s, message: /must be (greater than or equal to 0|an integer)$/, as: '$1.$2' },
	// Lists for which Kubernetes reports the list, not the entry.
	{ field: /(\b(?:accessModes|volumeLifecycleModes))\[\d+\]$/, message: /^Unsupported value/, as: '$1' },
	{ field: /(\benvFrom)\[\d+\]$/, as: '$1' },
	{ field: /(\bvolumeMounts)\[\d+\](\.subPath(?:Expr)?)$/, message: /must be a relative path$|must not contain/, as: '$1$2' },
	{ field: /(\bresizePolicy)\[\d+\]\.\w+$/, as: '$1' },
	{ field: /(\bhttpHeaders)\[\d+\]\.name$/, as: '$1' },
	{ field: /(\bdownwardAPI)\.items\[\d+\]/, as: '$1' },
	{ field: /(\bdrivers\[\d+\])\.topologyKeys\[\d+\]$/, as: '$1' },
	{ field: /^spec\.drivers\[\d+\]$/, message: immutable, as: 'CSINodeDriver', before: '1.36' },
	{ field: /^spec\.drivers\[\d+\]$/, message: immutable, as: 'spec.drivers' },
	{ field: /(\b(?:schedulingGates|claims)\[\d+\])\.name$/, message: /^(?!Forbidden)/, as: '$1' },
	{ field: /(\bhostAliases)\[\d+\]\.ip$/, as: '$1.ip', before: '1.30' },
	{ field: /(\bhostAliases)\[\d+\]\.hostnames\[\d+\]$/, as: '$1.hostnames', before: '1.30' },
	{ field: /^(allowedTopologies\[\d+\])$/, message: /^Duplicate value/, as: '$1.matchLabelExpressions' },
	// Fields for which Kubernetes reports the parent or another field.
	{ field: /\b(os)\.name$/, message: /^Unsupported value/, as: '$1' },
	{ field: /^spec\.strategy\.type$/, message: /^Unsupported value/, as: 'spec.strategy' },
	{ field: /(\b(?:defaultB|b)ackend)\.service$/, message: /\bport name\b/, as: '$1' },
	{ field: /(\btolerations\[\d+\])\.value$/, message: /a valid label must/, as: '$1.operator' },
	{ field: /(\bvolumes\[\d+\])\.emptyDir$/, message: several, as: '$1.hostPath' },
	{ field: /(\bvolumes\[\d+\]\.csi)\.nodePublishSecretRef\.name$/, message: /^Invalid value/, as: '$1.name' },
	// Names that Kubernetes spells differently.
	{ field: /^spec\.attachRequired$/, as: 'spec.attachedRequired' },
	{ field: /\bcephfs$/, message: several, as: 'cephFS' },
	{ field: /\bdownwardAPI$/, message: several, as: 'downwarAPI' },
	{ field: /\bgcePersistentDisk\.(?!readOnly)/, as: 'persistentDisk.' },
	{ field: /\biscsi\.initiatorName$/, as: 'iscsi.initiatorname' },
	{ field: /\bmetadata\.uid$/, message: /^Forbidden/, as: 'metadata.uID' },
	{ field: /^scheduling\.tolerations(?=\[\d+\]\.)/, as: 'scheduling.tolerations.tolerations', before: '1.28' },
	{ field: /^spec\.taints\b/, as: 'metadata.taints' },
	{ field: /^spec\.(volumeMode|nodeAffinity)$/, message: immutable, as: '$1' },
	// Events of the group `events` are reported under the field names of the core group.
	{ field: /^regarding\b/, as: 'involvedObject' },
	{ field: /^note$/, as: 'message' },
	{ field: /^deprecatedSource\b/, as: 'source' },
	{ field: /^deprecatedCount$/, as: 'count' },
	{ field: /^deprecatedFirstTimestamp$/, as: 'firstTimestamp' },
	{ field: /^deprecatedLastTimestamp$/, as: 'lastTimestamp' },
];

/** Returns the causes with the paths that Kubernetes reports. For custom kinds only metadata paths are translated. */
export function withKubernetesPaths(causes: readonly Cause[], isCustom: boolean, release: Release): readonly Cause[] {
	const table = isCustom ? metadataRows : rows;
	return causes.map((cause) => table.reduce((told, row) => renamed(told, row, release), cause));
}

function renamed(cause: Cause, { field: pattern, message, as, before }: PathRow, release: Release): Cause {
	const { field = '' } = cause;
	if (!pattern.test(field) || message?.test(cause.message) === false) return cause;
	if (before !== undefined && compareReleases(release, before) >= 0) return cause;
	return { ...cause, field: field.replace(pattern, as) };
}
