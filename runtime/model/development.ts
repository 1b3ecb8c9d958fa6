/** Messages between `orch dev` and the server process that it runs; plain data. */
import type { Catalog, TypeDescriptor, TypeDocs } from './catalog.ts';

/** The contents of specs and hook files, in the server's vocabulary. */
export interface ServedSpecs extends Pick<Catalog, 'release' | 'releases' | 'groups' | 'kinds' | 'gates' | 'typeNames'> {
	/** Types that changed since the previous message. */
	readonly types: readonly TypeDescriptor[];
	/** Descriptions that changed since the previous message. */
	readonly docs: TypeDocs;
	/** Hooks of kinds, by storage name. */
	readonly kindHooks: readonly HookModule[];
	/** Hooks of proxied groups, by group. */
	readonly groupHooks: readonly HookModule[];
}

/** A module that exports `hooks`. A changed module gets a new file name. */
export interface HookModule {
	readonly name: string;
	/** Absolute path. */
	readonly path: string;
}

export type ToServer =
	/** First message, sent once. `args`: flags of the server. */
	| { readonly kind: 'start'; readonly args: readonly string[]; readonly specs: ServedSpecs }
	/** New specs. The server answers each message with `swapped` or `refused`, in order. */
	| { readonly kind: 'swap'; readonly specs: ServedSpecs }
	| { readonly kind: 'stop' };

export type FromServer =
	| { readonly kind: 'ready'; readonly url: string; readonly kubeconfig: string }
	/** The server cannot start. `isUsage`: because of an invalid flag. `about`: storage name of the kind at fault. */
	| { readonly kind: 'failed'; readonly message: string; readonly isUsage: boolean; readonly about?: string }
	| { readonly kind: 'swapped'; readonly left: readonly LeftBehind[] }
	/** The server keeps serving the previous specs. `about`: as in `failed`. */
	| { readonly kind: 'refused'; readonly message: string; readonly about?: string }
	| { readonly kind: 'said'; readonly lines: readonly SaidLine[]; readonly omitted: number };

/** File descriptor of a pipe between the server and its parent process. It closes when either ends. */
export const lifelineFd = 4;

/** Memory shared by the server's main thread and its watchdog. */
export interface WatchdogData {
	readonly cells: Int32Array<SharedArrayBuffer>;
}

/** Indices of the cells. The main thread increments `beat` in every event loop iteration; `paused` is 1 while a debugger may stop it. */
export const watchdogCell = { beat: 0, paused: 1 } as const;

/** Sent to the parent as one line of JSON, before a server ends whose main thread is blocked. */
export interface BlockedReport {
	/** Time since the last event loop iteration. */
	readonly blockedMs: number;
	/** The call stack, innermost first. Empty when a native call blocks the thread. */
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

/** A kind that is no longer served but has stored objects. */
export interface LeftBehind {
	readonly kind: string;
	readonly objects: number;
}

export type SaidLine =
	| { readonly level: 'error' | 'warn' | 'info'; readonly message: string; readonly fields: Readonly<Record<string, unknown>> }
	| { readonly level: 'request'; readonly verb: string; readonly uri: string; readonly status: number; readonly ms: number; readonly agent: string };
