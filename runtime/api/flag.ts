/**
 * One option of the command line, as a record: whoever needs an option declares it, and rows of registries (an authenticator,
 * an authorizer, an admission plugin, a controller, a store) carry theirs in `flags`. Reading the line is not done here.
 */
import type { Release } from '../model/catalog.ts';

export interface Flag<T> {
	/** Without dashes. */
	readonly name: string;
	/** How the value is shown in the help, such as `FILE`. */
	readonly value: string;
	readonly help: string;
	/** How far it can be relied on (seed 1, Deprecation rules, 6); absent: it is stable. */
	readonly stage?: Exclude<FlagStage, 'stable'>;
	/** Somebody who gives it is warned. */
	readonly deprecated?: Deprecated;
	/** It may stand without a value, and means true then. */
	readonly bare?: true;
	readonly default: T;
	/** The default as the help shows it; absent: there is nothing to show. */
	readonly shown?: string;
	/** What it may name, where these are rows of a registry: the help lists them. */
	readonly names?: readonly NamedRow[];
	/** `before`: the value so far, for flags that gather what they are given. Throws an Error that says what was expected. */
	parse(text: string, before: T): T;
}

export type FlagStage = 'alpha' | 'beta' | 'stable';

export interface Deprecated {
	/** The release that has it first as deprecated. */
	readonly since: Release;
	/** What to do instead, in words that complete "has been deprecated since 1.26:". */
	readonly instead: string;
}

/** A row as the help shows it. */
export interface NamedRow {
	readonly name: string;
	/** What it does, in words. */
	readonly purpose: string;
}

/** What the command line says. Flags are asked for by their record. */
export interface FlagValues {
	/** The default when it was not given. Throws for a flag that no row carries: a mistake in the code. */
	of<T>(flag: Flag<T>): T;
	isGiven(flag: Flag<unknown>): boolean;
}
