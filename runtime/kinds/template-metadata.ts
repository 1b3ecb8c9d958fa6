/** Validates the metadata of a claim template. Claims get its labels and annotations; other fields would be lost. */
import type { ObjectMeta } from '../../generated/types/meta/v1.ts';
import { checkAnnotations, checkLabels } from '../api/labels.ts';
import { type Cause, forbiddenField } from '../model/cause.ts';

/** Validates the metadata. `why`: message for other fields. */
export function templateMetadataViolations(metadata: ObjectMeta = {}, path: string, why: string): Cause[] {
	const { labels = {}, annotations = {}, ...others } = metadata;
	const causes: Cause[] = [];
	checkAnnotations(annotations, `${path}.annotations`, causes);
	checkLabels(labels, `${path}.labels`, causes);
	for (const [field, value] of Object.entries(others)) if (value !== null) causes.push(forbiddenField(`${path}.${field}`, why));
	return causes;
}
