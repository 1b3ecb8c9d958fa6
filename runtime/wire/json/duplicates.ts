/** Finds keys that stand twice in one object of a JSON text, and what else is found of keys in their order. Slow and exact: called only when there is something to find. */
import { pathBelow } from '../../model/field-path.ts';
import { endOfString } from './scan.ts';

/** A body may repeat a key a million times; nobody reads more than this. */
export const maxDuplicates = 100;

const unknownField = 'unknown field ';

interface Level {
	/** How often each has stood there. Undefined: a list. */
	readonly keys: Map<string, 'once' | 'again'> | undefined;
	/** Path of the object or list itself. */
	readonly path: string;
	/** Nobody is told of what is in it. */
	readonly hidden: boolean;
	index: number;
	/** Path of the value that comes next. */
	next: string;
	nextHidden: boolean;
}

/** `duplicate field "spec.containers[0].name"` for each, once, in order. The text must be valid JSON. */
export function duplicateKeys(text: string): readonly string[] {
	const found = new Set<string>();
	eachKey(text, (path, again) => {
		if (again) found.add(`duplicate field ${JSON.stringify(path)}`);
		return found.size < maxDuplicates ? 'inside' : 'enough';
	});
	return [...found];
}

/**
 * What `duplicateKeys` found and what a reader found (`unknown field "spec.x"`), as it stands in the text. What is unknown is unknown,
 * however often it stands there and whatever is in it, as Kubernetes' strict decoding has it.
 */
export function inOrderOfText(text: string, duplicates: readonly string[], unknown: readonly string[]): readonly string[] {
	const left = new Set([...duplicates, ...unknown]);
	const found: string[] = [];
	const tell = (finding: string): boolean => left.delete(finding) && found.push(finding) > 0;
	const known = new Map(unknown.map((finding) => [JSON.parse(finding.slice(unknownField.length)) as string, finding]));
	// A long key may stand before many: most paths are told from these without looking at them.
	const lengths = new Set([...known.keys()].map(({ length }) => length));
	eachKey(text, (path, again) => {
		const isUnknown = lengths.has(path.length) ? known.get(path) : undefined;
		if (isUnknown !== undefined) {
			tell(isUnknown);
			return 'past';
		}
		if (again) tell(`duplicate field ${JSON.stringify(path)}`);
		return 'inside';
	});
	return [...found, ...unknown.filter((finding) => left.has(finding))];
}

/** `again`: the object has had it once. Says whether what stands under the key is looked at. */
type Visit = (path: string, again: boolean) => 'inside' | 'past' | 'enough';

function eachKey(text: string, visit: Visit): void {
	const levels: Level[] = [];
	let current: Level | undefined;
	let expectKey = false;
	const open = (keys: Level['keys']): void => {
		const path = current?.next ?? '';
		const hidden = current?.nextHidden ?? false;
		current = { keys, path, hidden, index: 0, next: keys === undefined ? `${path}[0]` : path, nextHidden: hidden };
		levels.push(current);
		expectKey = keys !== undefined;
	};
	for (let at = 0; at < text.length; at++) {
		switch (text[at]) {
			case '{':
				open(new Map());
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
					expectKey = false;
					if (!current.hidden) {
						current.next = pathBelow(current.path, key);
						const before = current.keys.get(key);
						const next = visit(current.next, before === 'once');
						if (next === 'enough') return;
						current.nextHidden = next === 'past';
						current.keys.set(key, before === undefined ? 'once' : 'again');
					}
				}
				at = end;
				break;
			}
		}
	}
}

function advance(list: Level | undefined): void {
	if (list === undefined) return;
	list.index++;
	list.next = `${list.path}[${list.index}]`;
}
