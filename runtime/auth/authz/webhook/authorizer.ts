/**
 * Webhook: a service of somebody else decides (seed 3, "Authorization"). What it has decided holds for a while, and is answered without
 * a promise; a question that is under way is asked once, whoever else asks it. A failure is no opinion, and is thrown to say so.
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
	/** For how long what it allows holds, and what it does not. */
	readonly authorizedMs: number;
	readonly unauthorizedMs: number;
	/** Hears of each failure. */
	readonly failed: (sentence: string) => void;
	readonly decisions?: Decisions;
	/** A failure is a denial. */
	readonly deniesOnFailure?: boolean;
	/** Whether it is asked at all; absent: always. */
	readonly matches?: MatchConditions;
}

const failedDenial: Decision = Object.freeze({ verdict: 'deny', reason: 'the authorization webhook failed' });

/** 8 MiB for all that are kept. A longer question is known by its hash, which takes longer than to compare it. */
const longestKey = 1_000;

export function webhookAuthorizer(parts: WebhookParts): Authorizer {
	const { client, version, authorizedMs, unauthorizedMs, matches, decisions = new Decisions() } = parts;
	const apiVersion = `authorization.${parts.vocabulary.groupDomain}/${version}`;
	const underWay = new Map<string, Promise<Decision>>();
	return {
		authorize(attributes) {
			const wanted = matches === undefined || isWanted(matches, attributes);
			if (wanted !== true) return wanted === false ? noOpinion : wanted;
			const spec = specOf(attributes, version);
			const key = keyOf(spec);
			return decisions.get(key) ?? underWay.get(key) ?? begin(key, spec);
		},
		rulesFor: () => ({ rules: [], incomplete: true, failure: 'webhook authorizer does not support user rule resolution' }),
		missing: () => [{ sentence: 'no webhook has allowed it' }],
	};

	function begin(key: string, spec: string): Promise<Decision> {
		const asked = ask(key, spec).finally(() => underWay.delete(key));
		underWay.set(key, asked);
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

	/** Thrown, which is no opinion, or a denial. */
	function failure(error: Error): Decision {
		const what = parts.deniesOnFailure === true ? 'failed, and thereby denies' : 'has no opinion';
		const sentence = `the authorization webhook ${what}: ${error.message}`;
		parts.failed(sentence);
		if (parts.deniesOnFailure === true) return failedDenial;
		throw new Error(sentence, { cause: error });
	}
}

/** Of its own size, or of one that is bounded: who asks, and for what, may be made as long as one likes. */
function keyOf(spec: string): string {
	return spec.length < longestKey ? spec : hash('sha256', spec, 'base64');
}
