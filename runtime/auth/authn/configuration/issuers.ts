/** Parser of one entry of `jwt` in an AuthenticationConfiguration. */
import type { Json, Release } from '../../../model/catalog.ts';
import { ConfigError, listOrNone, mapAt, textAt } from '../../../wire/config-parts.ts';
import { type FieldsSince, given, has, onlyFields } from '../../configuration/release.ts';
import type { ClaimMappings, Rule, TokenIssuer } from '../../oidc/issuer.ts';
import { certificatesOf } from '../../pki/pair.ts';
import { type ExpressionContext, readClaimRules, readMappings, readUserRules } from './mappings.ts';

export interface IssuerContext extends ExpressionContext {
	/** Issuers of service account tokens, which no other issuer may be. */
	readonly ownIssuers: readonly string[];
}

const entryFields: FieldsSince = { issuer: undefined, claimValidationRules: undefined, claimMappings: undefined, userValidationRules: undefined };
const issuerFields: FieldsSince = {
	...{ url: undefined, certificateAuthority: undefined, audiences: undefined },
	...{ discoveryURL: '1.30', audienceMatchPolicy: '1.30', egressSelectorType: '1.34' },
};

export function readIssuer(value: Json, where: string, context: IssuerContext): TokenIssuer {
	const { release } = context;
	const entry = mapAt(value, where);
	onlyFields(entry, where, entryFields, release);
	const at = `${where}.issuer`;
	const map = mapAt(entry.issuer, at);
	onlyFields(map, at, issuerFields, release);
	const url = urlAt(map.url, `${at}.url`);
	if (context.ownIssuers.includes(url)) throw new ConfigError(`${at}.url`, 'URL must not overlap with the issuers of service account tokens');
	if (given(map, 'egressSelectorType') !== undefined) {
		throw new ConfigError(`${at}.egressSelectorType`, 'this server has no egress selectors: it reaches issuers directly');
	}
	const rules = readClaimRules(given(entry, 'claimValidationRules'), `${where}.claimValidationRules`, context);
	const mappings = readMappings(given(entry, 'claimMappings'), `${where}.claimMappings`, context);
	checkEmail(mappings, rules.claimRules, where, context);
	return {
		url,
		discoveryUrl: discoveryUrlOf(given(map, 'discoveryURL'), `${at}.discoveryURL`, url),
		ca: authoritiesOf(given(map, 'certificateAuthority'), `${at}.certificateAuthority`),
		audiences: audiencesOf(map.audiences, given(map, 'audienceMatchPolicy'), at, release),
		mappings,
		...rules,
		userRules: readUserRules(given(entry, 'userValidationRules'), `${where}.userValidationRules`, context),
	};
}

function urlAt(value: Json | undefined, where: string): string {
	const text = textAt(value, where);
	if (!URL.canParse(text)) throw new ConfigError(where, 'expected an https URL');
	const url = new URL(text);
	if (url.protocol !== 'https:') throw new ConfigError(where, 'URL scheme must be https');
	if (url.username !== '' || url.password !== '') throw new ConfigError(where, 'URL must not contain a username or password');
	if (url.search !== '') throw new ConfigError(where, 'URL must not contain a query');
	if (url.hash !== '') throw new ConfigError(where, 'URL must not contain a fragment');
	return text;
}

function discoveryUrlOf(value: Json | undefined, where: string, url: string): string | undefined {
	if (value === undefined) return undefined;
	const found = urlAt(value, where);
	if (found.replace(/\/+$/, '') === url.replace(/\/+$/, '')) throw new ConfigError(where, 'discoveryURL must be different from URL');
	return found;
}

function authoritiesOf(value: Json | undefined, where: string): string | undefined {
	if (value === undefined || value === '') return undefined;
	const pem = textAt(value, where);
	try {
		return certificatesOf(pem, 'the text');
	} catch (error) {
		throw new ConfigError(where, (error as Error).message);
	}
}

function audiencesOf(value: Json | undefined, policy: Json | undefined, at: string, release: Release): readonly string[] {
	const where = `${at}.audiences`;
	const audiences = listOrNone(value ?? undefined, where).map((audience, i) => textAt(audience, `${where}[${i}]`));
	if (audiences.length === 0) throw new ConfigError(where, 'at least one audience is required');
	if (audiences.length > 1 && !has(release, '1.30')) throw new ConfigError(where, `expected at most 1, found ${audiences.length}`);
	const twice = audiences.findIndex((audience, i) => audiences.indexOf(audience) < i);
	if (twice >= 0) throw new ConfigError(`${where}[${twice}]`, `${JSON.stringify(audiences[twice])} is given twice`);
	const isAny = policy === 'MatchAny';
	const policyAt = `${at}.audienceMatchPolicy`;
	if (audiences.length > 1 && !isAny) throw new ConfigError(policyAt, 'audienceMatchPolicy must be MatchAny for multiple audiences');
	if (policy !== undefined && policy !== '' && !isAny) throw new ConfigError(policyAt, 'audienceMatchPolicy must be empty or MatchAny for single audience');
	return audiences;
}

/** Refuses the use of an e-mail address without its verification. */
function checkEmail({ username, extra }: ClaimMappings, rules: readonly Rule[], where: string, { expressions, release }: IssuerContext): void {
	if (username.kind !== 'expression' || !has(release, '1.30') || !expressions.selects(username.text, 'email')) return;
	if ([username, ...extra.values(), ...rules].some(({ text }) => expressions.selects(text, 'email_verified'))) return;
	throw new ConfigError(
		`${where}.claimMappings.username.expression`,
		'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or ' +
			'claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression',
	);
}
