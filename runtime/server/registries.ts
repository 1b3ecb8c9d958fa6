/** Rows of all registries that take part in a server: all rows, or those that flags choose. All verbs take part. */
import type { AdmissionPlugin } from '../admission/contract.ts';
import { admissionPlugins } from '../admission/plugins/index.ts';
import type { AuditBackend } from '../auth/audit/contract.ts';
import { auditBackends } from '../auth/audit/index.ts';
import type { Authenticator } from '../auth/authn/contract.ts';
import { authenticators } from '../auth/authn/index.ts';
import { authorizationConfig } from '../auth/authz/configuration/configured.ts';
import type { AuthorizerRow } from '../auth/authz/contract.ts';
import { checkNeeds, chosenAuthorizers, configuredAuthorizers } from '../auth/authz/index.ts';
import type { Controller } from '../controllers/contract.ts';
import { chosenControllers } from '../controllers/index.ts';
import type { ServerOptions } from './flags/read.ts';
import { ownFlags } from './flags/server-flags.ts';

export interface Rows {
	readonly authenticators: readonly Authenticator[];
	readonly authorizers: readonly AuthorizerRow[];
	readonly auditBackends: readonly AuditBackend[];
	/** All plugins. Flags and the emulated release determine which of them are on. */
	readonly admissionPlugins: readonly AdmissionPlugin[];
	readonly controllers: readonly Controller[];
}

/** Returns the rows that flags choose. Throws an Error with one sentence that names the flag. */
export function chosenRows(options: ServerOptions): Rows {
	return {
		authenticators,
		authorizers: authorizersOf(options),
		auditBackends,
		admissionPlugins,
		controllers: chosenControllers(options.controllers),
	};
}

function authorizersOf({ flags, authorizationMode }: ServerOptions): readonly AuthorizerRow[] {
	if (flags.isGiven(authorizationConfig)) return configuredAuthorizers(flags, ownFlags.authorizationMode);
	const chosen = chosenAuthorizers(authorizationMode);
	checkNeeds(flags, chosen);
	return chosen;
}
