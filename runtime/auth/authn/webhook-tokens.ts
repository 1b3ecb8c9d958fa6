/**
 * Webhook token authentication (seed 3, "Webhook token authentication"): an external service identifies the user of a token. Answers are
 * cached for a while and then returned without a promise. Concurrent reviews of one token share a single flight. If the service fails, the
 * token authenticates no user.
 */
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { RemoteClient } from '../../remote/remote-client.ts';
import { bearerTokens } from './bearer.ts';
import type { Authenticate } from './contract.ts';
import { TokenCache } from './token-cache.ts';

export type TokenReviewVersion = 'v1' | 'v1beta1';

export interface WebhookTokenParts {
	readonly client: RemoteClient;
	/** Name of the webhook, recorded as the source of the identity. */
	readonly authority: string;
	readonly vocabulary: Vocabulary;
	readonly version: TokenReviewVersion;
	/** Lifetime of cached answers; 0 disables the cache. */
	readonly ttlMs: number;
	/** Audiences of this server. */
	readonly audiences: readonly string[];
	/** Reports each failure, without the token. */
	readonly failed: (sentence: string) => void;
}

/**
 * Length limit of tokens in characters. Longer tokens are not sent: no service could know them, and each would stay in memory for a while.
 */
const longest = 64 * 1024;

interface Review {
	/** Undefined when the service does not know the token. */
	readonly user: User | undefined;
}

export function webhookTokens(parts: WebhookTokenParts): Authenticate {
	const { client, vocabulary, version, ttlMs, audiences: own, failed } = parts;
	const apiVersion = `authentication.${vocabulary.groupDomain}/${version}`;
	const said = new TokenCache<Review>();
	const pending = new Map<string, Promise<User | undefined>>();
	return bearerTokens(vocabulary, (token, { audiences = own }) => {
		if (token.length > longest) return undefined;
		const key = said.keyOf(`${JSON.stringify(audiences)}${token}`);
		const known = said.get(key);
		return known === undefined ? (pending.get(key) ?? begin(key, token, audiences)) : known.user;
	});

	function begin(key: string, token: string, audiences: readonly string[]): Promise<User | undefined> {
		const asked = ask(key, token, audiences).finally(() => pending.delete(key));
		pending.set(key, asked);
		return asked;
	}

	async function ask(key: string, token: string, audiences: readonly string[]): Promise<User | undefined> {
		try {
			const review = { kind: 'TokenReview', apiVersion, metadata: {}, spec: { token, audiences }, status: { user: {} } };
			const user = userOf(statusOf(await client.ask(JSON.stringify(review)), apiVersion), audiences, parts);
			said.set(key, { user }, Date.now() + ttlMs);
			return user;
		} catch (error) {
			failed(`token webhook failed; the request is unauthenticated: ${(error as Error).message}`);
			return undefined;
		}
	}
}

type Section = Readonly<Record<string, unknown>>;

/** Reads the status of a TokenReview. Throws an Error of one sentence if the answer is not a TokenReview. */
function statusOf(text: string, apiVersion: string): Section {
	let review: unknown;
	try {
		review = JSON.parse(text);
	} catch {
		throw new Error('response is not JSON');
	}
	if (!isSection(review) || review.kind !== 'TokenReview' || review.apiVersion !== apiVersion)
		throw new Error(`response is not a TokenReview of ${apiVersion}`);
	if (!isSection(review.status)) throw new Error('response has no status');
	return review.status;
}

/**
 * Builds the user of a review. Returns undefined if the token is unknown or for other audiences. Throws an Error of one sentence if the
 * answer has no valid user.
 */
function userOf(status: Section, asked: readonly string[], { audiences: own, authority }: WebhookTokenParts): User | undefined {
	const { authenticated: isProved = false, user, audiences } = status;
	if (typeof isProved !== 'boolean') throw new Error('status.authenticated of the response is not a boolean');
	if (!isProved) return undefined;
	if (!isSection(user)) throw new Error('its answer names no user');
	const { username, uid = '', groups, extra } = user;
	if (typeof username !== 'string' || username === '' || typeof uid !== 'string') throw new Error('its answer names no user');
	const named = texts(audiences, 'audiences');
	const shared = asked.filter((audience) => (named.length === 0 ? own : named).includes(audience));
	if (shared.length === 0) return undefined;
	const proof = { method: 'Webhook', authority, audiences: shared };
	return { ...authenticated(username, uid, texts(groups, 'groups'), proof), extra: extraOf(extra) };
}

function extraOf(extra: unknown): Readonly<Record<string, readonly string[]>> {
	if (extra === undefined || extra === null) return {};
	if (!isSection(extra)) throw new Error('extra of the response is not a map');
	return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, texts(values, 'extra')]));
}

function texts(values: unknown, what: string): readonly string[] {
	if (values === undefined || values === null) return [];
	if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) throw new Error(`${what} of the response is not a list of strings`);
	return values;
}

function isSection(value: unknown): value is Section {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
