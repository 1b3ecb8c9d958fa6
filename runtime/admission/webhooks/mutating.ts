/**
 * Calls mutating webhooks one after the other, each with the changes of the previous ones. A second pass calls those that ask for
 * reinvocation.
 */
import { ApiError } from '../../api/errors.ts';
import type { Json, JsonObject, JsonValue } from '../../model/catalog.ts';
import { copy, deepEqual } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { jsonPatch } from '../../patch/json-patch.ts';
import { parseJson } from '../../wire/json/json.ts';
import { stringify } from '../../wire/json/text.ts';
import type { AdmissionRequest, AdmissionStep, MutatingStep } from '../contract.ts';
import { Reinvocations } from '../reinvocations.ts';
import { CallFailure, refusedFor } from './failure.ts';
import type { WebhooksInForce } from './in-force.ts';
import type { Invocation } from './matching.ts';
import { type Answer, shownIn } from './review.ts';

/**
 * Calls the webhooks. Returns no promise when none is called. Returns the step of the second pass, if there must be one. Throws ApiError.
 */
export function mutate(inForce: WebhooksInForce, request: AdmissionRequest): ReturnType<MutatingStep> {
	if (inForce.concerns(request)) return firstPass(inForce, request);
}

async function firstPass(inForce: WebhooksInForce, request: AdmissionRequest): Promise<AdmissionStep | undefined> {
	const { hooks } = inForce;
	const again = new Reinvocations();
	for (const [index, hook] of hooks.entries()) {
		const invocation = await inForce.invocation(hook, request);
		if (invocation === undefined) continue;
		if (await callOne(inForce, invocation, request, { round: 0, index })) again.changed();
		if (hook.isAskedAgain) again.asked(hook.id);
	}
	if (!again.isChanged && !again.isWaiting) return undefined;
	const left = again.isWaiting && request.object !== undefined ? copy(request.object) : undefined;
	return async (later) => {
		// Plugins in the second pass may have changed the object after the first pass.
		if (left !== undefined && !deepEqual(left, later.object)) again.changed();
		for (const [index, hook] of hooks.entries()) {
			if (!again.isDue(hook.id)) continue;
			const invocation = await inForce.invocation(hook, later);
			if (invocation !== undefined && (await callOne(inForce, invocation, later, { round: 1, index }))) again.changed();
			if (hook.isAskedAgain) again.asked(hook.id);
		}
	};
}

interface Position {
	readonly round: number;
	/** Position among all active webhooks. */
	readonly index: number;
}

/** Calls a webhook. Returns true if it has changed the object. */
async function callOne(inForce: WebhooksInForce, invocation: Invocation, request: AdmissionRequest, { round, index }: Position): Promise<boolean> {
	const { hook } = invocation;
	const suffix = `webhook.admission.${inForce.parts.vocabulary.groupDomain}/round_${round}_index_${index}`;
	const about = { configuration: hook.configuration, webhook: hook.name };
	let mutated = false;
	try {
		const use = async (answer: Answer): Promise<void> => {
			const patch = patchOf(answer, hook.name);
			if (patch === undefined) return;
			mutated = await patched(patch, invocation, request);
			request.annotate(`patch.${suffix}`, stringify({ ...about, patch, patchType: 'JSONPatch' }), 'Request');
		};
		await inForce.call(invocation, request, () => shownIn(request, invocation), `failed-open.mutation.${suffix}`, use);
	} finally {
		request.annotate(`mutation.${suffix}`, JSON.stringify({ ...about, mutated }));
	}
	return mutated;
}

/** Decodes the patch of an answer. Returns undefined if it is empty. Throws CallFailure. */
function patchOf({ patch, patchType }: Answer, hook: string): readonly Json[] | undefined {
	if (patch === '') return undefined;
	let operations: JsonValue;
	try {
		operations = parseJson(Buffer.from(patch));
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new CallFailure(hook, `received undecodable patch in webhook response: ${error.message}`, 503, error);
	}
	if (!Array.isArray(operations)) throw new CallFailure(hook, 'received undecodable patch in webhook response: a JSON patch is an array of operations', 503);
	if (operations.length === 0) return undefined;
	if (patchType !== 'JSONPatch') throw new CallFailure(hook, `unsupported patch type ${JSON.stringify(patchType)}`, 400);
	return operations as readonly Json[];
}

/** Applies a patch. Returns true if the object has changed. Rejects with ApiError. */
async function patched(patch: readonly Json[], { hook, group, version }: Invocation, request: AdmissionRequest): Promise<boolean> {
	const shown = request.objectIn(group, version);
	if (shown === undefined) {
		throw refusedFor(new Error(`admission webhook ${JSON.stringify(hook.name)} attempted to modify the object, which is not supported for this operation`));
	}
	const next = applied(shown, patch);
	checkKind(next, shown);
	try {
		return await request.replaceIn(group, version, next);
	} catch (error) {
		if (error instanceof MalformedError) throw refusedFor(error);
		throw error;
	}
}

function applied(shown: JsonObject, patch: readonly Json[]): JsonObject {
	try {
		return jsonPatch(shown, patch as JsonValue);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		throw refusedFor(new Error(error.message.replace(/^the server rejected our request due to an error in our request: /, ''), { cause: error }));
	}
}

/** Refuses a patch that changes the kind or apiVersion. */
function checkKind(next: JsonObject, shown: JsonObject): void {
	for (const field of ['kind', 'apiVersion']) {
		const [was, is] = [shown[field] ?? '', next[field] ?? ''];
		if (is !== '' && is !== was) throw refusedFor(new Error(`a patch makes ${field} ${JSON.stringify(is)} of ${JSON.stringify(was)}`));
	}
}
