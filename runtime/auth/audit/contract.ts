/** Audit: who did what, and what came of it (seed 3, Auditing). A backend is told of each stage of a request; one file and one row of `index.ts` each. */
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { ApiRequest, RequestInfo, User } from '../../api/request.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Log } from '../../telemetry/log.ts';

/** How much is told of a request: nothing, who and what, its body as well, the answer's too. */
export type Level = 'None' | 'Metadata' | 'Request' | 'RequestResponse';

export const levels: readonly Level[] = ['None', 'Metadata', 'Request', 'RequestResponse'];

/** `ResponseStarted` is told of answers that go on for long, such as watches. */
export type Stage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';

export const stages: readonly Stage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];

/** What of the answer is told: of one without a Status its code alone. */
export interface AnswerStatus {
	readonly status?: string;
	readonly message?: string;
	readonly reason?: string;
	readonly details?: object;
	readonly code: number;
}

export interface AuditEvent {
	/** The same for all stages of a request, and in the answer's `Audit-Id`. */
	readonly id: string;
	readonly level: Level;
	readonly stage: Stage;
	/** When the request was received and the stage reached, in ms since the epoch. */
	readonly receivedMs: number;
	readonly stageMs: number;
	/** Path and query, without what sounds like a secret. */
	readonly uri: string;
	/** Verb and what the request is about. */
	readonly info: RequestInfo;
	/** Undefined: it was not proved who asks. */
	readonly user: User | undefined;
	/** As whom they were let act. */
	readonly impersonated: User | undefined;
	/** The verb of the constrained permission by which; undefined: none was needed. */
	readonly constraint: string | undefined;
	/** Of the client, and before it of the proxies that say where they had it from. */
	readonly sourceIps: readonly string[];
	/** Empty where the client does not say. */
	readonly userAgent: string;
	/** Of the object, where the request names none but makes it. */
	readonly objectName: string | undefined;
	/** Undefined before there is an answer, and where the client went away before. */
	readonly answer: AnswerStatus | undefined;
	/** JSON of what was sent and of what was answered, where the level asks for it. */
	readonly requestObject: string | undefined;
	readonly responseObject: string | undefined;
	/** What stages and plugins had to say, by key. */
	readonly annotations: Readonly<Record<string, string>>;
}

/** How requests are told of that a rule is about. One object for each rule: a request only looks it up. */
export interface Telling {
	readonly level: Level;
	readonly omitted: ReadonlySet<Stage>;
	readonly omitManagedFields: boolean;
}

/** `user` is undefined where it was not proved who asks. */
export type AuditPolicy = (request: Pick<ApiRequest, 'info' | 'path'>, user: User | undefined) => Telling;

export interface AuditSink {
	/**
	 * Nothing: whoever asks goes on at once, and what cannot be taken now is gathered within bounds, or lost and counted. A promise: the
	 * request waits for it. Throws or rejects only where the administrator wants requests to fail whose receipt cannot be told.
	 */
	write(event: AuditEvent): void | Promise<void>;
	/** Of one that gathers what requests of one turn of the event loop have to tell: it is written when this returns. Called before their answers go out. */
	flush?(): void;
	/** Resolves when what was gathered is written. */
	close(): Promise<void>;
}

export interface AuditContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** Events that a backend has lost. */
	readonly lost: (events: number) => void;
}

export interface AuditBackend {
	readonly name: string;
	readonly flags?: readonly Flag<unknown>[];
	/** Undefined: the flags do not ask for it. Throws an Error with one sentence. */
	start(context: AuditContext): AuditSink | undefined | Promise<AuditSink | undefined>;
}

/** Counted for the metrics: events that were told, those that each backend has lost, requests by how much is told of them. */
export interface AuditFigures {
	events: number;
	readonly lost: Map<string, number>;
	readonly levels: Map<Level, number>;
}

/** What bodies are, as who knows kinds can say. */
export interface BodyForms {
	/** JSON of a body in another encoding; undefined: it cannot be told. */
	text(bytes: Buffer, mediaType: string, info: RequestInfo): string | undefined;
	/** Of what a request makes or replaces, where its body does not say it. */
	named(info: RequestInfo): { readonly kind: string; readonly apiVersion: string } | undefined;
}

/** What the stages of a request need: where events go, and how much is told of which. */
export interface Audit {
	readonly sinks: readonly AuditSink[];
	readonly policy: AuditPolicy;
	readonly figures: AuditFigures;
	readonly forms: BodyForms;
	/** Annotation of an event that does not tell all that its level asks for. */
	readonly truncatedKey: string;
}
