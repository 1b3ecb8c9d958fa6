/**
 * OpenID Connect authenticator (seed 3, "OpenID Connect") and its flags. The verification code is loaded only when an issuer is configured.
 */
import type { Flag } from '../../api/flag.ts';
import { list, text } from '../../api/flag-value.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import type { Authenticator } from './contract.ts';

function textFlag(name: string, value: string, help: string, shown?: string): Flag<string | undefined> {
	return { name: `oidc-${name}`, value, help, default: undefined, ...(shown !== undefined && { shown }), parse: text };
}

const issuerUrl: Flag<string | undefined> = {
	name: 'oidc-issuer-url',
	value: 'URL',
	help: 'URL of the OpenID Connect issuer whose ID tokens are accepted; only https.',
	default: undefined,
	parse(value) {
		const url = URL.canParse(value) ? new URL(value) : undefined;
		if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '') throw new Error('expected an https URL without a query');
		return value;
	},
};
const clientId = textFlag('client-id', 'ID', 'Client ID that all ID tokens must be issued for.');
const usernameClaim = textFlag('username-claim', 'CLAIM', 'Claim with the user name.', 'sub');
const usernamePrefix = textFlag('username-prefix', 'PREFIX', 'Prefix for user names; - disables the prefix.', 'ISSUER#, or none if the claim is email');
const groupsClaim = textFlag('groups-claim', 'CLAIM', 'Claim with the groups of the user.');
const groupsPrefix = textFlag('groups-prefix', 'PREFIX', 'Prefix for group names.');
const caFile = textFlag('ca-file', 'FILE', "PEM file of CAs that verify the issuer's serving certificate.", "the system's CAs");

const algorithms: readonly string[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

const signingAlgs: Flag<readonly string[]> = {
	name: 'oidc-signing-algs',
	value: 'LIST',
	help: `Signing algorithms accepted for ID tokens: ${algorithms.join(', ')}.`,
	default: ['RS256'],
	shown: 'RS256',
	parse(value) {
		const given = list(value);
		if (given.some((each) => !algorithms.includes(each))) throw new Error(`expected a list of some of ${algorithms.join(', ')}`);
		return given;
	},
};

const requiredClaims: Flag<Readonly<Record<string, string>>> = {
	name: 'oidc-required-claim',
	value: 'CLAIM=VALUE',
	help: 'Claim that ID tokens must contain with this value. Repeatable.',
	default: {},
	parse(value, before) {
		const equals = value.indexOf('=');
		if (equals < 1) throw new Error('expected a claim and its value, such as hd=example.com');
		return { ...before, [value.slice(0, equals)]: value.slice(equals + 1) };
	},
};

const all = [issuerUrl, clientId, usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, caFile, signingAlgs, requiredClaims] as readonly Flag<unknown>[];

export const openIdConnect: Authenticator = {
	name: 'OpenIDConnect',
	flags: all,
	async start({ flags, log, vocabulary, accounts, signal }) {
		const [issuer, client] = [flags.of(issuerUrl), flags.of(clientId)];
		if (issuer === undefined || client === undefined) {
			const given = all.find((flag) => flags.isGiven(flag));
			if (given === undefined) return undefined;
			throw new Error(`--${given.name} needs both --${issuerUrl.name} and --${clientId.name}`);
		}
		if (accounts.issuers.includes(issuer)) throw new Error(`--${issuerUrl.name} ${issuer}: this is the issuer of service account tokens; choose another one`);
		const ca = flags.of(caFile);
		const { identityTokens, issuerKeys } = await import('../oidc/identity-tokens.ts');
		const claim = flags.of(usernameClaim) ?? 'sub';
		return identityTokens({
			vocabulary,
			keys: issuerKeys({ issuer, ca: ca === undefined ? undefined : await authorities(ca), signal, failed: (sentence) => log.warn(sentence) }),
			issuer,
			client,
			algorithms: flags.of(signingAlgs),
			username: { claim, prefix: prefixOf(flags.of(usernamePrefix), claim, issuer) },
			groups: { claim: flags.of(groupsClaim), prefix: flags.of(groupsPrefix) ?? '' },
			required: flags.of(requiredClaims),
		});
	},
};

/** Returns the prefix of user names. An e-mail address is globally unique and needs none; other claims are specific to the issuer. */
function prefixOf(given: string | undefined, claim: string, issuer: string): string {
	if (given === '-') return '';
	return given ?? (claim === 'email' ? '' : `${issuer}#`);
}

async function authorities(file: string): Promise<string> {
	const { certificatesOf } = await import('../pki/pair.ts');
	let pem: string;
	try {
		pem = await readUserFile(file);
	} catch (error) {
		throw new Error(`--${caFile.name} ${file}: cannot be read: ${(error as Error).message}`, { cause: error });
	}
	return certificatesOf(pem, `--${caFile.name} ${file}:`);
}
