import { cut, longestShown } from './cause.ts';

/**
 * Appends a name to a decoder's path; map keys follow a dot. A path longer than messages show stays as it is: keys may be as long as a
 * body, and many paths may begin with one.
 */
export function pathBelow(path: string, name: string): string {
	if (path.length > longestShown) return path;
	return path === '' ? cut(name) : `${path}.${cut(name)}`;
}

/**
 * Location of a value in an object: `spec.containers[0].name`, `data[key]`.
 *
 * A mutable stack that walkers push to and pop from, so that valid objects cause no text to be built. Errors use `toString`.
 */
export class FieldPath {
	/** Field names, list indices and map keys; `keys` tells which are map keys. */
	private readonly segments: (string | number)[] = [];
	private readonly keys: boolean[] = [];

	static of(...names: readonly (string | number)[]): FieldPath {
		const path = new FieldPath();
		for (const name of names) {
			path.segments.push(name);
			path.keys.push(false);
		}
		return path;
	}

	/** Pushes a field name or list index. */
	enter(segment: string | number): void {
		this.segments.push(segment);
		this.keys.push(false);
	}

	/** Pushes a map key. */
	enterKey(key: string): void {
		this.segments.push(key);
		this.keys.push(true);
	}

	leave(): void {
		this.segments.pop();
		this.keys.pop();
	}

	/** Segments from the root: field names, list indices and map keys. */
	get steps(): readonly (string | number)[] {
		return [...this.segments];
	}

	/** Returns the path of a field below this one. */
	child(name: string): string {
		const text = this.toString();
		return text === '' ? name : `${text}.${name}`;
	}

	/** Returns the path of a map key or list index below this one. */
	at(key: string | number): string {
		return `${this.toString()}[${key}]`;
	}

	/** Returns field names only, as decoders report a path: `spec.containers.name`. */
	names(): string {
		return this.segments.filter((segment, index) => typeof segment === 'string' && this.keys[index] !== true).join('.');
	}

	/** Returns the path of an unknown field below this one, as decoders report it: map keys follow a dot. */
	unknown(name: string): string {
		return pathBelow(this.dotted(), name);
	}

	/** Returns the path as decoders and validation of custom resources report it: map keys follow a dot. */
	dotted(): string {
		let text = '';
		for (const segment of this.segments) {
			if (typeof segment === 'number') text += `[${segment}]`;
			else text = pathBelow(text, segment);
		}
		return text;
	}

	get isEmpty(): boolean {
		return this.segments.length === 0;
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
