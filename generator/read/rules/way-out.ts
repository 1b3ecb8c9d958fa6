/** What the library of expressions says is wrong, with what to do about it where that is known. */
import { newEnvironment } from '../../../runtime/schema/cel/expression.ts';
import { nearest } from '../diagnostics/suggestion.ts';

/** What reads the text that fields of these types are. */
const readers = [
	['kubernetes.Quantity', 'quantity', 'quantity'],
	['google.protobuf.Timestamp', 'time', 'timestamp'],
	['google.protobuf.Duration', 'duration', 'duration'],
] as const;

/** The place stays at the end (`placeOf`). */
export function withWayOut(problem: string, expression: string): string {
	const [, said = problem, place] = /^(.*?)(?: \(at character (\d+)\))?$/s.exec(problem) ?? [];
	const unknown = unknownFunction(said);
	const at = place === undefined || unknown === undefined ? place : nameAt(expression, unknown.name, Number(place));
	return `${unknown?.told ?? said}${textWasMeant(said)}${at === undefined ? '' : ` (at character ${at})`}`;
}

/** The library blames a call where what it is called on begins. */
function nameAt(expression: string, name: string, from: number): number {
	const found = expression.slice(from - 1).search(new RegExp(`\\b${name}\\s*\\(`));
	return from + Math.max(0, found);
}

/** Who compares a field with a quantity or a time, and not its text, is told how. */
function textWasMeant(said: string): string {
	if (!said.startsWith('no such overload') || !/\bstring\b/.test(said)) return '';
	const [, type, reader] = readers.find(([name]) => said.includes(name)) ?? [];
	return reader === undefined ? '' : `: fields of type ${type} are text here, which ${reader}(...) reads`;
}

/** Undefined where the function is there and takes something else. */
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
	return { name, told: `there is no function ${name}${near === undefined ? '' : `: did you mean ${JSON.stringify(near)}?`}` };
}
