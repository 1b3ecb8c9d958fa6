/** Side column of an object's row, parsed on first use; objects with equal texts share one instance. */
import { BoundedMap } from '../../model/bounded-map.ts';
import { parseSide, type Side } from '../../storage/side.ts';

/** Number of distinct texts remembered for sharing; it does not grow with the data. */
const sharedTexts = 20_000;

export class SideData implements Side {
	readonly text: string;
	#side: Side | undefined;

	constructor(text: string) {
		this.text = text;
	}

	get labels(): Side['labels'] {
		return this.#parsed().labels;
	}

	get fields(): Side['fields'] {
		return this.#parsed().fields;
	}

	get ownership(): Side['ownership'] {
		return this.#parsed().ownership;
	}

	#parsed(): Side {
		this.#side ??= parseSide(this.text);
		return this.#side;
	}
}

export class SharedSideData {
	readonly #shared = new BoundedMap<string, SideData>(sharedTexts);

	of(text: string): SideData {
		let known = this.#shared.get(text);
		if (known === undefined) {
			known = new SideData(text);
			this.#shared.set(text, known);
		}
		return known;
	}
}
