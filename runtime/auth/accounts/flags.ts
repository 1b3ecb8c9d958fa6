/** Flags of service account tokens (seed 3, "Service account tokens"). */
import type { Flag } from '../../api/flag.ts';
import { boolean, duration, list, text } from '../../api/flag-value.ts';

const hourMs = 3_600_000;
const none: readonly string[] = [];

export const issuer: Flag<readonly string[]> = {
	name: 'service-account-issuer',
	value: 'URL',
	help: 'Who signs tokens of service accounts, as they say it. Given again: others whose tokens are believed.',
	default: none,
	shown: 'https://PRODUCT.default.svc.cluster.local',
	parse: (value, before) => {
		if (before.includes(value)) throw new Error('an issuer that has not been given before is expected');
		if (value.includes(':') && !URL.canParse(value)) throw new Error('a URL is expected, or a name without a colon');
		return [...before, text(value)];
	},
};

export const signingKeyFile: Flag<string | undefined> = {
	name: 'service-account-signing-key-file',
	value: 'FILE',
	help: 'Private key (PEM) that signs tokens of service accounts.',
	default: undefined,
	shown: 'DATA-DIR/pki/sa.key, made on first start',
	parse: text,
};

export const secretSigningKeyFile: Flag<string | undefined> = {
	name: 'service-account-private-key-file',
	value: 'FILE',
	help: 'Private key (PEM) that signs the tokens of service accounts that lie in Secrets.',
	default: undefined,
	shown: 'the key of --service-account-signing-key-file',
	parse: text,
};

export const keyFiles: Flag<readonly string[]> = {
	name: 'service-account-key-file',
	value: 'FILE',
	help: 'Keys (PEM, public or private, several in a file) whose tokens of service accounts are believed, beside those that sign. May be given again.',
	default: none,
	shown: 'the key of --tls-private-key-file, where that is given',
	parse: (value, before) => [...before, text(value)],
};

export const apiAudiences: Flag<readonly string[]> = {
	name: 'api-audiences',
	value: 'LIST',
	help: 'Whom a token must be for to be good here.',
	default: none,
	shown: 'the issuers',
	parse: list,
};

export const lookup: Flag<boolean> = {
	name: 'service-account-lookup',
	value: '[BOOL]',
	bare: true,
	help: 'Whether tokens that lie in Secrets end with these; others always end with what they are bound to.',
	default: true,
	shown: 'true',
	parse: boolean,
};

export const maxExpiration: Flag<number | undefined> = {
	name: 'service-account-max-token-expiration',
	value: 'DURATION',
	help: 'No token of a service account is made for longer.',
	default: undefined,
	parse: (value) => duration(value, { minMs: hourMs, maxMs: 2 ** 32 * 1000 }),
};

export const extendExpiration: Flag<boolean> = {
	name: 'service-account-extend-token-expiration',
	value: '[BOOL]',
	bare: true,
	help: 'Whether the tokens that pods get are good for a year, as their agents ask for them.',
	default: true,
	shown: 'true',
	parse: boolean,
};

export const jwksUri: Flag<string | undefined> = {
	name: 'service-account-jwks-uri',
	value: 'URL',
	help: "Where others find the keys of tokens, as the issuer's document says it.",
	default: undefined,
	shown: 'https://ADDRESS:PORT/openid/v1/jwks',
	parse: (value) => {
		if (!URL.canParse(value) || new URL(value).protocol !== 'https:') throw new Error('an https URL is expected');
		return value;
	},
};

export const accountFlags: readonly Flag<unknown>[] = [
	issuer,
	signingKeyFile,
	secretSigningKeyFile,
	keyFiles,
	apiAudiences,
	lookup,
	maxExpiration,
	extendExpiration,
	jwksUri,
] as readonly Flag<unknown>[];
