/**
 * Service account token authenticator (seed 3, "Service account tokens"). Verified tokens are cached by hash; the objects a token is bound
 * to are checked on each use.
 */
import { accountUser } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { AccountClaims } from '../../api/tokens.ts';
import type { AccountTokens, VerifiedToken } from '../accounts/account-tokens.ts';
import { BoundObjects } from '../accounts/bound-objects.ts';
import { accountFlags, lookup } from '../accounts/flags.ts';
import { LegacyToken } from '../accounts/legacy-uses.ts';
import { bearerTokens } from './bearer.ts';
import type { Authenticator, AuthenticatorContext, Credentials } from './contract.ts';
import { TokenCache } from './token-cache.ts';

const name = 'ServiceAccount';

interface CachedToken {
	readonly user: User;
	readonly audiences: readonly string[];
	readonly boundObjects: BoundObjects;
	/** Usage tracking of a token stored in a Secret. Undefined for other tokens. */
	readonly legacy: LegacyToken | undefined;
}

export const serviceAccountTokens: Authenticator = {
	name,
	flags: accountFlags,
	start(context) {
		const { flags, vocabulary, cache, accounts } = context;
		const looksUp = flags.of(lookup);
		const known = new TokenCache<CachedToken>();
		return bearerTokens(vocabulary, (token, request) => {
			if (!accounts.mayBe(token)) return undefined;
			const key = known.keyOf(token);
			const found = known.get(key);
			return found === undefined ? verify(token, key, request) : ownerOf(found, accounts, request);
		});

		async function verify(token: string, key: string, request: Credentials): Promise<User | undefined> {
			const verified = await accounts.verify(token);
			if (verified === undefined) return undefined;
			const { endsMs, claims } = verified;
			// A token bound to a node is refused while the gate that validates such tokens is off.
			if (claims.pod === undefined && claims.node !== undefined && context.gates.get('ServiceAccountTokenNodeBindingValidation') !== true) return undefined;
			const boundObjects = new BoundObjects(cache, claims, token, looksUp);
			const found = { user: userOf(verified, context), audiences: verified.audiences, boundObjects, legacy: looksUp ? legacyOf(claims, context) : undefined };
			known.set(key, found, endsMs);
			return ownerOf(found, accounts, request);
		}
	},
};

function ownerOf({ user, audiences, boundObjects, legacy }: CachedToken, accounts: AccountTokens, request: Credentials): User | undefined {
	const good = audiences.length === 0 ? accounts.audiences : audiences;
	const asked = request.audiences ?? accounts.audiences;
	if (!asked.some((audience) => good.includes(audience)) || !boundObjects.exist()) return undefined;
	return legacy === undefined || legacy.use(request) ? user : undefined;
}

function legacyOf({ namespace, account, liesIn }: AccountClaims, { accounts, cache, vocabulary, gates }: AuthenticatorContext): LegacyToken | undefined {
	if (liesIn === undefined) return undefined;
	return new LegacyToken({ uses: accounts.legacyUses, cache, vocabulary, gates }, { namespace, account: account.name, secret: liesIn });
}

function userOf({ claims, issuer, audiences, id }: VerifiedToken, { vocabulary, gates }: AuthenticatorContext): User {
	const { namespace, account, pod, node } = claims;
	const extra: Record<string, readonly string[]> = {};
	const prefix = `authentication.${vocabulary.labelDomain}`;
	const say = (key: string, value: string): void => {
		extra[`${prefix}/${key}`] = [value];
	};
	if (id !== undefined && gates.get('ServiceAccountTokenJTI') === true) say('credential-id', `JTI=${id}`);
	if (pod !== undefined) {
		say('pod-name', pod.name);
		say('pod-uid', pod.uid ?? '');
	}
	if (node !== undefined && (pod === undefined || gates.get('ServiceAccountTokenPodNodeInfo') === true)) {
		say('node-name', node.name);
		if (node.uid !== undefined && node.uid !== '') say('node-uid', node.uid);
	}
	return { ...accountUser(namespace, account.name, account.uid ?? ''), extra, proof: { method: name, authority: issuer, audiences } };
}
