/**
 * Versions of workloads up to release 1.15. They have a requested rollback and the number of template changes in the spec; apps/v1 has both
 * in annotations.
 */
import type { DaemonSet, Deployment } from '../../../generated/types/apps/v1.ts';
import type { Deployment as OlderDeployment } from '../../../generated/types/apps/v1beta1.ts';
import type { DaemonSet as OlderDaemonSet } from '../../../generated/types/extensions/v1beta1.ts';
import type { ObjectMeta } from '../../../generated/types/meta/v1.ts';

/** Annotation of a Deployment with the revision to which a client wants it to return. */
const rollbackKey = 'deprecated.deployment.rollback.to';
/** Annotation of a DaemonSet with the number of changes of its template. */
export const templateGenerationKey = 'deprecated.daemonset.template.generation';

export const deploymentConverter = {
	toStorage({ spec, metadata, ...rest }: OlderDeployment): Deployment {
		const { rollbackTo, ...others } = spec ?? {};
		const revision = rollbackTo && String(rollbackTo.revision ?? 0);
		// Validation refuses an absent selector or template.
		return { ...rest, ...withAnnotation(metadata, rollbackKey, revision), ...(spec && { spec: others }) } as Deployment;
	},
	fromStorage(deployment: Deployment): OlderDeployment {
		const { spec, metadata, ...rest } = deployment;
		const revision = integer(metadata?.annotations?.[rollbackKey]);
		if (revision === undefined || spec === undefined) return deployment as OlderDeployment;
		return { ...rest, ...withAnnotation(metadata, rollbackKey, undefined), spec: { ...spec, rollbackTo: { revision } } } as OlderDeployment;
	},
};

export const daemonSetConverter = {
	toStorage({ spec, metadata, ...rest }: OlderDaemonSet): DaemonSet {
		const { templateGeneration, ...others } = spec ?? {};
		const counted = templateGeneration === undefined ? undefined : String(templateGeneration);
		return { ...rest, ...withAnnotation(metadata, templateGenerationKey, counted), ...(spec && { spec: others }) } as DaemonSet;
	},
	fromStorage(set: DaemonSet): OlderDaemonSet {
		const { spec, metadata, ...rest } = set;
		const counted = integer(metadata?.annotations?.[templateGenerationKey]);
		if (counted === undefined || spec === undefined) return set as OlderDaemonSet;
		return { ...rest, ...withAnnotation(metadata, templateGenerationKey, undefined), spec: { ...spec, templateGeneration: counted } } as OlderDaemonSet;
	},
};

/** Returns the metadata with the annotation, or without it if `value` is undefined. */
function withAnnotation(metadata: ObjectMeta | undefined, key: string, value: string | undefined): { metadata?: ObjectMeta } {
	const { [key]: _, ...others } = metadata?.annotations ?? {};
	if (value !== undefined) return { metadata: { ...metadata, annotations: { ...others, [key]: value } } };
	if (metadata === undefined) return {};
	const { annotations, ...rest } = metadata;
	return { metadata: Object.keys(others).length === 0 ? rest : { ...rest, annotations: others } };
}

/** Returns the 64-bit integer in the text. Undefined for other texts, which no field of a spec can hold. */
function integer(text: string | undefined): number | bigint | undefined {
	if (text === undefined || !/^-?\d{1,19}$/.test(text)) return undefined;
	const value = BigInt(text);
	if (BigInt.asIntN(64, value) !== value) return undefined;
	return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
