/**
 * Webhook tokens (seed 3, "Webhook token authentication"): a service of somebody else says whose a token is. What it has said holds for a
 * while, and is answered without a promise; a token that is being asked about is asked about once. Where it fails, the token proves nobody.
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
	/** Who vouches. */
	readonly authority: string;
	readonly vocabulary: Vocabulary;
	readonly version: TokenReviewVersion;
	/** Zero keeps nothing. */
	readonly ttlMs: number;
	/** Of this server. */
	readonly audiences: readonly string[];
	/** Hears of each failure; of the token it hears nothing. */
	readonly failed: (sentence: string) => void;
}

/** What is longer is not asked about: no service could know it, and each would be held in memory for a while. */
const longest = 64 * 1024;

interface Said {
	/** Undefined: it knows nobody. */
	readonly user: User | undefined;
}

export function webhookTokens(parts: WebhookTokenParts): Authenticate {
	const { client, vocabulary, version, ttlMs, audiences: own, failed } = parts;
	const apiVersion = `authentication.${vocabulary.groupDomain}/${version}`;
	const said = new TokenCache<Said>();
	const underWay = new Map<string, Promise<User | undefined>>();
	return bearerTokens(vocabulary, (token, { audiences = own }) => {
		if (token.length > longest) return undefined;
		const key = said.keyOf(`${JSON.stringify(audiences)}${token}`);
		const known = said.get(key);
		return known === undefined ? (underWay.get(key) ?? begin(key, token, audiences)) : known.user;
	});

	function begin(key: string, token: string, audiences: readonly string[]): Promise<User | undefined> {
		const asked = ask(key, token, audiences).finally(() => underWay.delete(key));
		underWay.set(key, asked);
		return asked;
	}

	async function ask(key: string, token: string, audiences: readonly string[]): Promise<User | undefined> {
		try {
			const review = { kind: 'TokenReview', apiVersion, metadata: {}, spec: { token, audiences }, status: { user: {} } };
			const user = userOf(statusOf(await client.ask(JSON.stringify(review)), apiVersion), audiences, parts);
			said.set(key, { user }, Date.now() + ttlMs);
			return user;
		} catch (error) {
			failed(`the token webhook proves nobody: ${(error as Error).message}`);
			return undefined;
		}
	}
}

type Section = Readonly<Record<string, unknown>>;

/** Throws an Error of one sentence when it is no answer. */
function statusOf(text: string, apiVersion: string): Section {
	let review: unknown;
	try {
		review = JSON.parse(text);
	} catch {
		throw new Error('it does not answer with JSON');
	}
	if (!isSection(review) || review.kind !== 'TokenReview' || review.apiVersion !== apiVersion)
		throw new Error(`it does not answer with a TokenReview of ${apiVersion}`);
	if (!isSection(review.status)) throw new Error('its answer has no status');
	return review.status;
}

/** Undefined: it knows nobody, or the token is for somebody else. Throws an Error of one sentence when it names nobody that could be a user. */
function userOf(status: Section, asked: readonly string[], { audiences: own, authority }: WebhookTokenParts): User | undefined {
	const { authenticated: isProved = false, user, audiences } = status;
	if (typeof isProved !== 'boolean') throw new Error('its answer says neither true nor false');
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
	if (!isSection(extra)) throw new Error('extra of its answer is no map');
	return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, texts(values, 'extra')]));
}

function texts(values: unknown, what: string): readonly string[] {
	if (values === undefined || values === null) return [];
	if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) throw new Error(`${what} of its answer are no list of strings`);
	return values;
}

function isSection(value: unknown): value is Section {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
