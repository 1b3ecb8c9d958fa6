/** Declarations of functions, in the notation of authors: `list(A).indexOf(A): int`, `size(map(A, B)): int`. */
import { type CelType, listOf, mapOf, optionalOf, structOf, types } from './type.ts';

export interface Overload {
	/** True when the first parameter is the receiver: `text.contains(...)`. */
	readonly isMember: boolean;
	readonly parameters: readonly CelType[];
	readonly result: CelType;
}

/** Types that have fields, by the prefix of their names. Other names with a dot are opaque types. */
const structs = /^kubernetes\.authorization\./;

/**
 * Parses declarations, one a line. A line `NAME: (A, B) -> C` declares an operator, or a function by its full name. Other lines declare a
 * function with its receiver. In a namespace, `$` stands for a dot that does not follow a receiver: `sets$contains`.
 */
export function declarations(text: string): Map<string, Overload[]> {
	const found = new Map<string, Overload[]>();
	for (const line of text.split('\n').map((each) => each.trim())) {
		if (line === '') continue;
		const { name, overload } = declaration(line);
		found.set(name, [...(found.get(name) ?? []), overload]);
	}
	return found;
}

function declaration(line: string): { readonly name: string; readonly overload: Overload } {
	const operator = /^(\S+): \((.*)\) -> (.+)$/.exec(line);
	if (operator !== null) {
		const [, name = '', parameters = '', result = ''] = operator;
		return { name, overload: { isMember: false, parameters: typesIn(parameters), result: typeIn(result) } };
	}
	const [, receiver, name = '', parameters = '', result = ''] = /^(?:(.+)\.)?([\w$]+)\((.*)\): (.+)$/.exec(line) ?? [];
	const own = receiver === undefined ? [] : [typeIn(receiver)];
	return {
		name: name.replaceAll('$', '.'),
		overload: { isMember: receiver !== undefined, parameters: [...own, ...typesIn(parameters)], result: typeIn(result) },
	};
}

/** Parses types separated by commas. */
function typesIn(text: string): CelType[] {
	const parts: string[] = [];
	let depth = 0;
	let from = 0;
	for (const [at, character] of [...text].entries()) {
		if (character === '(') depth++;
		else if (character === ')') depth--;
		else if (character === ',' && depth === 0) {
			parts.push(text.slice(from, at));
			from = at + 1;
		}
	}
	const last = text.slice(from).trim();
	return [...parts, ...(last === '' ? [] : [last])].map(typeIn);
}

function typeIn(written: string): CelType {
	const [, name = '', within = ''] = /^([\w.]+)(?:\((.*)\))?$/s.exec(written.trim()) ?? [];
	const [first = types.dyn, second = types.dyn] = typesIn(within);
	switch (name) {
		case 'list':
			return listOf(first);
		case 'map':
			return mapOf(first, second);
		case 'optional':
			return optionalOf(first);
		case 'type':
			return { kind: 'type', of: first };
		default:
			if (name.length === 1) return { kind: 'parameter', name };
			if (Object.hasOwn(types, name)) return types[name as keyof typeof types];
			return structs.test(name) ? structOf(name) : { kind: 'opaque', name };
	}
}
