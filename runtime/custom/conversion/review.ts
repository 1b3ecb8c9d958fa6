/** ConversionReview: the request to a conversion webhook, and the converted objects of its answer. */
import type { Json, JsonObject } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';

/** Kinds of failures in the metrics. */
export type FailureType =
	| 'conversion_webhook_call_failure'
	| 'conversion_webhook_malformed_response_failure'
	| 'conversion_webhook_partial_response_failure'
	| 'conversion_webhook_invalid_converted_object_failure';

/** Failed conversion. The message continues "conversion webhook for KIND". */
export class ConversionFailure extends Error {
	readonly type: FailureType;

	constructor(type: FailureType, why: string, cause?: unknown) {
		super(why, { cause });
		this.type = type;
	}
}

export interface Review {
	readonly uid: string;
	/** Version of the API group of definitions. */
	readonly apiVersion: string;
	readonly desiredAPIVersion: string;
	/** Number of objects to convert. */
	readonly count: number;
}

export function reviewText({ uid, apiVersion, desiredAPIVersion }: Review, objects: readonly JsonObject[]): string {
	return stringifyJson({ kind: 'ConversionReview', apiVersion, request: { uid, desiredAPIVersion, objects: [...objects] } });
}

type Section = Readonly<Record<string, Json>>;

/** Returns the objects of an answer. Throws ConversionFailure. */
export function convertedObjects(text: string, review: Review): readonly Json[] {
	const answer = parsed(text);
	// Version v1beta1 predates the checks of identity.
	const isChecked = review.apiVersion.endsWith('/v1');
	if (isChecked) checkType(answer, review.apiVersion);
	if (!isSection(answer.response)) throw malformed('no response provided');
	const { uid = '', result, convertedObjects: objects = [] } = answer.response;
	if (isChecked && uid !== review.uid) throw malformed(`expected response.uid=${JSON.stringify(review.uid)}, got ${JSON.stringify(uid)}`);
	checkResult(isSection(result) ? result : {});
	const found = objects === null ? [] : objects;
	if (!Array.isArray(found)) throw callFailure('json: response.convertedObjects is not a list');
	if (found.length === review.count) return found as readonly Json[];
	const why = `returned ${found.length} objects, expected ${review.count}`;
	throw new ConversionFailure('conversion_webhook_partial_response_failure', why);
}

function checkType({ apiVersion = '', kind = '' }: Section, expected: string): void {
	if (apiVersion === expected && kind === 'ConversionReview') return;
	throw malformed(`expected webhook response of ${expected}, Kind=ConversionReview, got ${String(apiVersion)}, Kind=${String(kind)}`);
}

function checkResult({ status = '', message = '' }: Section): void {
	if (status === 'Success') return;
	throw malformed(message === '' ? `response.result.status was '${String(status)}', not 'Success'` : String(message).slice(0, longestShown));
}

/** Limit of a webhook's text in error messages, in characters. */
const longestShown = 2048;

function parsed(text: string): Section {
	let value: unknown;
	try {
		value = parseJson(Buffer.from(text));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw callFailure(`couldn't get version/kind; json parse error: ${error.message}`, error);
	}
	if (isSection(value)) return value;
	throw callFailure("couldn't get version/kind; json parse error: the answer is no object");
}

export function callFailure(why: string, cause?: unknown): ConversionFailure {
	return new ConversionFailure('conversion_webhook_call_failure', `failed: ${why}`, cause);
}

function malformed(why: string): ConversionFailure {
	return new ConversionFailure('conversion_webhook_malformed_response_failure', `failed: ${why}`);
}

function isSection(value: unknown): value is Section {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
