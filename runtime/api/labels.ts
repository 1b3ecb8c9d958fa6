/** Validation of labels and annotations, in the metadata of objects and of templates. */
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, invalidValue, isEnough, tooLong } from '../model/cause.ts';
import { checkLabelValue, checkQualifiedName } from '../scalars/formats.ts';

type Texts = Readonly<Record<string, JsonValue | undefined>>;

/** Bound on the bytes of all keys and values: annotations are sent with every read of the object. */
const longestAnnotations = 256 * 1024;

/** Adds the violations of labels to `causes`. `path` is that of the labels: `metadata.labels`. */
export function checkLabels(labels: Texts, path: string, causes: Cause[]): void {
	for (const key of Object.keys(labels)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key)) causes.push(invalidValue(path, key, why));
		const value = labels[key];
		for (const why of checkLabelValue(String(value))) causes.push(invalidValue(path, value, why));
	}
}

/** Adds the violations of annotations, whose keys may have capitals and whose values are arbitrary. */
export function checkAnnotations(annotations: Texts, path: string, causes: Cause[]): void {
	let size = 0;
	for (const key of Object.keys(annotations)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key.toLowerCase())) causes.push(invalidValue(path, key, why));
		size += Buffer.byteLength(key) + Buffer.byteLength(String(annotations[key]));
	}
	if (size > longestAnnotations) causes.push(tooLong(path, longestAnnotations));
}
