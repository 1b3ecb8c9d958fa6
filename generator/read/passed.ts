/**
 * What was found right by the generation before, or by an earlier command, is not checked again while nothing that it depends on
 * has changed: most of a generation is checks, and one change touches few of them.
 */
import { createHash } from 'node:crypto';
import type { Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { reachableTypes, typeIn } from '../../runtime/schema/properties.ts';
import type { Report } from './diagnostics/diagnostic.ts';

export class Passed {
	#before: ReadonlySet<string> = new Set();
	#now: Set<string>;

	/** `right`: what is known to be right from elsewhere. */
	constructor(right: Iterable<string> = []) {
		this.#now = new Set(right);
	}

	/** What the last generation found right. */
	get right(): ReadonlySet<string> {
		return this.#now;
	}

	/** Forgets what the generation before has not asked for. */
	begin(): void {
		this.#before = this.#now;
		this.#now = new Set();
	}

	/** For a generation that has not asked for everything: what it did not look at stays right. */
	keep(): void {
		for (const key of this.#before) this.#now.add(key);
	}

	/** `depends`: plain data as JSON has it, and large integers, all that it follows from whether something is reported. */
	check(depends: readonly unknown[], report: Report, check: (report: Report) => void): void {
		const key = digest(depends);
		let right = true;
		if (!this.#before.has(key))
			check((...finding) => {
				right = false;
				report(...finding);
			});
		if (right) this.#now.add(key);
	}
}

/** Texts that are the same for as long as a type and all types in it are. */
export class Fingerprints {
	readonly #type: (name: TypeName) => TypeDescriptor;
	readonly #own = new Map<TypeName, string>();
	readonly #whole = new Map<TypeName, string>();

	constructor(type: (name: TypeName) => TypeDescriptor | undefined) {
		this.#type = (name) => type(name) ?? { name, openapi: '', fields: [] };
	}

	ofSchema(schema: Schema): string {
		const name = typeIn(schema);
		return name === undefined ? '' : this.ofType(name);
	}

	ofType(name: TypeName): string {
		let whole = this.#whole.get(name);
		if (whole === undefined) {
			whole = digest(reachableTypes(name, this.#type).map((type) => this.#ownOf(type.name)));
			this.#whole.set(name, whole);
		}
		return whole;
	}

	#ownOf(name: TypeName): string {
		let own = this.#own.get(name);
		if (own === undefined) {
			own = digest(this.#type(name));
			this.#own.set(name, own);
		}
		return own;
	}
}

/** The same for equal data: what V8 serializes depends on how it holds a number or a list at the moment. */
function digest(data: unknown): string {
	return createHash('sha256').update(textOf(data)).digest('base64');
}

function textOf(data: unknown): string {
	try {
		return JSON.stringify(data) ?? '';
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Large integers, which few types have, are told from texts.
		return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value));
	}
}
