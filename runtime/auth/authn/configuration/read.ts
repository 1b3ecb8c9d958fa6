/**
 * Parser of `--authentication-config`, an AuthenticationConfiguration as kube-apiserver reads it (KEP-3331): issuers of tokens, and the
 * anonymous user. The whole file is validated before any of it is used; errors name the position.
 */
import type { Json, Release } from '../../../model/catalog.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { ConfigError, listOrNone, mapAt, textAt } from '../../../wire/config-parts.ts';
import { checkFileKind, type FieldsSince, type FileKind, given, has, onlyFields } from '../../configuration/release.ts';
import { ClaimExpressions } from '../../oidc/expressions.ts';
import type { TokenIssuer } from '../../oidc/issuer.ts';
import { readIssuer } from './issuers.ts';

/** Configuration of the anonymous user. */
export interface AnonymousConfiguration {
	readonly enabled: boolean;
	/** Paths of requests without credentials; empty: all. */
	readonly paths: readonly string[];
}

export interface AuthenticationConfiguration {
	readonly issuers: readonly TokenIssuer[];
	/** Undefined: `--anonymous-auth` decides. */
	readonly anonymous: AnonymousConfiguration | undefined;
}

export interface ReadingContext {
	readonly file: FileKind;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	/** Issuers of service account tokens, which no other issuer may be. */
	readonly ownIssuers: readonly string[];
}

/** Kubernetes' bound, which is one in 1.29. */
const mostIssuers = 64;
const fileFields: FieldsSince = { apiVersion: undefined, kind: undefined, jwt: undefined, anonymous: '1.31' };
const anonymousGate = 'AnonymousAuthConfigurableEndpoints';

/** Reads a parsed file. Throws a ConfigError. */
export function readAuthenticationConfig(root: Json, context: ReadingContext): AuthenticationConfiguration {
	const { file, vocabulary, release, ownIssuers } = context;
	const map = mapAt(root, '');
	checkFileKind(map, file, vocabulary, release);
	onlyFields(map, '', fileFields, release);
	const entries = listOrNone(given(map, 'jwt'), 'jwt');
	const most = has(release, '1.30') ? mostIssuers : 1;
	if (most === 1 && entries.length === 0) throw new ConfigError('jwt', 'at least one jwt is required');
	if (entries.length > most) throw new ConfigError('jwt', `expected at most ${most}, found ${entries.length}`);
	const expressions = new ClaimExpressions();
	const issuers: TokenIssuer[] = [];
	for (const [i, entry] of entries.entries()) {
		const at = `jwt[${i}]`;
		const issuer = readIssuer(entry, at, { vocabulary, release, ownIssuers, expressions });
		if (issuers.some(({ url }) => url === issuer.url)) throw new ConfigError(`${at}.issuer.url`, `${issuer.url} is given twice`);
		if (issuer.discoveryUrl !== undefined && issuers.some(({ discoveryUrl }) => discoveryUrl === issuer.discoveryUrl)) {
			throw new ConfigError(`${at}.issuer.discoveryURL`, `${issuer.discoveryUrl} is given twice`);
		}
		issuers.push(issuer);
	}
	return { issuers, anonymous: readAnonymous(given(map, 'anonymous'), context) };
}

function readAnonymous(value: Json | undefined, { release, gates }: ReadingContext): AnonymousConfiguration | undefined {
	if (value === undefined) return undefined;
	if (gates.get(anonymousGate) === false) throw new ConfigError('anonymous', `anonymous is not supported when ${anonymousGate} feature gate is disabled`);
	const map = mapAt(value, 'anonymous');
	onlyFields(map, 'anonymous', { enabled: undefined, conditions: undefined }, release);
	const enabled = given(map, 'enabled') ?? false;
	if (typeof enabled !== 'boolean') throw new ConfigError('anonymous.enabled', 'expected true or false');
	const paths = listOrNone(given(map, 'conditions'), 'anonymous.conditions').map((entry, i) => {
		const at = `anonymous.conditions[${i}]`;
		const condition = mapAt(entry, at);
		onlyFields(condition, at, { path: undefined }, release);
		return textAt(condition.path, `${at}.path`);
	});
	if (!enabled && paths.length > 0) throw new ConfigError('anonymous.conditions', 'enabled should be set to true when conditions are defined');
	return { enabled, paths };
}
