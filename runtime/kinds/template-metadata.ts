/** The metadata of a claim that is made from a template: it hands on labels and annotations, and anything else would be lost without a word. */
import type { ObjectMeta } from '../../generated/types/meta/v1.ts';
import { checkAnnotations, checkLabels } from '../api/labels.ts';
import { type Cause, forbiddenField } from '../model/cause.ts';

/** `why`: what is said of all the rest. */
export function templateMetadataViolations(metadata: ObjectMeta = {}, path: string, why: string): Cause[] {
	const { labels = {}, annotations = {}, ...others } = metadata;
	const causes: Cause[] = [];
	checkAnnotations(annotations, `${path}.annotations`, causes);
	checkLabels(labels, `${path}.labels`, causes);
	for (const [field, value] of Object.entries(others)) if (value !== null) causes.push(forbiddenField(`${path}.${field}`, why));
	return causes;
}
