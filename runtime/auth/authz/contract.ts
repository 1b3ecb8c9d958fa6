/** Authorizers: decide which users may perform which requests (seed 3, Authorization). Each has one file and one row in `index.ts`. */
import type { Authorizer, Rule } from '../../api/authorization.ts';
import type { Flag, FlagValues } from '../../api/flag.ts';
import type { TypeDescriptor, TypeName } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { MetricFamily } from '../../telemetry/family.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WatchCache } from '../../watch/contract.ts';

/** Rules by user name. */
export type DeclaredRules = ReadonlyMap<string, readonly DeclaredRule[]>;

export interface DeclaredRule extends Rule {
	/** Namespace the rule is limited to. Absent: everywhere. */
	readonly namespace?: string;
}

export interface AuthorizerContext {
	readonly flags: FlagValues;
	readonly log: Log;
	readonly vocabulary: Vocabulary;
	/** Emulated release, and its feature gates. */
	readonly release: string;
	readonly gates: ReadonlyMap<string, boolean>;
	/** Looks up a type of the release by name. */
	readonly type: (name: TypeName) => TypeDescriptor;
	readonly cache: WatchCache;
	/** Aborted when the server stack stops; watches end then. */
	readonly signal: AbortSignal;
	/** Name of this server among those of the store; empty while the gate is off. */
	readonly serverId: string;
	/** Adds metrics to those of the stack. */
	readonly addMetrics: (families: readonly MetricFamily[]) => void;
	/** Whether requests without credentials are accepted. */
	readonly acceptsAnonymous: boolean;
	/** Rules of the server's own components, by the name of their user. */
	readonly declared: DeclaredRules;
}

/** Parts that tell the modes in force. */
export type ModesContext = Pick<AuthorizerContext, 'flags' | 'vocabulary' | 'release' | 'gates'>;

export interface AuthorizerRow {
	/** Name of the mode; `--authorization-mode` uses it for rows it may select. */
	readonly name: string;
	/**
	 * Condition of use. `always`: in front of the modes, whatever they are. `mode`: when `--authorization-mode` names it. `file`: replaces
	 * the modes when a configuration file is given.
	 */
	readonly used: 'always' | 'mode' | 'file';
	readonly flags?: readonly Flag<unknown>[];
	/** Flag that the mode requires and that only this mode reads. */
	readonly needs?: Flag<unknown>;
	/** Modes that the row's file names. Absent: the row has no file. Rejects with an Error of one sentence. */
	modes?(context: ModesContext): Promise<readonly string[]>;
	/** Starts the authorizer. Throws an Error of one sentence. */
	start(context: AuthorizerContext): Authorizer | Promise<Authorizer>;
}
