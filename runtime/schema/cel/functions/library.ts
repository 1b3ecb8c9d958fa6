/** What a library of functions for expressions is: rows of plain data, which the environment registers in their order. */

export interface CelFunction {
	/** As the engine has it: `list<int>.sum(): int`, `url(string): kubernetes.URL`. */
	readonly signature: string;
	/** Arguments are CEL's: integers are bigints, times Dates. Throws an Error, whose message the evaluation fails with. */
	// biome-ignore lint/suspicious/noExplicitAny: the engine calls it with what the signature says
	readonly handler: (...args: any[]) => unknown;
}

export interface CelType {
	readonly name: string;
	readonly ctor: new (...args: never[]) => object;
	/** Functions of the type are called on this name: `sets.contains(...)`. */
	readonly namespace?: string;
	/** Whether two values are the same; absent: they are not compared. */
	// biome-ignore lint/suspicious/noExplicitAny: the engine calls it with two of the type
	readonly equals?: (a: any, b: any) => boolean;
}

/** What is written in the language itself: `list.transformList(i, v, step)`. */
export interface CelMacro {
	readonly name: string;
	/** Arguments, of which the first `variables` are names that it binds. */
	readonly parameters: number;
	readonly variables: number;
	/** What a use becomes: `$0` is what it is called on, `$1` the first argument, and `$name` a name of the expansion's own. */
	readonly expansion: string;
}

export interface CelLibrary {
	readonly types?: readonly CelType[];
	readonly functions: readonly CelFunction[];
	readonly macros?: readonly CelMacro[];
}

/** The name that expressions call. */
export function nameOf({ signature }: CelFunction): string {
	return /([A-Za-z]\w*)\(/.exec(signature)?.[1] ?? '';
}
