/** Audit: who did what, and what came of it (seed 3, Auditing). A backend is told of each stage of a request; one file and one row of `index.ts` each. */
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { ApiRequest, RequestInfo, User } from '../../api/request.ts';
import type { Log } from '../../telemetry/log.ts';

/** How much is told of a request: nothing, who and what, its body as well, the answer's too. */
export type Level = 'None' | 'Metadata' | 'Request' | 'RequestResponse';

/** `ResponseStarted` is told of answers that go on for long, such as watches. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

export interface AuditEvent {
	/** The same for all stages of a request, and in the answer's `Audit-Id`. */
	readonly id: string;
	readonly level: Level;
	readonly stage: Stage;
	/** When the request was received and the stage reached, in ms since the epoch. */
	readonly receivedMs: number;
	readonly stageMs: number;
	/** As the client wrote path and query. */
	readonly uri: string;
	/** Verb and what the request is about. */
	readonly info: RequestInfo;
	/** Undefined: it was not proved who asks. */
	readonly user: User | undefined;
	/** As whom they were let act. */
	readonly impersonated: User | undefined;
	readonly userAgent: string | undefined;
	/** Of the answer; undefined before there is one, and where the client went away before. */
	readonly code: number | undefined;
	/** What stages and plugins had to say, by key. */
	readonly annotations: Readonly<Record<string, string>>;
}

/** `user` is undefined where it was not proved who asks. */
export type AuditPolicy = (request: ApiRequest, user: User | undefined) => Level;

export interface AuditSink {
	/** Must not throw, and must not wait: what a backend cannot take at once it gathers, within bounds. */
	write(event: AuditEvent): void;
	/** Resolves when what was gathered is written. */
	close(): Promise<void>;
}

export interface AuditContext {
	readonly flags: FlagValues;
	readonly log: Log;
}

export interface AuditBackend {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Undefined: the flags do not ask for it. Throws an Error with one sentence. */
	start(context: AuditContext): AuditSink | undefined | Promise<AuditSink | undefined>;
}

/** Counted for the metrics: events that were told, and requests by how much is told of them. */
export interface AuditFigures {
	events: number;
	readonly levels: Map<Level, number>;
}

/** What the stages of a request need: where events go, and how much is told of which. */
export interface Audit {
	readonly sinks: readonly AuditSink[];
	readonly policy: AuditPolicy;
	readonly figures: AuditFigures;
}
