/** Calls those that may change what they see: one after the other, each sees what those before have made of it; in a second pass those that want it. */
import { ApiError } from '../../api/errors.ts';
import type { Json, JsonObject, JsonValue } from '../../model/catalog.ts';
import { copy, deepEqual } from '../../model/equal.ts';
import { MalformedError } from '../../model/malformed.ts';
import { jsonPatch } from '../../patch/json-patch.ts';
import { parseJson } from '../../wire/json/json.ts';
import { stringify } from '../../wire/json/text.ts';
import type { AdmissionRequest, AdmissionStep, MutatingStep } from '../contract.ts';
import { CallFailure, refusedFor } from './failure.ts';
import type { WebhooksInForce } from './in-force.ts';
import type { Invocation } from './matching.ts';
import { type Answer, shownIn } from './review.ts';

/** Without a promise where none is called. Answers with what they do in a second pass, where there is to be one. Throws ApiError. */
export function mutate(inForce: WebhooksInForce, request: AdmissionRequest): ReturnType<MutatingStep> {
	if (inForce.concerns(request)) return firstPass(inForce, request);
}

/** Who has to be asked again: all that want to be where anybody changes the object behind them. */
class Reinvocations {
	/** Whether anybody has changed anything. */
	isChanged = false;
	readonly #asked = new Set<string>();
	readonly #due = new Set<string>();

	asked(id: string): void {
		this.#asked.add(id);
	}

	changed(): void {
		this.isChanged = true;
		for (const id of this.#asked) this.#due.add(id);
		this.#asked.clear();
	}

	get waits(): boolean {
		return this.#asked.size > 0;
	}

	isDue(id: string): boolean {
		return this.#due.has(id);
	}
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
	if (!again.isChanged) return undefined;
	const left = again.waits && request.object !== undefined ? copy(request.object) : undefined;
	return async (later) => {
		// Others that were asked again may have changed what these have left.
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
	/** Among all that are in force. */
	readonly index: number;
}

/** Whether it has changed the object. */
async function callOne(inForce: WebhooksInForce, invocation: Invocation, request: AdmissionRequest, { round, index }: Position): Promise<boolean> {
	const { hook } = invocation;
	const suffix = `webhook.admission.${inForce.parts.vocabulary.groupDomain}/round_${round}_index_${index}`;
	const about = { configuration: hook.configuration, webhook: hook.name };
	let mutated = false;
	try {
		const use = (answer: Answer): void => {
			const patch = patchOf(answer, hook.name);
			if (patch === undefined) return;
			mutated = patched(patch, invocation, request);
			request.annotate(`patch.${suffix}`, stringify({ ...about, patch, patchType: 'JSONPatch' }), 'Request');
		};
		await inForce.call(invocation, request, () => shownIn(request, invocation), `failed-open.mutation.${suffix}`, use);
	} finally {
		request.annotate(`mutation.${suffix}`, JSON.stringify({ ...about, mutated }));
	}
	return mutated;
}

/** Undefined: it changes nothing. Throws CallFailure. */
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

/** Whether the object is another one now. Throws ApiError. */
function patched(patch: readonly Json[], { hook, group, version }: Invocation, request: AdmissionRequest): boolean {
	const shown = request.objectIn(group, version);
	if (shown === undefined) {
		throw refusedFor(new Error(`admission webhook ${JSON.stringify(hook.name)} attempted to modify the object, which is not supported for this operation`));
	}
	const next = applied(shown, patch);
	checkKind(next, shown);
	try {
		return request.replaceIn(group, version, next);
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

/** A patch makes no other kind of it. */
function checkKind(next: JsonObject, shown: JsonObject): void {
	for (const field of ['kind', 'apiVersion']) {
		const [was, is] = [shown[field] ?? '', next[field] ?? ''];
		if (is !== '' && is !== was) throw refusedFor(new Error(`a patch makes ${field} ${JSON.stringify(is)} of ${JSON.stringify(was)}`));
	}
}
