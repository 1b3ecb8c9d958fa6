/**
 * Migration between client-side and server-side apply, as in Kubernetes. kubectl takes over the fields in the last-applied annotation that still have the same value, also from other managers. Each apply updates the annotation, so that users can go back to client-side apply.
 */
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { MalformedError } from '../model/malformed.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { parseJson } from '../wire/json/json.ts';
import { check } from './objects/check.ts';
import { compare } from './objects/compare.ts';
import { isObject } from './objects/entries.ts';
import type { StructMerge } from './objects/merge-schema.ts';
import { owned } from './objects/owned.ts';
import { valueText } from './sets/element.ts';
import { difference, emptySet, type FieldSet } from './sets/field-set.ts';

/** Only this manager may take over fields by the annotation. */
export const clientSideApplier = 'kubectl';

/** Returns the name of the annotation in which client-side apply keeps the applied configuration. */
export function lastAppliedAnnotationOf({ cliName, labelDomain }: Vocabulary): string {
	return `${cliName}.${labelDomain}/last-applied-configuration`;
}

/** Maximum size of all annotations of an object, in bytes of UTF-8. */
const largestAnnotations = 256 * 1024;

/** Returns the fields in the last-applied annotation whose values are unchanged. */
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

/** Updates the annotation with the applied configuration, if the object has one; removes it when it would be too large. */
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
