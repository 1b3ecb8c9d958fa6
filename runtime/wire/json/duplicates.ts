/**
 * Finds duplicate keys in the objects of a JSON text, and orders other findings as the text does. Slow and exact: called only when there is
 * something to find.
 */
import { pathBelow } from '../../model/field-path.ts';
import { endOfString } from './scan.ts';

/** Bound on reported duplicates: a body may repeat a key a million times. */
export const maxDuplicates = 100;

const unknownField = 'unknown field ';

interface Level {
	/** Occurrences of each key. Undefined for a list. */
	readonly keys: Map<string, 'once' | 'again'> | undefined;
	/** Path of the object or list itself. */
	readonly path: string;
	/** Findings inside are not reported. */
	readonly hidden: boolean;
	index: number;
	/** Path of the next value. */
	next: string;
	nextHidden: boolean;
}

/** Returns `duplicate field "spec.containers[0].name"` once for each duplicate, in order. The text must be valid JSON. */
export function duplicateKeys(text: string): readonly string[] {
	const found = new Set<string>();
	eachKey(text, (path, again) => {
		if (again) found.add(`duplicate field ${JSON.stringify(path)}`);
		return found.size < maxDuplicates ? 'inside' : 'enough';
	});
	return [...found];
}

/**
 * Merges the findings of `duplicateKeys` and of a reader (`unknown field "spec.x"`) in the order of the text. An unknown field is reported
 * once, and nothing inside it, as in Kubernetes' strict decoding.
 */
export function inOrderOfText(text: string, duplicates: readonly string[], unknown: readonly string[]): readonly string[] {
	const left = new Set([...duplicates, ...unknown]);
	const found: string[] = [];
	const tell = (finding: string): boolean => left.delete(finding) && found.push(finding) > 0;
	const known = new Map(unknown.map((finding) => [JSON.parse(finding.slice(unknownField.length)) as string, finding]));
	// A long key may precede many: most paths differ in length, so their text is not compared.
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

/** Visits a key. `again`: the object had it before. Returns whether to walk the value, skip it, or stop. */
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
