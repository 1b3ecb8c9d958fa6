/**
 * Audit: records each request's user, action and outcome (seed 3, Auditing). A backend receives an event for each stage of a request. Each
 * backend has one file and one row in `index.ts`.
 */
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { ApiRequest, RequestInfo, User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Log } from '../../telemetry/log.ts';

/** Amount of detail in an event: none, metadata only, also the request body, also the response body. */
export type Level = 'None' | 'Metadata' | 'Request' | 'RequestResponse';

export const levels: readonly Level[] = ['None', 'Metadata', 'Request', 'RequestResponse'];

/** Stages of a request. `ResponseStarted` applies to long-running responses such as watches. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

export const stages: readonly Stage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];

/** Recorded part of a response's Status. A response without a Status has only the code. */
export interface AnswerStatus {
	readonly status?: string;
	readonly message?: string;
	readonly reason?: string;
	readonly details?: object;
	readonly code: number;
}

export interface AuditEvent {
	/** Audit ID shared by all stages of a request; also sent as the `Audit-Id` response header. */
	readonly id: string;
	readonly level: Level;
	readonly stage: Stage;
	/** Time the request was received and time the stage was reached, in milliseconds since the epoch. */
	readonly receivedMs: number;
	readonly stageMs: number;
	/** Path and query, with likely secrets masked. */
	readonly uri: string;
	/** Verb and target of the request. */
	readonly info: RequestInfo;
	/** Authenticated user. Undefined when authentication failed. */
	readonly user: User | undefined;
	/** User that the request acts as. */
	readonly impersonated: User | undefined;
	/** Verb of the constrained permission that allowed the impersonation. Undefined when none was needed. */
	readonly constraint: string | undefined;
	/** Address of the client, preceded by the addresses that proxies report. */
	readonly sourceIps: readonly string[];
	/** Empty when the client sends none. */
	readonly userAgent: string;
	/** Name of the created object, when the URL names none, or of the object that a selector names. */
	readonly objectName: string | undefined;
	/** Undefined before the response, and when the client disconnected first. */
	readonly answer: AnswerStatus | undefined;
	/** JSON of the request and response bodies, where the level includes them. */
	readonly requestObject: string | undefined;
	readonly responseObject: string | undefined;
	/** Annotations from stages and plugins, by key. */
	readonly annotations: Readonly<Record<string, string>>;
}

/** Audit settings for the requests that match a rule. Each rule has one object, so a request only looks it up. */
export interface AuditRule {
	readonly level: Level;
	readonly omitted: ReadonlySet<Stage>;
	readonly omitManagedFields: boolean;
}

/** Returns the settings for a request. `user` is undefined when authentication failed. */
export type AuditPolicy = (request: Pick<ApiRequest, 'info' | 'path'>, user: User | undefined) => AuditRule;

export interface AuditSink {
	/**
	 * Records an event. Without a promise the request continues at once; events that cannot be written now are buffered within bounds, or
	 * dropped and counted. With a promise the request waits. Throws or rejects only where the administrator wants a request to fail when
	 * its receipt cannot be recorded.
	 */
	write(event: AuditEvent): void | Promise<void>;
	/** Writes the events buffered in this event loop iteration, before it returns. Called before their responses are sent. */
	flush?(): void;
	/** Resolves when all buffered events are written. */
	close(): Promise<void>;
}

export interface AuditContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** Counts events that a backend has lost. */
	readonly lost: (events: number) => void;
}

export interface AuditBackend {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Starts the backend. Returns undefined when the flags do not enable it. Throws an Error of one sentence. */
	start(context: AuditContext): AuditSink | undefined | Promise<AuditSink | undefined>;
}

/** Counters for the metrics: recorded events, lost events by backend, and requests by level. */
export interface AuditMetrics {
	events: number;
	readonly lost: Map<string, number>;
	readonly levels: Map<Level, number>;
}

/** Encoding and kind of bodies, supplied by the code that has the kinds. */
export interface BodyForms {
	/** Converts a body in another encoding to JSON. Returns undefined if it cannot be converted. */
	text(bytes: Buffer, mediaType: string, info: RequestInfo): string | undefined;
	/** Returns the kind of the object that a request creates or replaces, for bodies that omit it. */
	named(info: RequestInfo): { readonly kind: string; readonly apiVersion: string } | undefined;
}

/** Audit state shared by the stages of a request: the backends and the policy. */
export interface Audit {
	readonly sinks: readonly AuditSink[];
	readonly policy: AuditPolicy;
	readonly metrics: AuditMetrics;
	readonly forms: BodyForms;
	/** Annotation of events that omit data their level asks for. */
	readonly truncatedKey: string;
}
