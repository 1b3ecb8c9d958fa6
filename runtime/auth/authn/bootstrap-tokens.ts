/**
 * Bootstrap tokens (seed 3, "Bootstrap tokens"), with which machines join. Each is a Secret in the platform's system namespace. The
 * Secret's current content counts: changing or deleting it revokes the token.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Flag } from '../../api/flag.ts';
import { boolean } from '../../api/flag-value.ts';
import { authenticated } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { bearerTokens } from './bearer.ts';
import { dataOf, isExpired, isTokenSecret, type TokenData } from './bootstrap-secret.ts';
import type { Authenticator } from './contract.ts';

const enableBootstrapTokens: Flag<boolean> = {
	name: 'enable-bootstrap-token-auth',
	value: '[BOOL]',
	bare: true,
	help: 'Accept bootstrap tokens, which are stored in Secrets of the system namespace.',
	default: false,
	shown: 'false',
	parse: boolean,
};

const name = 'BootstrapToken';
const form = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const group = 'system:bootstrappers';
const extraGroup = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
/** Stand-in for a missing Secret, so that refusing it takes as long as refusing a wrong token. */
const nobodys = Buffer.alloc(16);

export const bootstrapTokens: Authenticator = {
	name,
	flags: [enableBootstrapTokens],
	start({ flags, vocabulary, cache }) {
		if (!flags.of(enableBootstrapTokens)) return undefined;
		const namespace = `${vocabulary.shortPrefix}-system`;
		return bearerTokens(vocabulary, (token) => {
			const [, id, secret] = form.exec(token) ?? [];
			if (id === undefined || secret === undefined) return undefined;
			const found = cache.get('secrets', namespace, `bootstrap-token-${id}`);
			const object = found === undefined ? {} : parseWhole(found);
			const data = dataOf(object);
			return isSecret(data, secret) && mayAuthenticate(object, data, id, vocabulary) ? userOf(id, data) : undefined;
		});
	},
};

function isSecret(data: TokenData, shown: string): boolean {
	const stored = Buffer.from(data('token-secret'));
	const isThere = stored.length === nobodys.length;
	return timingSafeEqual(isThere ? stored : nobodys, Buffer.from(shown)) && isThere;
}

function mayAuthenticate(object: JsonObject, data: TokenData, id: string, vocabulary: Vocabulary): boolean {
	if ((object.metadata as JsonObject).deletionTimestamp !== undefined || !isTokenSecret(object, vocabulary)) return false;
	return data('token-id') === id && !isExpired(data('expiration')) && data('usage-bootstrap-authentication') === 'true';
}

/** Builds the user of a token. Returns undefined if the Secret names a group outside the bootstrappers' groups. */
function userOf(id: string, data: TokenData): User | undefined {
	const extra = data('auth-extra-groups');
	const groups = extra === '' ? [] : extra.split(',').map((each) => each.trim());
	if (!groups.every((each) => extraGroup.test(each))) return undefined;
	const all = [...new Set([group, ...groups])].sort();
	return authenticated(`system:bootstrap:${id}`, '', all, { method: name, authority: 'bootstrap tokens', audiences: [] });
}
