/** Authenticators: each verifies one kind of credential (seed 3, Authentication). Each has one file and one row in `index.ts`. */
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { ApiRequest, User } from '../../api/request.ts';
import type { Release } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { MetricFamily } from '../../telemetry/family.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AccountTokens } from '../accounts/account-tokens.ts';
import type { AuthenticationFile } from './configuration/file.ts';

/**
 * Result of one authenticator. `undefined`: the request has no credential of this kind. `refused`: the credential is invalid here; another
 * authenticator may still accept it.
 */
export type Claim = User | 'refused' | undefined;

/** Credentials of a request: its headers, the subprotocols of a browser's WebSocket, and the certificate of its connection. */
export interface Credentials extends Pick<ApiRequest, 'path' | 'header' | 'headersBeginning' | 'webSocket' | 'peer'> {
	/** Audiences of which a token must name at least one. Absent: the audiences of this server. */
	readonly audiences?: readonly string[];
	/** Warnings of the response. Absent when no client reads them. */
	readonly warnings?: string[];
	readonly audit?: ApiRequest['audit'];
}

/** Authenticates a request without reading its body. A result without a promise keeps the request path synchronous. */
export type Authenticate = (request: Credentials) => Claim | Promise<Claim>;

export interface AuthenticatorContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** Cache for credentials bound to stored objects, such as a token that ends with its account. */
	readonly cache: WatchCache;
	/** Service account tokens, and the audiences of this server. */
	readonly accounts: AccountTokens;
	/** Emulated release, and the state of its feature gates. */
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	/** File of `--authentication-config`; undefined without the flag. */
	readonly configuration: AuthenticationFile | undefined;
	/** Name of this server among those of the store; empty while the gate is off. */
	readonly serverId: string;
	/** Adds metrics to those of the stack. */
	readonly addMetrics: (families: readonly MetricFamily[]) => void;
	/** Aborted when the server stack stops. */
	readonly signal: AbortSignal;
}

export interface Authenticator {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/**
	 * Starts the authenticator. Returns undefined when the flags disable it. Throws an Error of one sentence that names the flag or the
	 * file.
	 */
	start(context: AuthenticatorContext): Authenticate | undefined | Promise<Authenticate | undefined>;
}
