/**
 * Cache of passed checks from the previous generation or an earlier command. A check is skipped while its inputs are unchanged. Checks are
 * most of a generation, and a change affects few of them.
 */
import { createHash } from 'node:crypto';
import type { Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import { reachableTypes, typeIn } from '../../runtime/schema/properties.ts';
import type { Report } from './diagnostics/diagnostic.ts';

export class CheckCache {
	#before: ReadonlySet<string> = new Set();
	#now: Set<string>;

	/** `right`: digests of the checks that an earlier process passed. */
	constructor(passed: Iterable<string> = []) {
		this.#now = new Set(passed);
	}

	/** Digests of the checks that the last generation passed. */
	get right(): ReadonlySet<string> {
		return this.#now;
	}

	/** Starts a generation. Drops the digests that the previous generation did not look up. */
	begin(): void {
		this.#before = this.#now;
		this.#now = new Set();
	}

	/** Keeps all digests, for a generation that did not run every check. */
	keep(): void {
		for (const key of this.#before) this.#now.add(key);
	}

	/** Runs the check unless it has passed before. `depends`: every input of the check as JSON data, which may have large integers. */
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

/** Fingerprints of types. The fingerprint of a type is equal as long as the type and all types inside it are unchanged. */
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
 * Returns the same digest for equal data. V8's own serialization is not used, because it depends on the internal representation of numbers
 * and lists.
 */
function digest(data: unknown): string {
	return createHash('sha256').update(textOf(data)).digest('base64');
}

function textOf(data: unknown): string {
	try {
		return JSON.stringify(data) ?? '';
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		// Large integers are marked, to differ from strings.
		return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value));
	}
}
