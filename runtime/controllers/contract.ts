/**
 * Controllers: loops in the server that move the actual state to the desired state. They write as clients do, through the steps of the
 * verbs.
 *
 * The watch cache has only the key of a damaged object, and reading the object throws. Controllers do not catch that error: the loop
 * reports
 * it, counts the key as postponed, and retries. A controller that skipped such an object would act as if it did not exist. Only the garbage
 * collector checks `damaged`, because such an object may depend on any owner.
 */
import type { Aggregation } from '../aggregation/aggregation.ts';
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Acting } from '../api/identity.ts';
import type { CheckedPair } from '../auth/pki/pair.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Rewriter } from '../migration/rewriter.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { Actor } from './actor.ts';
import type { QueueMetrics } from './queue-metrics.ts';

/** Server parts that every controller receives. */
export interface ControllerParts {
	/** Current context. Read it at each use, because the served kinds may change. */
	readonly verbs: VerbContext;
	readonly flags: FlagValues;
	readonly kinds: KindParts;
	/** Rewrites stored rows in their current version and with the current key. */
	readonly rewriter: Rewriter;
	/** Port that clients connect to. */
	readonly securePort: () => number;
	/** Address that other members of the cluster connect to. Undefined: they cannot reach the server. */
	readonly advertisedAddress?: string | undefined;
	/** True when other servers write to the same store. */
	readonly shared?: boolean;
	/** PEM of the CA that clients must trust; undefined when it is not published. */
	readonly rootCertificate?: string;
	/** The server's own CA, which signs client certificates. Undefined: the server signs no requests. */
	readonly ownAuthority?: CheckedPair;
	/** Called when the default objects of priority and fairness exist. Undefined when the feature is off. */
	readonly flowObjectsMade?: (() => void) | undefined;
	/** Group versions that other servers serve. Undefined: this server forwards no requests. */
	readonly aggregation?: Aggregation | undefined;
	/** Authentication settings published for aggregated API servers. Undefined: they are not published. */
	readonly authenticationInfo?: AuthenticationInfo;
	/** Receives every failure; the controller retries later. */
	report(failure: ControllerFailure): void;
}

/** The ConfigMap's data, which may change while the server runs. */
export interface AuthenticationInfo {
	data(): Readonly<Record<string, string>>;
	/** Registers a callback for changes. Returns a function that removes it. */
	onChange(changed: () => void): () => void;
}

export interface ControllerContext extends ControllerParts {
	/** Performs the controller's actions as its user. */
	readonly actor: Actor;
}

export interface ControllerFailure {
	readonly controller: string;
	/** Namespace or object whose work failed. */
	readonly subject: string;
	readonly error: unknown;
}

export interface RunningController {
	/** Metrics of its queue, if it has one. */
	readonly queue?: QueueMetrics;
	/** Resolves when running work has ended. */
	stop(): Promise<void>;
}

export interface Controller extends Acting {
	/** Name in `--controllers`. */
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** True when `*` does not include the controller, so that it must be named. */
	readonly offByDefault?: true;
	/** Task of the controller, in one sentence. */
	readonly purpose: string;
	/** Starts the controller. Rejects with an Error of one sentence, which ends the server. */
	start(context: ControllerContext): RunningController | Promise<RunningController>;
}
