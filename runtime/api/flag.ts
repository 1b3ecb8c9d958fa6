/**
 * One command-line option as a record. The module that needs an option declares it. Registry rows (an authenticator, an authorizer, an
 * admission plugin, a controller, a store) carry theirs in `flags`. The command line is not parsed here.
 */
import type { Release } from '../model/catalog.ts';

export interface Flag<T> {
	/** Name without dashes. */
	readonly name: string;
	/** Placeholder of the value in the help, such as `FILE`. */
	readonly value: string;
	readonly help: string;
	/** Stability (seed 1, Deprecation rules, 6); absent for a stable flag. */
	readonly stage?: Exclude<FlagStage, 'stable'>;
	/** Set for a deprecated flag, whose use is warned about. */
	readonly deprecated?: Deprecated;
	/** Set when the flag may stand without a value, which then means true. */
	readonly bare?: true;
	readonly default: T;
	/** Default as the help shows it; absent where there is none to show. */
	readonly shown?: string;
	/** Registry rows that the value may name, listed in the help. */
	readonly names?: readonly NamedRow[];
	/** Parses a value. `before` is the value so far, for flags that accumulate. Throws an Error that names the expected form. */
	parse(text: string, before: T): T;
}

export type FlagStage = 'alpha' | 'beta' | 'stable';

export interface Deprecated {
	/** First release in which the flag is deprecated. */
	readonly since: Release;
	/** Replacement, as a text that completes "has been deprecated since 1.26:". */
	readonly instead: string;
}

/** A registry row as the help shows it. */
export interface NamedRow {
	readonly name: string;
	/** Short description. */
	readonly purpose: string;
}

/** Values from the command line, looked up by flag record. */
export interface FlagValues {
	/** Returns the value or its default. Throws for a flag that no row carries, which is a programming error. */
	of<T>(flag: Flag<T>): T;
	isGiven(flag: Flag<unknown>): boolean;
}
