/**
 * OpenID Connect authenticator (seed 3, "OpenID Connect"): its issuer from flags, or several from `--authentication-config`. The verification
 * code is loaded only when an issuer is configured.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Flag } from '../../api/flag.ts';
import { list, text } from '../../api/flag-value.ts';
import { compareReleases } from '../../model/release.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import type { TokenIssuer } from '../oidc/issuer.ts';
import type { IssuerFigures } from '../oidc/issuer-figures.ts';
import type { ReloadableIssuers } from '../oidc/reloadable-issuers.ts';
import { type AuthenticationFile, authenticationConfig } from './configuration/file.ts';
import type { Authenticate, Authenticator, AuthenticatorContext } from './contract.ts';

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
	flags: [...all, authenticationConfig],
	async start(context) {
		const { flags, configuration, log, signal } = context;
		const ofFlags = await issuerOfFlags(context);
		if (configuration === undefined && ofFlags === undefined) return undefined;
		if (configuration !== undefined && all.some((flag) => flags.isGiven(flag))) {
			throw new Error(`--${authenticationConfig.name}: ${authenticationConfig.name} file and oidc-* flags are mutually exclusive`);
		}
		const { ReloadableIssuers } = await import('../oidc/reloadable-issuers.ts');
		const { IssuerFigures } = await import('../oidc/issuer-figures.ts');
		const figures = new IssuerFigures(context.serverId);
		context.addMetrics(figures.families());
		const issuers = new ReloadableIssuers(signal, (sentence) => log.warn(sentence), figures);
		issuers.start(configuration?.configuration.issuers ?? [ofFlags].filter((issuer) => issuer !== undefined));
		if (configuration !== undefined) await follow(configuration, issuers, context);
		return authenticator({ issuers, figures }, configuration === undefined ? flags.of(signingAlgs) : algorithms, context);
	},
};

interface FollowedIssuers {
	readonly issuers: ReloadableIssuers;
	readonly figures: IssuerFigures;
}

async function authenticator({ issuers, figures }: FollowedIssuers, accepted: readonly string[], context: AuthenticatorContext): Promise<Authenticate> {
	const { vocabulary, log, release } = context;
	const { identityTokens } = await import('../oidc/identity-tokens.ts');
	return identityTokens({
		vocabulary,
		current: issuers.current,
		algorithms: accepted,
		idKey: compareReleases(release, '1.32') < 0 ? undefined : `authentication.${vocabulary.labelDomain}/credential-id`,
		authenticated: (issuer, result, seconds) => figures.authenticated(issuer, result, seconds),
		refused: (issuer, reason) => log.warn('identity token refused', { issuer, reason }),
	});
}

/** Puts new contents of the file into force. Anonymous access changes only with a restart, as in kube-apiserver. */
async function follow({ file, text, configuration, parse }: AuthenticationFile, issuers: ReloadableIssuers, context: AuthenticatorContext): Promise<void> {
	// Release 1.29 reads the file at the start alone.
	if (compareReleases(context.release, '1.30') < 0) return;
	const { followFile } = await import('../configuration/follow.ts');
	const apply = async (content: string): Promise<void> => {
		const next = await parse(content);
		if (!isDeepStrictEqual(next.anonymous, configuration.anonymous)) throw new Error(`${file}: anonymous: changed from initial configuration file`);
		await issuers.replace(next.issuers);
	};
	followFile({ file, text, what: 'authentication', apply }, context);
}

/** Returns the issuer of the flags; undefined without them. Rejects with an Error of one sentence. */
async function issuerOfFlags({ flags, accounts }: AuthenticatorContext): Promise<TokenIssuer | undefined> {
	const [url, client] = [flags.of(issuerUrl), flags.of(clientId)];
	if (url === undefined || client === undefined) {
		const given = all.find((flag) => flags.isGiven(flag));
		if (given === undefined || flags.isGiven(authenticationConfig)) return undefined;
		throw new Error(`--${given.name} needs both --${issuerUrl.name} and --${clientId.name}`);
	}
	if (accounts.issuers.includes(url)) throw new Error(`--${issuerUrl.name} ${url}: this is the issuer of service account tokens; choose another one`);
	const [ca, claim, groups] = [flags.of(caFile), flags.of(usernameClaim) ?? 'sub', flags.of(groupsClaim)];
	return {
		url,
		discoveryUrl: undefined,
		ca: ca === undefined ? undefined : await authorities(ca),
		audiences: [client],
		mappings: {
			username: { kind: 'claim', claim, prefix: prefixOf(flags.of(usernamePrefix), claim, url) },
			groups: groups === undefined ? undefined : { kind: 'claim', claim: groups, prefix: flags.of(groupsPrefix) ?? '' },
			uid: undefined,
			extra: new Map(),
		},
		required: new Map(Object.entries(flags.of(requiredClaims))),
		claimRules: [],
		userRules: [],
	};
}

/** Returns the prefix of user names. An e-mail address is globally unique and needs none. Other claims are unique only for the issuer. */
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
