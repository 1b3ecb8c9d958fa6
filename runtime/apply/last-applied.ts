/**
 * Migration from client-side to server-side apply, as kubectl's users expect it. kubectl may apply fields that the annotation of
 * client-side apply has with their live values, whichever manager owns them. The annotation is updated on each apply, so that users can go
 * back.
 */
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { MalformedError } from '../model/malformed.ts';
import { parseJson } from '../wire/json/json.ts';
import { check } from './objects/check.ts';
import { compare } from './objects/compare.ts';
import { isObject } from './objects/entries.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { owned } from './objects/owned.ts';
import { valueText } from './sets/element.ts';
import { difference, emptySet, type FieldSet } from './sets/field-set.ts';

/** The only manager for which the annotation has an effect. */
export const clientSideApplier = 'kubectl';

/** Maximum size of all annotations of an object, in bytes of UTF-8. */
const largestAnnotations = 256 * 1024;

/** Returns the fields that client-side apply applied and that have not changed since. */
export function lastAppliedFields(type: StructMerge, apiVersion: string, live: JsonObject, annotation: string): FieldSet {
	try {
		const last = parseJson(annotationsOf(live)?.[annotation]?.toString() ?? '');
		if (!isObject(last) || last.apiVersion !== apiVersion || check(type, last).length > 0) return emptySet;
		const since = compare(type, last, live);
		const fields = owned(type, last);
		return since === undefined ? fields : difference(difference(fields, since.changed), since.removed);
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return emptySet;
	}
}

/** Updates the annotation with the applied configuration, if the object has it; removes it when it no longer fits. */
export function withLastApplied(object: JsonObject, applied: JsonObject, annotation: string): JsonObject {
	const annotations = annotationsOf(object);
	if (annotations === undefined || !Object.hasOwn(annotations, annotation) || annotations[annotation] === '') return object;
	const text = `${valueText(withoutAnnotation(applied, annotation))}\n`;
	if (text === annotations[annotation]) return object;
	const { [annotation]: _, ...others } = annotations;
	const size = Object.entries(others).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)), 0);
	const fits = size + Buffer.byteLength(annotation) + Buffer.byteLength(text) <= largestAnnotations;
	return withAnnotations(object, fits ? { ...others, [annotation]: text } : others);
}

function withoutAnnotation(applied: JsonObject, annotation: string): JsonObject {
	const annotations = annotationsOf(applied);
	if (annotations === undefined || !Object.hasOwn(annotations, annotation)) return applied;
	const { [annotation]: _, ...others } = annotations;
	return withAnnotations(applied, others);
}

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
	return { ...object, metadata: { ...(object.metadata as JsonObject), annotations } };
}

function annotationsOf({ metadata }: JsonObject): JsonObject | undefined {
	const annotations: JsonValue | undefined = isObject(metadata) ? metadata.annotations : undefined;
	return isObject(annotations) ? annotations : undefined;
}
