/** Finds keys that stand twice in one object of a JSON text. Slow and exact: called only when there is one. */
import { endOfString } from './scan.ts';

/** A body may repeat a key a million times; nobody reads more than this. */
export const maxDuplicates = 100;

interface Level {
	/** Undefined: a list. */
	readonly keys: Set<string> | undefined;
	/** Path of the object or list itself. */
	readonly path: string;
	index: number;
	/** Path of the value that comes next. */
	next: string;
}

/** `duplicate field "spec.containers[0].name"` for each, once, in order. The text must be valid JSON. */
export function duplicateKeys(text: string): readonly string[] {
	const found = new Set<string>();
	const levels: Level[] = [];
	let current: Level | undefined;
	let expectKey = false;
	const open = (keys: Set<string> | undefined): void => {
		const path = current?.next ?? '';
		current = { keys, path, index: 0, next: keys === undefined ? `${path}[0]` : path };
		levels.push(current);
		expectKey = keys !== undefined;
	};
	for (let at = 0; at < text.length && found.size < maxDuplicates; at++) {
		switch (text[at]) {
			case '{':
				open(new Set());
				break;
			case '[':
				open(undefined);
				break;
			case '}':
			case ']':
				levels.pop();
				current = levels.at(-1);
				expectKey = false;
				break;
			case ',':
				if (current?.keys === undefined) advance(current);
				else expectKey = true;
				break;
			case '"': {
				const end = endOfString(text, at);
				if (expectKey && current?.keys !== undefined) {
					const key = JSON.parse(text.slice(at, end + 1)) as string;
					current.next = current.path === '' ? key : `${current.path}.${key}`;
					if (current.keys.has(key)) found.add(`duplicate field ${JSON.stringify(current.next)}`);
					current.keys.add(key);
					expectKey = false;
				}
				at = end;
				break;
			}
		}
	}
	return [...found];
}

function advance(list: Level | undefined): void {
	if (list === undefined) return;
	list.index++;
	list.next = `${list.path}[${list.index}]`;
}
