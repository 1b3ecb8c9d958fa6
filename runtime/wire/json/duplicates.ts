/**
 * Finds duplicate keys in JSON text, and sorts other findings by their position. Slow and exact: called only when there is something to
 * find.
 */
import { pathBelow } from '../../model/field-path.ts';
import { endOfString } from './scan.ts';

/** Maximum number of reported duplicates; a body may have a million. */
const maxDuplicates = 100;

const unknownField = 'unknown field ';

interface Level {
	/** Keys seen so far; undefined in a list. */
	readonly keys: Map<string, 'once' | 'again'> | undefined;
	/** Path of the object or list itself. */
	readonly path: string;
	/** True when findings inside are not reported. */
	readonly hidden: boolean;
	index: number;
	/** Path of the next value. */
	next: string;
	nextHidden: boolean;
}

/** Returns `duplicate field "spec.containers[0].name"` once per duplicate key, in text order. The text must be valid JSON. */
export function duplicateKeys(text: string): readonly string[] {
	const found = new Set<string>();
	eachKey(text, (path, again) => {
		if (again) found.add(`duplicate field ${JSON.stringify(path)}`);
		return found.size < maxDuplicates ? 'inside' : 'enough';
	});
	return [...found];
}

/**
 * Merges the findings of `duplicateKeys` and of a decoder (`unknown field "spec.x"`) in text order. An unknown field is reported once,
 * without fields inside it, as in Kubernetes' strict decoding.
 */
export function inOrderOfText(text: string, duplicates: readonly string[], unknown: readonly string[]): readonly string[] {
	const left = new Set([...duplicates, ...unknown]);
	const found: string[] = [];
	const tell = (finding: string): boolean => left.delete(finding) && found.push(finding) > 0;
	const known = new Map(unknown.map((finding) => [JSON.parse(finding.slice(unknownField.length)) as string, finding]));
	// Long keys may be part of many paths. Most paths differ in length, so their text is not compared.
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

/** Visits a key. `again`: the object already had it. Returns whether to visit its value, skip it, or stop. */
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
