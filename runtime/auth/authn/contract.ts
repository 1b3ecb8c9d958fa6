/** Authenticators: each knows one way of proving who asks (seed 3, Authentication). One file and one row of `index.ts` each. */
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { ApiRequest, User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AccountTokens } from '../accounts/account-tokens.ts';

/** `undefined`: the request shows no credential of this kind. `refused`: it shows one that does not hold; another kind may still. */
export type Claim = User | 'refused' | undefined;

/** What a request shows of who asks: its headers, what a browser's WebSocket offers, and the certificate of its connection. */
export interface Credentials extends Pick<ApiRequest, 'header' | 'headersBeginning' | 'webSocket' | 'peer'> {
	/** For whom a token must be, one of them at least; absent: for this server. */
	readonly audiences?: readonly string[];
	/** Of the request; absent: nobody reads them. */
	readonly warnings?: string[];
	readonly audit?: ApiRequest['audit'];
}

/** Must not look at the body. Answering without a promise keeps the path of a request synchronous. */
export type Authenticate = (request: Credentials) => Claim | Promise<Claim>;

export interface AuthenticatorContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** For credentials that stand for an object: a token is good as long as its account is there. */
	readonly cache: WatchCache;
	/** Tokens of service accounts, and whom a token must be for. */
	readonly accounts: AccountTokens;
	/** Which are open in the release emulated. */
	readonly gates: ReadonlyMap<string, boolean>;
	/** Aborted when the stack ends. */
	readonly signal: AbortSignal;
}

export interface Authenticator {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Undefined: the flags turn it off. Throws an Error with one sentence that names the flag or the file. */
	start(context: AuthenticatorContext): Authenticate | undefined | Promise<Authenticate | undefined>;
}
