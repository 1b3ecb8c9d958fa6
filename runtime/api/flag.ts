/**
 * Declaration of a command-line flag, in the module that uses it. Registry rows (an authenticator, an authorizer, an admission plugin, a
 * controller, a store) list theirs in `flags`. The command line is parsed elsewhere (`server/flags/`).
 */
import type { Release } from '../model/catalog.ts';

export interface Flag<T> {
	/** Name without dashes. */
	readonly name: string;
	/** Placeholder of the value in the help, such as `FILE`. */
	readonly value: string;
	readonly help: string;
	/** Stability level (seed 1, Deprecation rules, 6); absent for a stable flag. */
	readonly stage?: Exclude<FlagStage, 'stable'>;
	/** Set for a deprecated flag; its use causes a warning. */
	readonly deprecated?: Deprecated;
	/** Set when the flag may have no value, which means true. */
	readonly bare?: true;
	readonly default: T;
	/** Default value in the help; absent where the help shows none. */
	readonly shown?: string;
	/** Registry rows whose names are possible values, listed in the help. */
	readonly names?: readonly NamedRow[];
	/** Parses a value. `before`: the value so far, for flags that may repeat. Throws an Error that names the expected form. */
	parse(text: string, before: T): T;
}

export type FlagStage = 'alpha' | 'beta' | 'stable';

export interface Deprecated {
	/** First release in which the flag is deprecated. */
	readonly since: Release;
	/** Replacement, as a text that completes "has been deprecated since 1.26:". */
	readonly instead: string;
}

/** A registry row as listed in the help. */
export interface NamedRow {
	readonly name: string;
	/** Short description. */
	readonly purpose: string;
}

/** Parsed flag values, looked up by flag declaration. */
export interface FlagValues {
	/** Returns the value or the default. Throws for a flag that no registry row lists, a programming error. */
	of<T>(flag: Flag<T>): T;
	isGiven(flag: Flag<unknown>): boolean;
}
