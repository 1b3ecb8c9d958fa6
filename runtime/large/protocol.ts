/** Messages between the main thread and the worker for large requests. All can be cloned. */
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

/** A serving snapshot in cloneable form. */
export interface GivenSnapshot {
	/** Has only kinds whose hooks exist in the worker. Types are requested when needed. */
	readonly catalog: Omit<Catalog, 'type'>;
	readonly admission: Pick<AdmissionChain, 'stages' | 'kindsAlwaysAsked' | 'kindsChanged' | 'plugins'>;
}

/** Channel for questions that block the thread until they are answered. */
export interface QuestionPort {
	readonly port: MessagePort;
	/** One Int32; set to 1 when the answer has arrived. */
	readonly answered: SharedArrayBuffer;
}

/** Questions for which the worker blocks. */
export type Question =
	/** A type of the catalog. */
	| { readonly snapshot: number; readonly type: TypeName }
	/** A type of any release, for query parameters. */
	| { readonly snapshot: number; readonly optionsType: TypeName }
	/** An object in the cache. While its revision is `known`, the answer leaves it out. */
	| { readonly task: number; readonly object: { readonly resource: string; readonly namespace: string; readonly name: string; readonly known: Revision } }
	/** All objects of a kind. */
	| { readonly task: number; readonly all: { readonly resource: string } }
	/** Whether a selective plugin reviews a write at a stage (`AdmissionChain.wants`). */
	| { readonly task: number; readonly wants: { readonly stage: Stage; readonly about: WriteTarget } }
	/** Whether an object may come from a later snapshot than the task's (`WriteContext.isSuperseded`). */
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

/** An object of the cache; `bytes` in the item form of its kind, or complete. */
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

/** Parts of a request that writes read. */
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

/** One object to encode, as the whole response or as an item of a list. */
export interface GivenEncoding extends Coordinates {
	readonly as: 'answer' | 'item';
	readonly representation: Representation;
	readonly include: IncludeObject;
	/** True when a Table includes its column definitions. */
	readonly headers: boolean;
	readonly bytes: Uint8Array;
	/** True when `bytes` are the complete object, whatever its kind's item form. */
	readonly isWhole: boolean;
}

export type Task = { readonly write: GivenRequest } | { readonly encode: GivenEncoding };

/** Messages to the worker. */
export type Order =
	| { readonly kind: 'snapshot'; readonly id: number; readonly snapshot: GivenSnapshot }
	/** The snapshot will have no further tasks. */
	| { readonly kind: 'forget'; readonly id: number }
	| { readonly kind: 'task'; readonly id: number; readonly snapshot: number; readonly task: Task }
	/** The caller no longer waits for the task. */
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'reply'; readonly call: number; readonly value: unknown }
	| { readonly kind: 'refusal'; readonly call: number; readonly failure: Failure };

/** Messages from the worker. */
export type Report =
	| { readonly kind: 'done'; readonly id: number; readonly result: WriteAnswer | Uint8Array }
	| { readonly kind: 'failed'; readonly id: number; readonly failure: TaskFailure; readonly left: TaskEffects }
	| {
			readonly [N in CallName]: { readonly kind: 'call'; readonly id: number; readonly call: number; readonly name: N; readonly request: Calls[N]['request'] };
	  }[CallName];

/** Side effects of a task. */
export interface TaskEffects {
	readonly warnings: readonly string[];
	/** Annotations for the audit event. */
	readonly annotations: readonly Annotation[];
}

/** Result of a write. */
export interface WriteAnswer extends TaskEffects {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

/** Calls of a task to the main thread, which has the cache, store, plugins and authorizers. */
export interface Calls {
	readonly consistent: { readonly request: null; readonly reply: null };
	readonly waitFor: { readonly request: { readonly revision: Revision; readonly timeoutMs: number }; readonly reply: null };
	readonly commit: { readonly request: { readonly mutations: readonly Mutation[]; readonly atomic: boolean }; readonly reply: readonly Outcome[] };
	readonly authorize: { readonly request: Attributes; readonly reply: Decision };
	readonly convert: { readonly request: RemoteConversion; readonly reply: readonly Uint8Array[] };
	readonly admit: { readonly request: Admission; readonly reply: AdmissionAnswer };
}

export type CallName = keyof Calls;

/** Objects for a conversion webhook, as JSON. */
export interface RemoteConversion {
	readonly storageName: string;
	readonly objects: readonly Uint8Array[];
	readonly apiVersion: string;
}

/** A write to be admitted; objects are JSON. */
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

/** An error: an ApiError, one that the main thread keeps, or an unexpected one. */
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

/** Failure of a task. `superseded`: the write must run again with a later snapshot. */
export type TaskFailure = Failure | { readonly superseded: true };
