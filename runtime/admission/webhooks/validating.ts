/** Calls all validating webhooks concurrently; the first refusal decides. */
import type { AdmissionRequest } from '../contract.ts';
import type { WebhooksInForce } from './in-force.ts';
import type { Invocation } from './matching.ts';
import { type ReviewObjects, shownIn } from './review.ts';

/** Calls the webhooks. Returns no promise when none is called. Throws ApiError. */
export function validate(inForce: WebhooksInForce, request: AdmissionRequest): void | Promise<void> {
	if (inForce.concerns(request)) return validateBy(inForce, request);
}

async function validateBy(inForce: WebhooksInForce, request: AdmissionRequest): Promise<void> {
	const invocations: Invocation[] = [];
	for (const hook of inForce.hooks) {
		const invocation = await inForce.invocation(hook, request);
		if (invocation !== undefined) invocations.push(invocation);
	}
	if (invocations.length === 0) return;
	request.signal().throwIfAborted();
	const shown = new Map<string, ReviewObjects>();
	const shownFor = (invocation: Invocation): ReviewObjects => {
		const key = `${invocation.group}/${invocation.version}`;
		const known = shown.get(key) ?? shownIn(request, invocation);
		shown.set(key, known);
		return known;
	};
	const prefix = `failed-open.validating.webhook.admission.${inForce.parts.vocabulary.groupDomain}/round_0_index_`;
	const refusals: unknown[] = [];
	const call = (invocation: Invocation, index: number): Promise<void> =>
		inForce
			.call(
				invocation,
				request,
				() => shownFor(invocation),
				`${prefix}${index}`,
				() => undefined,
			)
			.catch((error) => void refusals.push(error));
	await Promise.all(invocations.map(call));
	if (refusals.length > 0) throw refusals[0];
}
