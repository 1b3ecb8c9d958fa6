/**
 * Webhook: a service of somebody else decides (seed 3, "Authorization"). What it has decided holds for a while, and is answered without
 * a promise; a question that is under way is asked once, whoever else asks it. A failure is no opinion, and is thrown to say so.
 */
import { type Attributes, type Authorizer, type Decision, noOpinion } from '../../../api/authorization.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import type { RemoteClient } from '../../remote/remote-client.ts';
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

/** A question that its asker has made larger is not kept, so that nobody fills the memory with them. */
const mostKeptLength = 10_000;

export function webhookAuthorizer(parts: WebhookParts): Authorizer {
	const { client, version, authorizedMs, unauthorizedMs, matches, decisions = new Decisions() } = parts;
	const apiVersion = `authorization.${parts.vocabulary.groupDomain}/${version}`;
	const underWay = new Map<string, Promise<Decision>>();
	return {
		authorize(attributes) {
			const wanted = matches === undefined || isWanted(matches, attributes);
			if (wanted !== true) return wanted === false ? noOpinion : wanted;
			const spec = specOf(attributes, version);
			return decisions.get(spec) ?? underWay.get(spec) ?? begin(spec, attributes);
		},
		rulesFor: () => ({ rules: [], incomplete: true, failure: 'webhook authorizer does not support user rule resolution' }),
	};

	function begin(spec: string, attributes: Attributes): Promise<Decision> {
		const asked = ask(spec, isSmall(attributes)).finally(() => underWay.delete(spec));
		underWay.set(spec, asked);
		return asked;
	}

	async function ask(spec: string, isKept: boolean): Promise<Decision> {
		try {
			const answer = await client.ask(`{"kind":"SubjectAccessReview","apiVersion":"${apiVersion}","metadata":{},"spec":${spec},"status":{"allowed":false}}`);
			const decision = decisionOf(answer, apiVersion);
			if (isKept) decisions.set(spec, decision, decision.verdict === 'allow' ? authorizedMs : unauthorizedMs);
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

function isSmall({ info, path }: Attributes): boolean {
	if (!info.isResource) return path.length + info.verb.length < mostKeptLength;
	const { namespace, verb, group, version, resource, subresource, name } = info;
	return [namespace, verb, group, version, resource, subresource, name].reduce((sum, { length }) => sum + length, 0) < mostKeptLength;
}
