/** Authorizers: who may do what (seed 3, Authorization). One file and one row of `index.ts` each. */
import type { Authorizer, Rule } from '../../api/authorization.ts';
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';

/** Rules by the name of the user. */
export type DeclaredRules = ReadonlyMap<string, readonly DeclaredRule[]>;

export interface DeclaredRule extends Rule {
	/** In this one alone; absent: wherever. */
	readonly namespace?: string;
}

export interface AuthorizerContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** The one that is emulated, and which gates are open in it. */
	readonly release: string;
	readonly gates: ReadonlyMap<string, boolean>;
	/** Types of the release, by name. */
	readonly type: (name: TypeName) => TypeDescriptor;
	readonly cache: WatchCache;
	/** Aborted when the stack ends: nothing is followed any longer. */
	readonly signal: AbortSignal;
	/** What the parts of the server itself may do, by the name of their user. */
	readonly declared: DeclaredRules;
}

export interface AuthorizerRow {
	/** As `--authorization-mode` says it, where it may. */
	readonly name: string;
	/** Always: whatever the modes, and before them. Mode: where `--authorization-mode` names it. File: in the place of modes, where a file names them. */
	readonly used: 'always' | 'mode' | 'file';
	readonly flags?: readonly Flag<unknown>[];
	/** Which of them a mode does not go without, and nothing else reads. */
	readonly needs?: Flag<unknown>;
	/** Throws an Error with one sentence. */
	start(context: AuthorizerContext): Authorizer | Promise<Authorizer>;
}
