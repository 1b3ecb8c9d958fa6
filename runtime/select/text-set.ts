/** Many short texts in one string. A Set takes ten times their memory, and a watch keeps its selector for up to half an hour or longer. */
export class TextSet {
	readonly size: number;
	/** Sorted texts, concatenated. */
	readonly #joined: string;
	/** Start of each text, and the end of the last. */
	readonly #starts: Uint32Array;

	constructor(texts: Iterable<string>) {
		const sorted = [...new Set(texts)].sort();
		this.size = sorted.length;
		// `join` returns a single text itself. It may be a slice of a much longer text, which would stay in memory.
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

	/** Returns the index of the text in sorted order, or -1. */
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

	/** Returns a negative number when the text sorts before the one at `index`. */
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
