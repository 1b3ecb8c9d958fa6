/** Labels and fields for selectors, parsed on first use from the side column of an object's row; equal texts share one instance. */

type Texts = Readonly<Record<string, string>>;

/**
 * Number of distinct texts remembered for sharing. When it is reached, the table is cleared (objects keep theirs), so it cannot grow with
 * the data.
 */
const sharedTexts = 20_000;

export class LabelsAndFields {
	readonly text: string;
	#labels: Texts | undefined;
	#fields: Texts | undefined;

	constructor(text: string) {
		this.text = text;
	}

	get labels(): Texts {
		if (this.#labels === undefined) this.#parse();
		return this.#labels ?? none;
	}

	get fields(): Texts {
		if (this.#fields === undefined) this.#parse();
		return this.#fields ?? none;
	}

	#parse(): void {
		const { l, f } = this.text === '' ? {} : (JSON.parse(this.text) as { l?: Texts; f?: Texts });
		this.#labels = withoutPrototype(l);
		this.#fields = withoutPrototype(f);
	}
}

const none: Texts = Object.freeze(Object.create(null) as Texts);

/** Copies texts into an object without a prototype. A label may be named `constructor`, and a lookup must not find inherited properties. */
function withoutPrototype(texts: Texts | undefined): Texts {
	return texts === undefined ? none : Object.assign(Object.create(null) as Record<string, string>, texts);
}

export class SharedLabelsAndFields {
	readonly #shared = new Map<string, LabelsAndFields>();

	of(text: string): LabelsAndFields {
		let known = this.#shared.get(text);
		if (known === undefined) {
			if (this.#shared.size >= sharedTexts) this.#shared.clear();
			known = new LabelsAndFields(text);
			this.#shared.set(text, known);
		}
		return known;
	}
}
