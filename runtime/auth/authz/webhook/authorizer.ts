/**
 * Webhook authorizer: an external service decides (seed 3, "Authorization"). Decisions are cached for a while and then returned without a
 * promise; concurrent identical requests share a single flight. A failure is thrown, which counts as no opinion.
 */
import { hash } from 'node:crypto';
import { type Attributes, type Authorizer, type Decision, noOpinion } from '../../../api/authorization.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import type { RemoteClient } from '../../../remote/remote-client.ts';
import { Decisions } from './decisions.ts';
import type { MatchConditions } from './match-conditions.ts';
import { decisionOf, type ReviewVersion, specOf } from './review.ts';

export interface WebhookParts {
	readonly client: RemoteClient;
	readonly vocabulary: Vocabulary;
	readonly version: ReviewVersion;
	/** Lifetimes of cached decisions that allow, and of those that do not. */
	readonly authorizedMs: number;
	readonly unauthorizedMs: number;
	/** Reports each failure. */
	readonly failed: (sentence: string) => void;
	readonly decisions?: Decisions;
	/** True: a failure denies the request. */
	readonly deniesOnFailure?: boolean;
	/** Conditions for asking the webhook. Absent: it is always asked. */
	readonly matches?: MatchConditions;
}

const failedDenial: Decision = Object.freeze({ verdict: 'deny', reason: 'the authorization webhook failed' });

/**
 * Longest key in characters; it bounds the cache at 8 MiB. Longer requests are keyed by a hash, which takes longer than comparing the text.
 */
const longestKey = 1_000;

export function webhookAuthorizer(parts: WebhookParts): Authorizer {
	const { client, version, authorizedMs, unauthorizedMs, matches, decisions = new Decisions() } = parts;
	const apiVersion = `authorization.${parts.vocabulary.groupDomain}/${version}`;
	const pending = new Map<string, Promise<Decision>>();
	return {
		authorize(attributes) {
			const wanted = matches === undefined || isWanted(matches, attributes);
			if (wanted !== true) return wanted === false ? noOpinion : wanted;
			const spec = specOf(attributes, version);
			const key = keyOf(spec);
			return decisions.get(key) ?? pending.get(key) ?? begin(key, spec);
		},
		rulesFor: () => ({ rules: [], incomplete: true, failure: 'webhook authorizer does not support user rule resolution' }),
		missing: () => [{ sentence: 'no webhook has allowed it' }],
	};

	function begin(key: string, spec: string): Promise<Decision> {
		const asked = ask(key, spec).finally(() => pending.delete(key));
		pending.set(key, asked);
		return asked;
	}

	async function ask(key: string, spec: string): Promise<Decision> {
		try {
			const answer = await client.ask(`{"kind":"SubjectAccessReview","apiVersion":"${apiVersion}","metadata":{},"spec":${spec},"status":{"allowed":false}}`);
			const decision = decisionOf(answer, apiVersion);
			decisions.set(key, decision, decision.verdict === 'allow' ? authorizedMs : unauthorizedMs);
			return decision;
		} catch (error) {
			return failure(error as Error);
		}
	}

	function isWanted(matches: MatchConditions, attributes: Attributes): boolean | Decision {
		try {
			return matches(attributes);
		} catch (error) {
			return failure(error as Error);
		}
	}

	/** Reports a failure, then denies the request or throws, which counts as no opinion. */
	function failure(error: Error): Decision {
		const what = parts.deniesOnFailure === true ? 'failed and denies the request' : 'failed and has no opinion';
		const sentence = `the authorization webhook ${what}: ${error.message}`;
		parts.failed(sentence);
		if (parts.deniesOnFailure === true) return failedDenial;
		throw new Error(sentence, { cause: error });
	}
}

/** Returns the cache key. Long requests are hashed, because clients control the length of user and target. */
function keyOf(spec: string): string {
	return spec.length < longestKey ? spec : hash('sha256', spec, 'base64');
}
