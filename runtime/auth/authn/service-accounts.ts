/** Tokens of service accounts (seed 3, "Service account tokens"). One that was shown before is known by its hash; what it ends with is looked at each time. */
import { accountUser } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { AccountTokens, VerifiedToken } from '../accounts/account-tokens.ts';
import { accountFlags, lookup } from '../accounts/flags.ts';
import { Standing } from '../accounts/standing.ts';
import { bearerTokens } from './bearer.ts';
import type { Authenticator, AuthenticatorContext } from './contract.ts';
import { TokenCache } from './token-cache.ts';

const name = 'ServiceAccount';

interface Known {
	readonly user: User;
	readonly audiences: readonly string[];
	readonly standing: Standing;
}

export const serviceAccountTokens: Authenticator = {
	name,
	flags: accountFlags,
	start(context) {
		const { flags, vocabulary, cache, accounts } = context;
		const looksUp = flags.of(lookup);
		const known = new TokenCache<Known>();
		return bearerTokens(vocabulary, (token, { audiences }) => {
			if (!accounts.mayBe(token)) return undefined;
			const key = known.keyOf(token);
			const found = known.get(key);
			return found === undefined ? verify(token, key, audiences) : ownerOf(found, accounts, audiences);
		});

		async function verify(token: string, key: string, audiences: readonly string[] | undefined): Promise<User | undefined> {
			const verified = await accounts.verify(token);
			if (verified === undefined) return undefined;
			const { endsMs, claims } = verified;
			// What names a node that it would end with is not believed where nobody looks at nodes.
			if (claims.pod === undefined && claims.node !== undefined && context.gates.get('ServiceAccountTokenNodeBindingValidation') !== true) return undefined;
			const found = { user: userOf(verified, context), audiences: verified.audiences, standing: new Standing(cache, claims, token, looksUp) };
			known.set(key, found, endsMs);
			return ownerOf(found, accounts, audiences);
		}
	},
};

function ownerOf({ user, audiences, standing }: Known, accounts: AccountTokens, asked = accounts.audiences): User | undefined {
	const good = audiences.length === 0 ? accounts.audiences : audiences;
	return asked.some((audience) => good.includes(audience)) && standing.holds() ? user : undefined;
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
