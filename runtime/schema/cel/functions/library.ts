/** Contract of a function library: rows that the environment registers in order. */

export interface CelFunction {
	/** Signature in the notation of the CEL library: `list<int>.sum(): int`, `url(string): kubernetes.URL`. */
	readonly signature: string;
	/**
	 * Implementation. Its arguments are CEL values: integers are bigints, times are Dates. An Error that it throws fails the evaluation
	 * with its message.
	 */
	// biome-ignore lint/suspicious/noExplicitAny: the engine calls it with what the signature says
	readonly handler: (...args: any[]) => unknown;
}

export interface CelType {
	readonly name: string;
	readonly ctor: new (...args: never[]) => object;
	/** Name on which functions of the type are called: `sets.contains(...)`. */
	readonly namespace?: string;
	/** Reports whether two values are equal. Absent for types that are not compared. */
	// biome-ignore lint/suspicious/noExplicitAny: the engine calls it with two of the type
	readonly equals?: (a: any, b: any) => boolean;
}

/** Macro that is defined in CEL itself: `list.transformList(i, v, step)`. */
export interface CelMacro {
	readonly name: string;
	/** True for a macro without a receiver: `int(value)`. */
	readonly isFunction?: true;
	/** Number of arguments. The first `variables` of them are names that the macro binds. */
	readonly parameters: number;
	readonly variables: number;
	/** Expansion of a call. `$0` is the receiver, `$1` the first argument, and `$name` a local name of the expansion. */
	readonly expansion: string;
}

export interface CelLibrary {
	readonly types?: readonly CelType[];
	readonly functions: readonly CelFunction[];
	readonly macros?: readonly CelMacro[];
}

/** Returns the name with which expressions call the function. */
export function nameOf({ signature }: CelFunction): string {
	return /([A-Za-z]\w*)\(/.exec(signature)?.[1] ?? '';
}
