/**
 * Checks one object that a conversion webhook returns. The webhook may change everything but kind, name, namespace, uid and metadata; of
 * metadata it may change labels and annotations.
 */
import type { Json, JsonObject, JsonValue } from '../../model/catalog.ts';
import { checkLabelValue, checkQualifiedName } from '../../scalars/formats.ts';
import { ConversionFailure } from './review.ts';

/** Maximum size of all annotations in bytes, as in Kubernetes. */
const maxAnnotationBytes = 256 * 1024;

interface Position {
	readonly index: number;
	/** True when the review has only this object. The wording differs. */
	readonly isAlone: boolean;
}

/** Returns the converted object with the metadata of the original. Throws ConversionFailure. */
export function checkedObject(original: JsonObject, converted: Json, apiVersion: string, position: Position): JsonObject {
	const { index, isAlone } = position;
	const inList = `returned invalid converted object at index ${index}`;
	if (!isObject(converted)) throw invalid(isAlone ? 'returned invalid object: it is no object' : `${inList}: it is no object`);
	const at = isAlone ? 'returned invalid object at index 0' : inList;
	const group = String(converted.apiVersion ?? '');
	if (group !== apiVersion) throw invalid(`${at}: invalid groupVersion (expected ${apiVersion}, received ${group})`);
	const [kind, was] = [String(converted.kind ?? ''), String(original.kind)];
	if (kind !== was) throw invalid(`${at}: invalid kind (expected ${was}, received ${kind})`);
	checkIdentity(original, converted, isAlone ? 'returned invalid object' : inList);
	const metadata = restoredMetadata(original, converted, isAlone ? 'returned invalid metadata' : `returned invalid metadata in object at index ${index}`);
	return { ...converted, metadata };
}

function checkIdentity(original: JsonObject, converted: JsonObject, at: string): void {
	const [before, after] = [sectionOf(original.metadata), sectionOf(converted.metadata)];
	for (const [name, field] of identity) {
		const [was, is] = [text(before[field]), text(after[field])];
		if (was !== is) throw invalid(`${at}: must have the same ${name}: ${was} != ${is}`);
	}
}

const identity = [
	['name', 'name'],
	['namespace', 'namespace'],
	['UID', 'uid'],
] as const;

const free = ['labels', 'annotations'] as const;

/** Returns the metadata of the original with the labels and annotations of the converted object, at the original's places. */
function restoredMetadata(original: JsonObject, converted: JsonObject, at: string): JsonObject {
	if (converted.metadata === undefined) throw invalid(`${at}: missing metadata in converted object`);
	if (!isObject(converted.metadata)) throw invalid(`${at}: invalid metadata of type ${goType(converted.metadata)} in converted object`);
	const metadata = { ...sectionOf(original.metadata) };
	for (const field of free) {
		const texts = converted.metadata[field] ?? undefined;
		if (texts === undefined) delete metadata[field];
		else metadata[field] = checkedTexts(field, texts, metadata[field], at);
	}
	return metadata;
}

function checkedTexts(field: (typeof free)[number], texts: JsonValue, before: JsonValue | undefined, at: string): JsonObject {
	if (!isObject(texts)) throw invalid(`${at}: invalid metadata.${field} of type ${goType(texts)} in converted object`);
	const known = sectionOf(before);
	let isChanged = Object.keys(known).length !== Object.keys(texts).length;
	for (const [key, value] of Object.entries(texts)) {
		if (typeof value !== 'string') throw invalid(`${at}: metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`);
		isChanged ||= known[key] !== value;
	}
	const problems = isChanged ? problemsOf(field, texts as Readonly<Record<string, string>>) : [];
	if (problems.length > 0) throw invalid(`${at}: ${problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`}`);
	return texts;
}

function problemsOf(field: (typeof free)[number], texts: Readonly<Record<string, string>>): readonly string[] {
	const path = field === 'labels' ? 'metadata.labels' : 'metadata.annotation';
	const problem = (value: string, why: string): string => `${path}: Invalid value: ${JSON.stringify(value)}: ${why}`;
	const ofKeys = Object.keys(texts).flatMap((key) => checkQualifiedName(field === 'labels' ? key : key.toLowerCase()).map((why) => problem(key, why)));
	if (field === 'labels') return [...ofKeys, ...Object.values(texts).flatMap((value) => checkLabelValue(value).map((why) => problem(value, why)))];
	const bytes = Object.entries(texts).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
	return bytes > maxAnnotationBytes ? [...ofKeys, `${path}: Too long: may not be more than ${maxAnnotationBytes} bytes`] : ofKeys;
}

function invalid(why: string): ConversionFailure {
	return new ConversionFailure('conversion_webhook_invalid_converted_object_failure', why);
}

/** Returns the name that Go gives the type of a JSON value; Kubernetes' messages have it. */
function goType(value: JsonValue): string {
	if (value === null) return '<nil>';
	if (Array.isArray(value)) return '[]interface {}';
	if (typeof value === 'object') return 'map[string]interface {}';
	if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
	return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'int64' : 'string';
}

function text(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : '';
}

function sectionOf(value: JsonValue | undefined): JsonObject {
	return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
