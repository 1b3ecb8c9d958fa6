/** Active webhooks of one type: selects those to call for a request and handles their answers. */
import { checkQualifiedName } from '../../scalars/formats.ts';
import type { AdmissionRequest, WriteTarget } from '../contract.ts';
import { AdmissionExpressions } from '../expressions/expressions.ts';
import { evaluationOf, RequestValues } from '../policies/activation.ts';
import { conditionsHold, joined } from '../policies/conditions.ts';
import { EvaluationQueue, run, Turns } from '../policies/work.ts';
import type { InForceParts } from './dependencies.ts';
import { reviewUnder } from './exchange.ts';
import { CallFailure, Denial, noDryRun, refusedFor } from './failure.ts';
import type { Hook } from './hook.ts';
import { conditionFailure, type Invocation, invocationOf, isExempt, mayMatch } from './matching.ts';
import type { Answer, ReviewObjects } from './review.ts';

export class WebhooksInForce {
	readonly parts: InForceParts;
	/** Compiler of match conditions. */
	readonly expressions = new AdmissionExpressions();
	readonly #queue = new EvaluationQueue();
	hooks: readonly Hook[] = [];

	constructor(parts: InForceParts) {
		this.parts = parts;
	}

	/** Sets the webhooks in call order. */
	configure(hooks: readonly Hook[]): void {
		this.hooks = hooks;
		this.parts.client.keep(hooks.map(({ address }) => address));
	}

	wants(about: WriteTarget): boolean {
		return this.hooks.some((hook) => mayMatch(hook, about));
	}

	/** Reports whether any webhook may be called for the request, before its object is inspected. */
	concerns(request: AdmissionRequest): boolean {
		return this.wants(request) && !isExempt(request, this.parts.vocabulary.groupDomain);
	}

	/**
	 * Returns the invocation of a webhook, or undefined if it is not called. Throws ApiError when a match condition fails to evaluate and
	 * `failurePolicy` is `Fail`.
	 */
	async invocation(hook: Hook, request: AdmissionRequest): Promise<Invocation | undefined> {
		await this.#caughtUp(hook, request);
		const invocation = invocationOf(hook, request, this.parts.cache);
		return invocation !== undefined && (await this.#conditionsHold(hook, request, invocation)) ? invocation : undefined;
	}

	/** Waits until the cache is as new as the store, because the namespace may exist and not be cached yet. */
	async #caughtUp({ namespaces }: Hook, request: AdmissionRequest): Promise<void> {
		const { cache } = this.parts;
		if (namespaces === undefined || request.namespace === '' || cache.get('namespaces', '', request.namespace) !== undefined) return;
		await cache.consistent({ signal: request.signal() });
	}

	async #conditionsHold(hook: Hook, request: AdmissionRequest, invocation: Invocation): Promise<boolean> {
		if (hook.conditions === undefined) return true;
		const values = new RequestValues(request, this.parts);
		const converting = request.prepare(invocation.group, invocation.version);
		if (converting !== undefined) await converting;
		const evaluation = evaluationOf(values, invocation, { namespaceObject: null, variables: [] });
		const beganMs = performance.now();
		const verdict = await run(conditionsHold(hook.conditions(), evaluation, new Turns(this.#queue)));
		const errors = 'errors' in verdict ? verdict.errors : [];
		const excludes = !('errors' in verdict) && !verdict.holds;
		this.parts.metrics.conditions(hook.name, request.operation, { seconds: secondsSince(beganMs), failures: errors.length, excludes });
		if (errors.length === 0) return !excludes;
		if (hook.ignoresFailure) return false;
		throw conditionFailure(request, joined(errors));
	}

	/**
	 * Calls a webhook and handles its response, for both types of webhooks. `use`: handles a response that allows. Throws ApiError when the
	 * request is refused. If the call fails and the request may continue, returns undefined and sets the audit annotation `failedOpen`.
	 */
	async call<T>(
		invocation: Invocation,
		request: AdmissionRequest,
		shown: () => ReviewObjects,
		failedOpen: string,
		use: (answer: Answer) => T | Promise<T>,
	): Promise<T | undefined> {
		const { metrics, log } = this.parts;
		const { hook } = invocation;
		const { operation } = request;
		const beganMs = performance.now();
		const called = (code: number, rejected: boolean): void => metrics.called(hook.name, operation, { code, rejected, seconds: secondsSince(beganMs) });
		try {
			const used = await use(await this.#answer(invocation, request, shown));
			called(200, false);
			return used;
		} catch (error) {
			if (error instanceof CallFailure) {
				called(error.code, !hook.ignoresFailure);
				if (request.signal().aborted) throw request.signal().reason;
				if (!hook.ignoresFailure) {
					metrics.rejected(hook.name, operation, 'calling_webhook_error', error.code);
					throw refusedFor(error);
				}
				log.warn('admission webhook failed; request continues without it', { webhook: hook.name, error: error.message });
				metrics.failedOpen(hook.name);
				request.annotate(failedOpen, hook.name);
				return undefined;
			}
			const denial = error instanceof Denial ? error.refusal : undefined;
			called(denial?.code ?? 0, true);
			metrics.rejected(hook.name, operation, denial === undefined ? 'apiserver_internal_error' : 'no_error', denial?.code ?? 0);
			throw denial ?? error;
		}
	}

	async #answer(invocation: Invocation, request: AdmissionRequest, shown: () => ReviewObjects): Promise<Answer> {
		const { hook } = invocation;
		if (request.dryRun) {
			if (hook.sideEffects === undefined) throw new CallFailure(hook.name, 'Webhook SideEffects is nil', 400);
			if (hook.sideEffects !== 'None' && hook.sideEffects !== 'NoneOnDryRun') throw noDryRun(hook.name);
		}
		const converting = request.prepare(invocation.group, invocation.version);
		if (converting !== undefined) await converting;
		const answer = await reviewUnder(this.parts, invocation, request, shown);
		for (const [key, value] of answer.auditAnnotations) this.#annotate(request, `${hook.name}/${key}`, value);
		request.warnings.push(...answer.warnings);
		if (!answer.allowed) throw new Denial(hook.name, answer.status);
		return answer;
	}

	/** Adds an audit annotation. An invalid key is logged and dropped, because it is no reason to refuse the request. */
	#annotate(request: AdmissionRequest, key: string, value: string): void {
		if (checkQualifiedName(key).length === 0) request.annotate(key, value);
		else this.parts.log.warn('admission webhook returned an invalid audit annotation key', { key: key.slice(0, 256) });
	}
}

function secondsSince(beganMs: number): number {
	return (performance.now() - beganMs) / 1000;
}
