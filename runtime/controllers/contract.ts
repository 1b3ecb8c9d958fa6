/**
 * Controllers: loops inside the server that move the actual state towards the desired state. They write as clients do, through the steps of
 * the verbs.
 *
 * The watch cache holds only the key of a damaged object, and reading the object throws. Controllers let that error pass: the loop reports
 * it, counts the key as postponed, and retries. A controller that skipped such an object would act as if the object did not exist. Only the
 * garbage collector checks `damaged`, as any such object may depend on any owner.
 */
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Acting } from '../api/identity.ts';
import type { CheckedPair } from '../auth/pki/pair.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Rewriter } from '../migration/rewriter.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { Actor } from './actor.ts';
import type { QueueMetrics } from './queue-metrics.ts';

/** Server parts that all controllers receive. */
export interface ControllerParts {
	/** Current context. Read it on each use, since the served kinds may change. */
	readonly verbs: VerbContext;
	readonly flags: FlagValues;
	readonly kinds: KindParts;
	/** Rewrites stored rows in their current version and encryption key. */
	readonly rewriter: Rewriter;
	/** Port that clients connect to. */
	readonly securePort: () => number;
	/** Address that other members of the cluster connect to. Undefined: the server is not reachable for them. */
	readonly advertisedAddress?: string | undefined;
	/** True when other servers write to the same store. */
	readonly shared?: boolean;
	/** PEM of the CA that clients must trust. Undefined when it is not to be published. */
	readonly rootCertificate?: string;
	/** The server's own CA, which signs client certificates. Undefined: it signs no requests. */
	readonly ownAuthority?: CheckedPair;
	/** Called when the default objects of priority and fairness exist. Undefined when the feature is off. */
	readonly flowObjectsMade?: (() => void) | undefined;
	/** Authentication settings published for aggregated API servers. Undefined: they are not published. */
	readonly authenticationInfo?: AuthenticationInfo;
	/** Receives every failure; the controller retries after a delay. */
	report(failure: ControllerFailure): void;
}

/** Returns the current data of the ConfigMap, which may change while the server runs. */
export interface AuthenticationInfo {
	data(): Readonly<Record<string, string>>;
	/** Registers a callback for changes. Returns a function that removes it. */
	onChange(changed: () => void): () => void;
}

export interface ControllerContext extends ControllerParts {
	/** Performs all of the controller's actions under its user. */
	readonly actor: Actor;
}

export interface ControllerFailure {
	readonly controller: string;
	/** Subject of the failed work: a namespace or an object. */
	readonly subject: string;
	readonly error: unknown;
}

export interface RunningController {
	/** Figures of its queue, if it has one. */
	readonly queue?: QueueMetrics;
	/** Resolves when the work in flight has ended. */
	stop(): Promise<void>;
}

export interface Controller extends Acting {
	/** Name in `--controllers`. */
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** True: `*` does not include the controller; it runs only when named. */
	readonly offByDefault?: true;
	/** One-sentence description of the controller's task. */
	readonly purpose: string;
	/** Starts the controller. Rejects with an Error of one sentence, which ends the server. */
	start(context: ControllerContext): RunningController | Promise<RunningController>;
}
