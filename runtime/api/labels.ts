/** Labels and annotations: what they may be, in the metadata of an object and in that of a template alike. */
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, invalidValue, isEnough, tooLong } from '../model/cause.ts';
import { checkLabelValue, checkQualifiedName } from '../scalars/formats.ts';

type Texts = Readonly<Record<string, JsonValue | undefined>>;

/** Bytes of all keys and values: annotations travel with every read of the object. */
const longestAnnotations = 256 * 1024;

/** Pushes what is wrong with them. `path` is theirs: `metadata.labels`. */
export function checkLabels(labels: Texts, path: string, causes: Cause[]): void {
	for (const key of Object.keys(labels)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key)) causes.push(invalidValue(path, key, why));
		const value = labels[key];
		for (const why of checkLabelValue(String(value))) causes.push(invalidValue(path, value, why));
	}
}

/** The same of annotations, whose keys may have capitals and whose values may be anything. */
export function checkAnnotations(annotations: Texts, path: string, causes: Cause[]): void {
	let size = 0;
	for (const key of Object.keys(annotations)) {
		if (isEnough(causes)) return;
		for (const why of checkQualifiedName(key.toLowerCase())) causes.push(invalidValue(path, key, why));
		size += Buffer.byteLength(key) + Buffer.byteLength(String(annotations[key]));
	}
	if (size > longestAnnotations) causes.push(tooLong(path, longestAnnotations));
}
