/** Many short texts as one string: a Set of them takes ten times the memory of what they say, and a watch holds its selector for half an hour. */
export class TextSet {
	readonly size: number;
	/** In ascending order, one behind the other. */
	readonly #joined: string;
	/** Where each begins, and where the last one ends. */
	readonly #starts: Uint32Array;

	constructor(texts: Iterable<string>) {
		const sorted = [...new Set(texts)].sort();
		this.size = sorted.length;
		// An only text is what `join` returns, which may be a part of a text that is a thousand times as long, and keeps it.
		this.#joined = sorted.length === 1 ? Buffer.from(sorted[0] as string).toString() : sorted.join('');
		this.#starts = new Uint32Array(sorted.length + 1);
		let end = 0;
		sorted.forEach((text, i) => {
			end += text.length;
			this.#starts[i + 1] = end;
		});
	}

	has(text: string): boolean {
		return this.indexOf(text) >= 0;
	}

	/** Its place in ascending order; -1 when it is not in the set. */
	indexOf(text: string): number {
		let low = 0;
		let high = this.size - 1;
		while (low <= high) {
			const middle = (low + high) >>> 1;
			const order = this.#compare(text, middle);
			if (order === 0) return middle;
			if (order < 0) high = middle - 1;
			else low = middle + 1;
		}
		return -1;
	}

	/** Negative when the text is before the one of that index, as `sort` has them. */
	#compare(text: string, index: number): number {
		const start = this.#starts[index] as number;
		const length = (this.#starts[index + 1] as number) - start;
		const shared = Math.min(text.length, length);
		for (let i = 0; i < shared; i++) {
			const difference = text.charCodeAt(i) - this.#joined.charCodeAt(start + i);
			if (difference !== 0) return difference;
		}
		return text.length - length;
	}
}
