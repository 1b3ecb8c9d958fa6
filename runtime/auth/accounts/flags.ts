/** Flags of service account tokens (seed 3, "Service account tokens"). */
import type { Flag } from '../../api/flag.ts';
import { boolean, duration, list, text } from '../../api/flag-value.ts';

const hourMs = 3_600_000;
const none: readonly string[] = [];

export const issuer: Flag<readonly string[]> = {
	name: 'service-account-issuer',
	value: 'URL',
	help: 'Issuer of service account tokens. Repeatable: the first signs, and tokens of the others are accepted too.',
	default: none,
	shown: 'https://PRODUCT.default.svc.cluster.local',
	parse: (value, before) => {
		if (before.includes(value)) throw new Error('expected an issuer that has not been given before');
		if (value.includes(':') && !URL.canParse(value)) throw new Error('expected a URL, or a name without a colon');
		return [...before, text(value)];
	},
};

export const signingKeyFile: Flag<string | undefined> = {
	name: 'service-account-signing-key-file',
	value: 'FILE',
	help: 'PEM file with the private key that signs service account tokens.',
	default: undefined,
	shown: 'DATA-DIR/pki/sa.key, generated on the first start',
	parse: text,
};

export const secretSigningKeyFile: Flag<string | undefined> = {
	name: 'service-account-private-key-file',
	value: 'FILE',
	help: 'PEM file with the private key that signs service account tokens in Secrets.',
	default: undefined,
	shown: 'the key of --service-account-signing-key-file',
	parse: text,
};

export const keyFiles: Flag<readonly string[]> = {
	name: 'service-account-key-file',
	value: 'FILE',
	help: 'PEM file with public or private keys that verify service account tokens, in addition to the signing keys. Repeatable.',
	default: none,
	shown: 'the key of --tls-private-key-file, if given',
	parse: (value, before) => [...before, text(value)],
};

export const apiAudiences: Flag<readonly string[]> = {
	name: 'api-audiences',
	value: 'LIST',
	help: 'Audiences accepted in service account tokens; a token must name at least one.',
	default: none,
	shown: 'the issuers',
	parse: list,
};

export const lookup: Flag<boolean> = {
	name: 'service-account-lookup',
	value: '[BOOL]',
	bare: true,
	help: 'Reject tokens in Secrets once the Secret is deleted. Other tokens always expire with the object that they are bound to.',
	default: true,
	shown: 'true',
	parse: boolean,
};

export const maxExpiration: Flag<number | undefined> = {
	name: 'service-account-max-token-expiration',
	value: 'DURATION',
	help: 'Maximum lifetime of the service account tokens that the server issues.',
	default: undefined,
	parse: (value) => duration(value, { minMs: hourMs, maxMs: 2 ** 32 * 1000 }),
};

export const extendExpiration: Flag<boolean> = {
	name: 'service-account-extend-token-expiration',
	value: '[BOOL]',
	bare: true,
	help: 'Extend the lifetime of pod tokens to one year.',
	default: true,
	shown: 'true',
	parse: boolean,
};

export const jwksUri: Flag<string | undefined> = {
	name: 'service-account-jwks-uri',
	value: 'URL',
	help: "URL of the token keys (JWKS), published in the issuer's discovery document.",
	default: undefined,
	shown: 'https://ADDRESS:PORT/openid/v1/jwks',
	parse: (value) => {
		if (!URL.canParse(value) || new URL(value).protocol !== 'https:') throw new Error('expected an https URL');
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
