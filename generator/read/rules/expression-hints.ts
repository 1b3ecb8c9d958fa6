/** Adds to error messages of the CEL library how to correct the expression, if that is known. */
import { newEnvironment } from '../../../runtime/schema/cel/expression.ts';
import { nearest } from '../diagnostics/suggestion.ts';

/** Functions that parse the strings of these types. */
const readers = [
	['kubernetes.Quantity', 'quantity', 'quantity'],
	['google.protobuf.Timestamp', 'time', 'timestamp'],
	['google.protobuf.Duration', 'duration', 'duration'],
] as const;

/** Returns the message. The position of the error stays at its end (`placeOf`). */
export function withExpressionHint(problem: string, expression: string): string {
	const [, said = problem, place] = /^(.*?)(?: \(at character (\d+)\))?$/s.exec(problem) ?? [];
	const unknown = unknownFunction(said);
	const at = place === undefined || unknown === undefined ? place : nameAt(expression, unknown.name, Number(place));
	return `${unknown?.told ?? said}${textWasMeant(said)}${at === undefined ? '' : ` (at character ${at})`}`;
}

/** Returns the offset of the function's name. The library reports the start of the receiver of a call. */
function nameAt(expression: string, name: string, from: number): number {
	const found = expression.slice(from - 1).search(new RegExp(`\\b${name}\\s*\\(`));
	return from + Math.max(0, found);
}

/** Returns a hint for an expression that compares a string with a quantity or a time. */
function textWasMeant(said: string): string {
	if (!said.startsWith('no such overload') || !/\bstring\b/.test(said)) return '';
	const [, type, reader] = readers.find(([name]) => said.includes(name)) ?? [];
	return reader === undefined ? '' : `: fields of type ${type} are text here, which ${reader}(...) reads`;
}

/** Returns the unknown function and the message. Returns undefined when the function exists with other arguments. */
function unknownFunction(said: string): { readonly name: string; readonly told: string } | undefined {
	const [, name = ''] = /^found no matching overload for '(?:[^'(]*\.)?(\w+)\(/.exec(said) ?? [];
	if (name === '') return undefined;
	const known = [
		...new Set(
			newEnvironment()
				.getDefinitions()
				.functions.map((each) => each.name),
		),
	];
	if (known.includes(name)) return undefined;
	const near = nearest(name, known);
	return { name, told: `unknown function ${name}${near === undefined ? '' : `: did you mean ${JSON.stringify(near)}?`}` };
}
