/** Messages between `orch dev` and the server that it runs: plain data between two processes. */
import type { Catalog, TypeDescriptor, TypeDocs } from './catalog.ts';

/** Contents of specs and hook files, in the words of the vocabulary. */
export interface ServedSpecs extends Pick<Catalog, 'release' | 'releases' | 'groups' | 'kinds' | 'gates' | 'typeNames'> {
	/** Types that changed since the previous message. */
	readonly types: readonly TypeDescriptor[];
	/** Descriptions that changed since the previous message. */
	readonly docs: TypeDocs;
	/** Hooks of kinds, by storage name. */
	readonly kindHooks: readonly HookModule[];
	/** Hooks of groups that other servers own, by group. */
	readonly groupHooks: readonly HookModule[];
}

/** A module that exports `hooks`. Changed content gets a new file name. */
export interface HookModule {
	readonly name: string;
	/** Absolute path. */
	readonly path: string;
}

export type ToServer =
	/** The first message, sent once. `args`: flags of the server. */
	| { readonly kind: 'start'; readonly args: readonly string[]; readonly specs: ServedSpecs }
	/** A new set of specs. The server answers each with `swapped` or `refused`, in order. */
	| { readonly kind: 'swap'; readonly specs: ServedSpecs }
	| { readonly kind: 'stop' };

export type FromServer =
	| { readonly kind: 'ready'; readonly url: string; readonly kubeconfig: string }
	/** The server cannot start. `isUsage`: a flag is invalid. `about`: storage name of the kind whose versions are at fault. */
	| { readonly kind: 'failed'; readonly message: string; readonly isUsage: boolean; readonly about?: string }
	| { readonly kind: 'swapped'; readonly left: readonly LeftBehind[] }
	/** The server keeps the previous specs. `about`: as in `failed`. */
	| { readonly kind: 'refused'; readonly message: string; readonly about?: string }
	| { readonly kind: 'said'; readonly lines: readonly SaidLine[]; readonly omitted: number };

/** File descriptor of a pipe from the server to the process that started it. It closes when either of them ends. */
export const lifelineFd = 4;

/** Shared by the main thread of the server and its watchdog. */
export interface WatchdogData {
	readonly cells: Int32Array<SharedArrayBuffer>;
}

/** Indices of the cells: the main thread counts `beat` up while it takes turns; `paused` is 1 while a debugger may stop it. */
export const watchdogCell = { beat: 0, paused: 1 } as const;

/** Written to the lifeline, as one line of JSON, before a server ends whose main thread takes no more turns. */
export interface BlockedReport {
	/** Time without a turn of the event loop. */
	readonly blockedMs: number;
	/** The call stack, the innermost call first. Empty where a native call blocks the thread. */
	readonly frames: readonly StackFrame[];
}

export interface StackFrame {
	/** Empty for an anonymous function. */
	readonly function: string;
	readonly url: string;
	/** Counted from 0. */
	readonly line: number;
	/** Counted from 0. */
	readonly column: number;
}

/** A kind that is no longer served but still has stored objects. */
export interface LeftBehind {
	readonly kind: string;
	readonly objects: number;
}

export type SaidLine =
	| { readonly level: 'error' | 'warn' | 'info'; readonly message: string; readonly fields: Readonly<Record<string, unknown>> }
	| { readonly level: 'request'; readonly verb: string; readonly uri: string; readonly status: number; readonly ms: number; readonly agent: string };
