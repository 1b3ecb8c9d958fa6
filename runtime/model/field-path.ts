import { cut, longestShown } from './cause.ts';

/**
 * A path of decoders, with one more name: map keys stand after a dot. Keys may be as long as a body, and many paths begin with one:
 * what is longer than anybody is told stays as it is.
 */
export function pathBelow(path: string, name: string): string {
	if (path.length > longestShown) return path;
	return path === '' ? cut(name) : `${path}.${cut(name)}`;
}

/**
 * Where a value stands in an object: `spec.containers[0].name`, `data[key]`.
 *
 * A mutable stack that walkers push to and pop from, so that the happy path builds no text; `toString` is for errors.
 */
export class FieldPath {
	/** Field names, list indices and map keys; `kinds` tells keys from names. */
	private readonly segments: (string | number)[] = [];
	private readonly keys: boolean[] = [];

	/** A path from field names, for example `FieldPath.of('metadata', 'name')`. */
	static of(...names: readonly (string | number)[]): FieldPath {
		const path = new FieldPath();
		for (const name of names) {
			path.segments.push(name);
			path.keys.push(false);
		}
		return path;
	}

	/** Enters a field by its name, or a list's item by its index. */
	enter(segment: string | number): void {
		this.segments.push(segment);
		this.keys.push(false);
	}

	/** Enters a map's value by its key. */
	enterKey(key: string): void {
		this.segments.push(key);
		this.keys.push(true);
	}

	leave(): void {
		this.segments.pop();
		this.keys.pop();
	}

	/** The way from the root: field names, list indices and map keys. */
	get steps(): readonly (string | number)[] {
		return [...this.segments];
	}

	/** The path of a field below this one. */
	child(name: string): string {
		const text = this.toString();
		return text === '' ? name : `${text}.${name}`;
	}

	/** The path of a map's key or a list's index below this one. */
	at(key: string | number): string {
		return `${this.toString()}[${key}]`;
	}

	/** Field names alone, as a decoder reports them: `spec.containers.name`. */
	names(): string {
		return this.segments.filter((segment, index) => typeof segment === 'string' && this.keys[index] !== true).join('.');
	}

	/** As a decoder reports unknown fields below this path: map keys after a dot. */
	unknown(name: string): string {
		let text = '';
		for (const segment of [...this.segments, name]) {
			if (typeof segment === 'number') text += `[${segment}]`;
			else text = pathBelow(text, segment);
		}
		return text;
	}

	toString(): string {
		let text = '';
		for (const [index, segment] of this.segments.entries()) {
			if (typeof segment === 'number' || this.keys[index] === true) text += `[${segment}]`;
			else text += text === '' ? segment : `.${segment}`;
		}
		return text;
	}
}
