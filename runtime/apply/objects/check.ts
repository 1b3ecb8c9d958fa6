/**
 * Checks an applied configuration against its type, as far as the merge needs it. Other errors are found when the merged object is decoded.
 */
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { cut, mostCauses, show } from '../../model/cause.ts';
import { MalformedError } from '../../model/malformed.ts';
import { type Element, elementText, fieldElement } from '../sets/element.ts';
import { entryElement, isObject } from './entries.ts';
import { ListIndex, ListIndexes } from './list-index.ts';
import type { ListMerge, MergeType, ScalarMerge, StructMerge } from './merge-schema.ts';

/** Returns all violations, each with its path: `.spec.replicas: expected numeric (int or float), got "x"`. Adds the lists to `indexes`. */
export function check(type: StructMerge, object: JsonObject, indexes = new ListIndexes()): string[] {
	const walk = new Check(indexes);
	walk.value(type, object);
	return walk.problems;
}

class Check {
	readonly problems: string[] = [];
	readonly #path: Element[] = [];
	readonly #indexes: ListIndexes;

	constructor(indexes: ListIndexes) {
		this.#indexes = indexes;
	}

	value(type: MergeType, value: JsonValue): void {
		if (value === null) return;
		switch (type.kind) {
			case 'scalar':
				if (!isScalar(type, value)) this.#problem(`expected ${expected[type.of]}, got ${show(value)}`);
				return;
			case 'list':
				if (Array.isArray(value)) this.#entries(type, value);
				else this.#problem(`expected list, got ${show(value)}`);
				return;
			case 'struct':
			case 'map':
				if (isObject(value)) this.#members(type, value);
				else this.#problem(`expected map, got ${show(value)}`);
				return;
			default:
				return;
		}
	}

	#members(type: MergeType, object: JsonObject): void {
		for (const name of Object.keys(object)) {
			if (this.problems.length >= mostCauses) return;
			const field = type.kind === 'struct' ? type.fields.get(name) : undefined;
			const inner = type.kind === 'struct' ? (field?.type ?? type.rest) : type.kind === 'map' ? type.values : undefined;
			this.#path.push(field?.element ?? fieldElement(name));
			if (inner === undefined) this.#problem('field not declared in schema');
			else this.value(inner, object[name] ?? null);
			this.#path.pop();
		}
	}

	#entries(list: ListMerge, entries: readonly JsonValue[]): void {
		const isAtomic = list.of === 'atomic';
		const elements: Element[] = [];
		const first = new Map<Element, number>();
		for (let at = 0; at < entries.length; at++) {
			if (this.problems.length >= mostCauses) return;
			const entry = entries[at] ?? null;
			const element = isAtomic ? `i:${at}` : this.#element(list, entry, at);
			if (element === undefined) return;
			if (!isAtomic) {
				elements.push(element);
				const others = first.size;
				first.set(element, at);
				if (first.size === others) this.#problem(`duplicate entries for key ${elementText(element)}`);
			}
			this.#path.push(element);
			this.value(list.items, entry);
			this.#path.pop();
		}
		if (!isAtomic && first.size === entries.length) this.#indexes.tell(list, entries, new ListIndex(elements, true, first));
	}

	/** Returns the element of an entry; undefined for an entry without keys, after which the list is checked no further. */
	#element(list: ListMerge, entry: JsonValue, at: number): Element | undefined {
		try {
			return entryElement(list, entry);
		} catch (error) {
			if (!(error instanceof MalformedError)) throw error;
			this.#problem(`element ${at}: ${error.message}`);
			return undefined;
		}
	}

	#problem(what: string): void {
		const path = cut(this.#path.map(elementText).join(''));
		this.problems.push(path === '' ? what : `${path}: ${what}`);
	}
}

const expected: Readonly<Record<ScalarMerge['of'], string>> = {
	string: 'string',
	number: 'numeric (int or float)',
	boolean: 'boolean',
	any: 'any scalar',
};

function isScalar({ of }: ScalarMerge, value: JsonValue): boolean {
	if (typeof value === 'object') return false;
	switch (of) {
		case 'string':
		case 'boolean':
			return typeof value === of;
		case 'number':
			return typeof value === 'number' || typeof value === 'bigint';
		case 'any':
			return true;
	}
}
