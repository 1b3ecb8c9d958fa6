/** Performs one review: encodes it, sends it and reads the answer. */
import { randomUUID } from 'node:crypto';
import type { Json } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { WebhookCallError } from '../../remote/webhook/client.ts';
import { parseJson } from '../../wire/json/json.ts';
import type { AdmissionRequest } from '../contract.ts';
import type { InForceParts } from './dependencies.ts';
import { CallFailure } from './failure.ts';
import type { Invocation } from './matching.ts';
import { type Answer, answerOf, InvalidAnswer, MistypedAnswer, type ReviewObjects, reviewOf } from './review.ts';

type Parts = Pick<InForceParts, 'client' | 'vocabulary' | 'isMutating'>;

/** Sends a review and returns the response. Rejects with CallFailure. */
export async function reviewUnder(parts: Parts, invocation: Invocation, request: AdmissionRequest, shown: () => ReviewObjects): Promise<Answer> {
	const { client, vocabulary, isMutating } = parts;
	const { hook } = invocation;
	const { reviewVersion: version } = hook;
	if (version === undefined)
		throw new CallFailure(hook.name, 'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)', 400);
	const uid = randomUUID();
	const sent = reviewOf(uid, request, invocation, version, shown(), vocabulary);
	const text = await client.call(hook.address, hook.timeoutSeconds, sent, request.signal()).catch((error: unknown) => {
		if (!(error instanceof WebhookCallError)) throw error;
		throw new CallFailure(hook.name, `failed to call webhook: ${error.message}`, error.code, error);
	});
	const review = parsed(hook.name, text);
	try {
		return answerOf(review, { uid, version, isMutating }, vocabulary);
	} catch (error) {
		if (error instanceof MistypedAnswer) throw new CallFailure(hook.name, `failed to call webhook: ${error.message}`, 503, error);
		if (!(error instanceof InvalidAnswer)) throw error;
		throw new CallFailure(hook.name, `received invalid webhook response: ${error.message}`, 503, error);
	}
}

/** Parses a response. Invalid JSON counts as a failed call, not as a response of the webhook. */
function parsed(hook: string, text: string): Readonly<Record<string, Json>> {
	let value: unknown;
	try {
		value = parseJson(Buffer.from(text));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new CallFailure(hook, `failed to call webhook: couldn't get version/kind; json parse error: ${error.message}`, 503, error);
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, Json>>;
	throw new CallFailure(hook, "failed to call webhook: couldn't get version/kind; json parse error: the answer is no object", 503);
}
