/**
 * Cache of passed checks, from the previous generation or an earlier command. A check is skipped while its inputs are unchanged: most of a
 * generation is checks, and one change affects few of them.
 */
import { createHash } from 'node:crypto';
import type { Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { reachableTypes, typeIn } from '../../runtime/schema/properties.ts';
import type { Report } from './diagnostics/diagnostic.ts';

export class CheckCache {
	#before: ReadonlySet<string> = new Set();
	#now: Set<string>;

	/** Creates the cache; `right` holds the digests that an earlier process passed. */
	constructor(passed: Iterable<string> = []) {
		this.#now = new Set(passed);
	}

	/** Digests of the checks that the last generation passed. */
	get right(): ReadonlySet<string> {
		return this.#now;
	}

	/** Starts a generation and drops the digests that the previous generation did not query. */
	begin(): void {
		this.#before = this.#now;
		this.#now = new Set();
	}

	/** Keeps all digests, for a generation that did not run every check. */
	keep(): void {
		for (const key of this.#before) this.#now.add(key);
	}

	/** Runs the check unless it passed before. `depends` is every input of the check as plain JSON data, also with large integers. */
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

/** Fingerprints of types, which are equal as long as a type and all types in it are unchanged. */
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

/**
 * Returns the same digest for equal data. V8's serialization depends on the current representation of a number or a list, so it is not
 * used.
 */
function digest(data: unknown): string {
	return createHash('sha256').update(textOf(data)).digest('base64');
}

function textOf(data: unknown): string {
	try {
		return JSON.stringify(data) ?? '';
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Large integers, which few types have, are marked to differ from texts.
		return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value));
	}
}
