/** Starts authentication, authorization and audit over the watch cache of a stack. */

import type { Authorizer } from '../api/authorization.ts';
import type { Tokens } from '../api/tokens.ts';
import type { AccountTokens } from '../auth/accounts/account-tokens.ts';
import type { Audit, BodyForms } from '../auth/audit/contract.ts';
import { startAudit } from '../auth/audit/index.ts';
import type { Authentication } from '../auth/authn/chain.ts';
import { startAuthentication } from '../auth/authn/index.ts';
import type { DeclaredRules } from '../auth/authz/contract.ts';
import { startAuthorization } from '../auth/authz/index.ts';
import { constrainedImpersonator } from '../auth/impersonation/constrained.ts';
import type { Impersonator } from '../auth/impersonation/contract.ts';
import { plainImpersonator } from '../auth/impersonation/plain.ts';
import type { TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Rows } from './registries.ts';

export interface Security {
	readonly authenticate: Authentication;
	readonly tokens: Tokens;
	readonly authorizer: Authorizer;
	/** Decides whether a user may impersonate another one. */
	readonly impersonator: Impersonator;
	/** True when authorizers receive the selectors of requests. */
	readonly tellsSelectors: boolean;
	/** Undefined when no audit backend is configured. */
	readonly audit: Audit | undefined;
}

export interface SecurityContext {
	readonly options: ServerOptions;
	readonly rows: Rows;
	readonly declared: DeclaredRules;
	/** Emulated release, followed by the states of its feature gates. */
	readonly release: string;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly type: (name: TypeName) => TypeDescriptor;
	readonly vocabulary: Vocabulary;
	readonly cache: WatchCache;
	readonly accounts: AccountTokens;
	/** Name of this server among those of the store; empty while the gate is off. */
	readonly serverId: string;
	readonly addMetrics: (families: readonly MetricFamily[]) => void;
	/** Forms of bodies in audit events. */
	readonly forms: BodyForms;
	readonly log: Log;
	/** Aborted when the stack ends. */
	readonly signal: AbortSignal;
}

/** Starts authentication, authorization and audit. Throws an Error with one sentence that names the flag or the file. */
export async function startSecurity(context: SecurityContext): Promise<Security> {
	const { rows, declared, release, gates, type, vocabulary, cache, accounts, log, signal, serverId, addMetrics } = context;
	const { flags } = context.options;
	const shared = { flags, log, vocabulary, release, gates, cache, signal, serverId, addMetrics };
	const { authenticate, tokens, acceptsAnonymous } = await startAuthentication({ ...shared, accounts }, rows.authenticators);
	const [authorizer, audit] = await Promise.all([
		startAuthorization({ ...shared, type, declared, acceptsAnonymous }, rows.authorizers),
		startAudit({ flags, log, vocabulary }, rows.auditBackends, context.forms),
	]);
	const isConstrained = gates.get('ConstrainedImpersonation') === true;
	const impersonator = isConstrained ? constrainedImpersonator(authorizer, vocabulary) : plainImpersonator(authorizer, vocabulary.groupDomain);
	return { authenticate, tokens, authorizer, impersonator, tellsSelectors: gates.get('AuthorizeWithSelectors') === true, audit };
}
