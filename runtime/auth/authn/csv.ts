/** Parser for comma-separated records as token files use them. A double-quoted field may contain commas, doubled quotes and line breaks. */

export interface CsvRecord {
	/** Line of the record's first character, counted from 1. */
	readonly line: number;
	readonly fields: readonly string[];
}

/** Error of an unreadable record; `line` is its position. */
export class CsvError extends Error {
	override readonly name = 'CsvError';
	readonly line: number;
	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

/** Parses all records. Empty lines and white space before a field are skipped. */
export function parseCsv(text: string): CsvRecord[] {
	const records: CsvRecord[] = [];
	const reader = new CsvReader(text.startsWith('\uFEFF') ? text.slice(1) : text);
	for (let record = reader.next(); record !== undefined; record = reader.next()) records.push(record);
	return records;
}

class CsvReader {
	readonly #text: string;
	#at = 0;
	#line = 1;

	constructor(text: string) {
		this.#text = text.replaceAll('\r\n', '\n');
	}

	next(): CsvRecord | undefined {
		while (this.#text[this.#at] === '\n') this.#newline();
		if (this.#at >= this.#text.length) return undefined;
		const line = this.#line;
		const fields = [this.#field()];
		while (this.#text[this.#at] === ',') {
			this.#at++;
			fields.push(this.#field());
		}
		if (this.#at < this.#text.length) this.#newline();
		return { line, fields };
	}

	#newline(): void {
		this.#at++;
		this.#line++;
	}

	#field(): string {
		while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
		return this.#text[this.#at] === '"' ? this.#quoted() : this.#plain();
	}

	#plain(): string {
		const rest = /[^,\n]*/y;
		rest.lastIndex = this.#at;
		const value = rest.exec(this.#text)?.[0] ?? '';
		if (value.includes('"')) throw new CsvError(this.#line, 'an unquoted field contains a quote');
		this.#at += value.length;
		return value;
	}

	#quoted(): string {
		const start = this.#line;
		let value = '';
		for (this.#at++; ; this.#at++) {
			const c = this.#text[this.#at];
			if (c === undefined) throw new CsvError(start, 'a quoted field is not closed');
			if (c === '\n') this.#line++;
			if (c !== '"') value += c;
			else if (this.#text[this.#at + 1] === '"') {
				value += '"';
				this.#at++;
			} else break;
		}
		this.#at++;
		const after = this.#text[this.#at];
		if (after !== undefined && after !== ',' && after !== '\n') throw new CsvError(this.#line, 'text follows a closing quote before the next comma');
		return value;
	}
}
