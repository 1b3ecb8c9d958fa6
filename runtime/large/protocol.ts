/** Messages between the main thread and the thread of large requests. All of them can be cloned. */
import type { MessagePort } from 'node:worker_threads';
import type { AdmissionChain, Operation, OperationOptions, Stage, WriteTarget } from '../admission/contract.ts';
import type { Attributes, Decision } from '../api/authorization.ts';
import type { ErrorDetails, ExternalDecision, Reason } from '../api/errors.ts';
import type { Annotation, RequestInfo, User } from '../api/request.ts';
import type { Representation } from '../codec/representation.ts';
import type { IncludeObject } from '../codec/served.ts';
import type { KindParts } from '../kinds/index.ts';
import type { Catalog, GroupVersionKind, TypeDescriptor, TypeName } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { Mutation, Outcome, Revision } from '../storage/store.ts';

/** Start data of the thread. */
export interface ThreadData {
	readonly vocabulary: Vocabulary;
	readonly kinds: KindParts;
	readonly questions: QuestionPort;
}

/** A serving snapshot as the thread receives it. */
export interface GivenSnapshot {
	/** Contains only kinds whose hooks the thread has. Types are requested when needed. */
	readonly catalog: Omit<Catalog, 'type'>;
	readonly admission: Pick<AdmissionChain, 'stages' | 'kindsAlwaysAsked' | 'kindsChanged' | 'plugins'>;
}

/** Channel for questions that block the thread until they are answered. */
export interface QuestionPort {
	readonly port: MessagePort;
	/** One Int32, set to 1 when the answer is there. */
	readonly answered: SharedArrayBuffer;
}

/** Questions of the blocking channel. */
export type Question =
	/** A type of a snapshot's catalog. */
	| { readonly snapshot: number; readonly type: TypeName }
	/** A type of all releases, for query parameters. */
	| { readonly snapshot: number; readonly optionsType: TypeName }
	/** An object of the cache. If its revision is still `known`, the answer contains nothing more. */
	| { readonly task: number; readonly object: { readonly resource: string; readonly namespace: string; readonly name: string; readonly known: Revision } }
	/** All objects of a kind. */
	| { readonly task: number; readonly all: { readonly resource: string } }
	/** Whether selective plugins would review a write in a stage (`AdmissionChain.wants`). */
	| { readonly task: number; readonly wants: { readonly stage: Stage; readonly about: WriteTarget } }
	/** Whether a state of an object may come from a later snapshot than the task's (`WriteContext.isSuperseded`). */
	| { readonly task: number; readonly state: { readonly resource: string; readonly revision: Revision } };

export type HostAnswer =
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
	/** Plural name. */
	readonly resource: string;
}

/** The parts of a request that writes read. */
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

/** One object to encode in a representation: as a whole answer, or as an item of a list. */
export interface GivenEncoding extends Coordinates {
	readonly as: 'answer' | 'item';
	readonly representation: Representation;
	readonly include: IncludeObject;
	/** True when a Table includes its column definitions. */
	readonly headers: boolean;
	readonly bytes: Uint8Array;
	/** True when `bytes` are the whole object, whatever the form of its kind. */
	readonly isWhole: boolean;
}

export type Task = { readonly write: GivenRequest } | { readonly encode: GivenEncoding };

/** Messages to the thread. */
export type Order =
	| { readonly kind: 'snapshot'; readonly id: number; readonly snapshot: GivenSnapshot }
	/** The snapshot gets no further tasks. */
	| { readonly kind: 'forget'; readonly id: number }
	| { readonly kind: 'task'; readonly id: number; readonly snapshot: number; readonly task: Task }
	/** The caller no longer waits for the task. */
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'reply'; readonly call: number; readonly value: unknown }
	| { readonly kind: 'refusal'; readonly call: number; readonly failure: Failure };

/** Messages from the thread. */
export type Report =
	| { readonly kind: 'done'; readonly id: number; readonly result: WriteAnswer | Uint8Array }
	| { readonly kind: 'failed'; readonly id: number; readonly failure: TaskFailure; readonly left: TaskEffects }
	| {
			readonly [N in CallName]: { readonly kind: 'call'; readonly id: number; readonly call: number; readonly name: N; readonly request: Calls[N]['request'] };
	  }[CallName];

/** Side results of a task. */
export interface TaskEffects {
	/** All warnings of the task. */
	readonly warnings: readonly string[];
	/** Annotations for the audit event. */
	readonly annotations: readonly Annotation[];
}

/** Answer of a write. */
export interface WriteAnswer extends TaskEffects {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

/** Calls of a task to the main thread, which has cache, store, plugins and authorizers. */
export interface Calls {
	readonly consistent: { readonly request: null; readonly reply: null };
	readonly waitFor: { readonly request: { readonly revision: Revision; readonly timeoutMs: number }; readonly reply: null };
	readonly commit: { readonly request: { readonly mutations: readonly Mutation[]; readonly atomic: boolean }; readonly reply: readonly Outcome[] };
	readonly authorize: { readonly request: Attributes; readonly reply: Decision };
	readonly admit: { readonly request: Admission; readonly reply: AdmissionAnswer };
}

export type CallName = keyof Calls;

/** A write for admission to review; objects are JSON. */
export interface Admission extends Coordinates {
	readonly stage: Stage;
	readonly operation: Operation;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
	readonly requestKind: GroupVersionKind;
	readonly options: OperationOptions;
	/** Absent for operations without an object. */
	readonly object?: Uint8Array;
	readonly old?: Uint8Array;
}

export interface AdmissionAnswer extends TaskEffects {
	/** The object, when a plugin received it and may have changed it. */
	readonly object?: Uint8Array;
}

/** An error: an API error, one that the main thread keeps, or an unexpected one. */
export type Failure =
	| {
			readonly api: {
				readonly reason: Reason;
				readonly message: string;
				readonly details: ErrorDetails | undefined;
				readonly continueToken: string | undefined;
				readonly decided: ExternalDecision | undefined;
			};
	  }
	| { readonly kept: number }
	| { readonly unexpected: string };

/** Failure of a task. `superseded`: the write must run again in a later snapshot. */
export type TaskFailure = Failure | { readonly superseded: true };
