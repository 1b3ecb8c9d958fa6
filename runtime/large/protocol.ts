/** What the thread that serves everybody and the thread of large requests say to each other. All of it is data that can be cloned. */
import type { MessagePort } from 'node:worker_threads';
import type { Addressed, AdmissionChain, Operation, OperationOptions, Stage } from '../admission/contract.ts';
import type { Attributes, Decision } from '../api/authorization.ts';
import type { Decided, ErrorDetails, Reason } from '../api/errors.ts';
import type { Annotation, RequestInfo, User } from '../api/request.ts';
import type { Representation } from '../codec/representation.ts';
import type { IncludeObject } from '../codec/served.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Catalog, GroupVersionKind, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Mutation, Outcome, Revision } from '../storage/store.ts';

/** What the thread is started with. */
export interface ThreadData {
	readonly vocabulary: Vocabulary;
	readonly kinds: KindParts;
	readonly questions: QuestionPort;
}

/** A snapshot of what is served, as the thread is told of it. */
export interface GivenSnapshot {
	/** Types are asked for when they are needed. Only the kinds that the thread has the hooks of. */
	readonly catalog: Omit<Catalog, 'type'>;
	readonly admission: Pick<AdmissionChain, 'stages' | 'alsoAsked' | 'changesObjects' | 'plugins'>;
}

/** The way of questions whose answer is waited for without leaving the turn of the event loop. */
export interface QuestionPort {
	readonly port: MessagePort;
	/** One Int32, which is 1 once the answer is there. */
	readonly answered: SharedArrayBuffer;
}

/** What is asked so. */
export type Question =
	/** A type of a snapshot's catalog. */
	| { readonly snapshot: number; readonly type: TypeName }
	/** A type of all releases, for query parameters. */
	| { readonly snapshot: number; readonly optionsType: TypeName }
	/** An object of the cache; of one that is still of the revision `known` nothing more is told. */
	| { readonly task: number; readonly object: { readonly resource: string; readonly namespace: string; readonly name: string; readonly known: Revision } }
	/** All objects of the cluster of a kind. */
	| { readonly task: number; readonly all: { readonly resource: string } }
	/** Whether plugins that choose would look at a write in a stage (`AdmissionChain.wants`). */
	| { readonly task: number; readonly wants: { readonly stage: Stage; readonly about: Addressed } }
	/** Whether a state of an object may be the work of a later snapshot than the task's (`WriteContext.isSuperseded`). */
	| { readonly task: number; readonly state: { readonly resource: string; readonly revision: Revision } };

export type Given =
	| TypeDescriptor
	| GivenObject
	| readonly GivenObject[]
	| 'as known'
	| 'none'
	| 'superseded'
	| 'not superseded'
	| 'wanted'
	| 'not wanted'
	| Failure;

/** An object of the cache; `bytes` in the form of its kind, or whole. */
export interface GivenObject {
	readonly isWhole: boolean;
	readonly namespace: string;
	readonly name: string;
	readonly revision: Revision;
	readonly labels: Readonly<Record<string, string>>;
	readonly fields: Readonly<Record<string, string>>;
	readonly bytes: Uint8Array;
}

export interface Coordinates {
	readonly group: string;
	readonly version: string;
	/** Plural. */
	readonly resource: string;
}

/** A request, as far as writes look at it. */
export interface GivenRequest {
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: Uint8Array;
	readonly info: Extract<RequestInfo, { readonly isResource: true }>;
	readonly user: User;
	readonly isAudited: boolean;
}

/** One object to be shown in a representation: as a whole answer, or as an item of a list. */
export interface GivenEncoding extends Coordinates {
	readonly as: 'answer' | 'item';
	readonly representation: Representation;
	readonly include: IncludeObject;
	/** Whether a Table names its columns. */
	readonly headers: boolean;
	readonly bytes: Uint8Array;
	/** Whether `bytes` are the whole object whatever the form of its kind. */
	readonly isWhole: boolean;
}

export type Task = { readonly write: GivenRequest } | { readonly encode: GivenEncoding };

/** To the thread. */
export type Order =
	| { readonly kind: 'snapshot'; readonly id: number; readonly snapshot: GivenSnapshot }
	/** No task of the snapshot will come any more. */
	| { readonly kind: 'forget'; readonly id: number }
	| { readonly kind: 'task'; readonly id: number; readonly snapshot: number; readonly task: Task }
	/** Nobody waits for the task any more. */
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'reply'; readonly call: number; readonly value: unknown }
	| { readonly kind: 'refusal'; readonly call: number; readonly failure: Failure };

/** From the thread. */
export type Report =
	| { readonly kind: 'done'; readonly id: number; readonly result: Written | Uint8Array }
	| { readonly kind: 'failed'; readonly id: number; readonly failure: TaskFailure; readonly left: Left }
	| {
			readonly [N in CallName]: { readonly kind: 'call'; readonly id: number; readonly call: number; readonly name: N; readonly request: Calls[N]['request'] };
	  }[CallName];

/** What handling leaves beside the answer. */
export interface Left {
	/** All that the task has warned of. */
	readonly warnings: readonly string[];
	/** For the audit. */
	readonly annotations: readonly Annotation[];
}

/** An answer. */
export interface Written extends Left {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

/** What a task asks of the thread that has cache, store, plugins and authorizers. */
export interface Calls {
	readonly consistent: { readonly request: null; readonly reply: null };
	readonly waitFor: { readonly request: { readonly revision: Revision; readonly timeoutMs: number }; readonly reply: null };
	readonly commit: { readonly request: { readonly mutations: readonly Mutation[]; readonly atomic: boolean }; readonly reply: readonly Outcome[] };
	readonly authorize: { readonly request: Attributes; readonly reply: Decision };
	readonly admit: { readonly request: Admission; readonly reply: Admitted };
}

export type CallName = keyof Calls;

/** A write that admission is asked about; objects are JSON. */
export interface Admission extends Coordinates {
	readonly stage: Stage;
	readonly operation: Operation;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
	readonly sent: GroupVersionKind;
	readonly options: OperationOptions;
	/** Absent where the operation has none. */
	readonly object?: Uint8Array;
	readonly old?: Uint8Array;
}

export interface Admitted extends Left {
	/** The object, where a plugin has looked at it and may have changed it. */
	readonly object?: Uint8Array;
}

/** An error: one of the API, one that the other thread has kept, or one that nobody foresaw. */
export type Failure =
	| {
			readonly api: {
				readonly reason: Reason;
				readonly message: string;
				readonly details: ErrorDetails | undefined;
				readonly continueToken: string | undefined;
				readonly decided: Decided | undefined;
			};
	  }
	| { readonly kept: number }
	| { readonly unexpected: string };

/** What a task fails with: the write may have to be made anew, in a later snapshot. */
export type TaskFailure = Failure | { readonly superseded: true };
