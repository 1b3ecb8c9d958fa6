/**
 * Numbers in JSON text with a fraction or exponent. JSON.parse makes an integer of `3.0` and `1e1`; Go's decoder refuses them for an
 * integer field and names the literal.
 */
import type { JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { parseExactly } from './text.ts';

export class FloatLiterals {
	readonly #literals: string[] = [];
	#marked: { readonly value: JsonValue } | undefined;

	/** Keeps a copy of the value with these numbers replaced by ones that no integer field accepts. */
	collect(text: string): void {
		this.#marked = { value: parseExactly(text, (_, literal) => this.#literals.push(literal) - 0.5) };
	}

	/** Throws what `read` throws for the copy; a MalformedError names literals as in the text. */
	check(read: (value: JsonValue) => unknown): void {
		if (this.#marked === undefined) return;
		try {
			read(this.#marked.value);
		} catch (error) {
			if (!(error instanceof MalformedError)) throw error;
			const message = error.message.replace(/(?<=cannot unmarshal number )\d+\.5\b/, (marker) => this.#literals[Math.floor(Number(marker))] ?? marker);
			throw new MalformedError(message, error.steps);
		}
	}
}
