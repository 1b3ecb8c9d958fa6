/** Command line of the launchers: flags with a value, in the forms `--name=value` and `--name value`. */

export interface Argument {
	/** Name without dashes. */
	readonly name: string;
	/** Placeholder of the value in the help. */
	readonly value: string;
	readonly help: string;
	/** Value of the flag when the word stands alone. Absent for a flag that needs a value. */
	readonly alone?: string;
}

/** Error whose message is one sentence for the user. */
export class ArgumentError extends Error {
	override readonly name = 'ArgumentError';
}

export interface Arguments {
	/** Last value of each given flag. */
	readonly values: ReadonlyMap<string, string>;
	/** Words of all other flags, in order. */
	readonly rest: readonly string[];
}

/** Separates the known flags from the other words. Throws ArgumentError for a known flag without a value. */
export function readArguments(known: readonly Argument[], words: readonly string[]): Arguments {
	const values = new Map<string, string>();
	const rest: string[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? '';
		const [, name = '', , value] = /^--([^=]+)(=(.*))?$/s.exec(word) ?? [];
		const argument = known.find((one) => one.name === name);
		if (argument === undefined) rest.push(word);
		else if (value !== undefined) values.set(name, value);
		else if (argument.alone !== undefined) values.set(name, argument.alone);
		else values.set(name, valueAfter(argument, words[++at]));
	}
	return { values, rest };
}

function valueAfter({ name, value }: Argument, next: string | undefined): string {
	if (next === undefined || next.startsWith('--')) throw new ArgumentError(`--${name} needs a value (${value})`);
	return next;
}

/** Throws ArgumentError for the first word that is no known flag. */
export function refuseOthers(rest: readonly string[], known: readonly Argument[]): void {
	const [word] = rest;
	if (word === undefined) return;
	const names = known.map(({ name }) => `--${name}`).join(', ');
	const flag = word.startsWith('-') ? `unknown flag ${word.split('=')[0]}` : `${JSON.stringify(word)} is not a flag`;
	throw new ArgumentError(`${flag}: expected ${names}`);
}

/** Returns a line of help for each flag. */
export function helpLines(known: readonly Argument[]): string[] {
	const width = Math.max(...known.map(({ name, value }) => name.length + value.length)) + 3;
	return known.map(({ name, value, help }) => `  --${`${name} ${value}`.padEnd(width)}${help}`);
}
