/**
 * Controllers: loops inside the server that bring what is nearer to what was asked for. They write as clients do, through the verbs' own steps.
 *
 * A damaged object is in the cache by its key alone, and reading it throws. Controllers let that error pass: the loop reports it, counts
 * the key as postponed, and tries again. A controller that left such an object out would act as if it were gone. The garbage collector alone
 * looks at `damaged`, as any such object may depend on any owner.
 */
import type { Flag, FlagValues } from '../api/flag.ts';
import type { Acting } from '../api/identity.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Rewriter } from '../migration/rewriter.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { Actor } from './actor.ts';
import type { QueueFigures } from './queue-metrics.ts';

/** What the server gives to all controllers. */
export interface ControllerParts {
	/** The present context: to be asked for anew each time, since what is served may change. */
	readonly verbs: VerbContext;
	readonly flags: FlagValues;
	readonly kinds: KindParts;
	/** Writes rows anew that would be written otherwise now. */
	readonly rewriter: Rewriter;
	/** At which clients reach the server. */
	readonly securePort: () => number;
	/** Where others of a cluster reach it; undefined: they cannot. */
	readonly advertisedAddress?: string | undefined;
	/** Others write to the store beside the server. */
	readonly shared?: boolean;
	/** PEM of the certificate authority that clients must trust; undefined when it is not to be published. */
	readonly rootCertificate?: string;
	/** Called when the default objects of priority and fairness are there; undefined: it is off. */
	readonly flowObjectsMade?: (() => void) | undefined;
	/** What servers behind this one are told of whom it believes; undefined: nothing. */
	readonly authenticationInfo?: AuthenticationInfo;
	/** Told of every failure; the controller goes on, after a pause. */
	report(failure: ControllerFailure): void;
}

/** The data of a ConfigMap, as of now; it may change while the server runs. */
export interface AuthenticationInfo {
	data(): Readonly<Record<string, string>>;
	/** Returns what ends it. */
	onChange(changed: () => void): () => void;
}

export interface ControllerContext extends ControllerParts {
	/** Everything that the controller does, it does as this one. */
	readonly actor: Actor;
}

export interface ControllerFailure {
	readonly controller: string;
	/** What it was working on: a namespace, an object. */
	readonly subject: string;
	readonly error: unknown;
}

export interface RunningController {
	/** Of its queue, where it has one. */
	readonly queue?: QueueFigures;
	/** Resolves when the work under way has ended. */
	stop(): Promise<void>;
}

export interface Controller extends Acting {
	/** As `--controllers` says it. */
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** `*` does not mean it: it runs where it is named. */
	readonly offByDefault?: true;
	/** What it does, in words. */
	readonly purpose: string;
	start(context: ControllerContext): RunningController;
}
