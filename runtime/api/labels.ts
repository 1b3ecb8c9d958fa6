/** Validation of labels and annotations, for metadata of objects and of object templates. */
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, invalidValue, isEnough, tooLong } from '../model/cause.ts';
import { checkLabelValue, checkQualifiedName } from '../scalars/formats.ts';

type Texts = Readonly<Record<string, JsonValue | undefined>>;

/** Maximum bytes of all keys and values: every read of the object returns them. */
const longestAnnotations = 256 * 1024;

/** Adds the violations of labels to `causes`. `path`: field path of the labels, such as `metadata.labels`. */
export function checkLabels(labels: Texts, path: string, causes: Cause[]): void {
	for (const key of Object.keys(labels)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key)) causes.push(invalidValue(path, key, why));
		const value = labels[key];
		for (const why of checkLabelValue(String(value))) causes.push(invalidValue(path, value, why));
	}
}

/** Adds the violations of annotations to `causes`. Keys may have capitals; values are arbitrary. */
export function checkAnnotations(annotations: Texts, path: string, causes: Cause[]): void {
	let size = 0;
	for (const key of Object.keys(annotations)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key.toLowerCase())) causes.push(invalidValue(path, key, why));
		size += Buffer.byteLength(key) + Buffer.byteLength(String(annotations[key]));
	}
	if (size > longestAnnotations) causes.push(tooLong(path, longestAnnotations));
}
