/**
 * Parameters common to many operations. From 1.28 on, a version 2 document defines each once and refers to it. Two sorts stay on
 * operations: those that kubectl up to 1.27 looks for there, and those that differ between kinds.
 */
import { createHash } from 'node:crypto';
import type { Parameter } from './parameters.ts';

export interface SwaggerParameter {
	readonly name: string;
	readonly in: 'query' | 'path' | 'body';
	readonly description?: string;
	readonly required?: true;
	readonly type?: string;
	readonly uniqueItems?: true;
	readonly schema?: { readonly $ref: string };
}

export interface ParameterReference {
	readonly $ref: string;
}

const neverShared: ReadonlySet<string> = new Set(['name', 'dryRun', 'fieldValidation']);

export class SharedParameters {
	readonly #named = new Map<string, SwaggerParameter>();
	/** References by the parameter's content, which is cheaper to compare than its hash. */
	readonly #references = new Map<string, ParameterReference>();

	/** Returns a parameter for an operation or a path: the parameter itself or a reference. */
	query(parameter: Parameter, make: (parameter: Parameter) => SwaggerParameter): SwaggerParameter | ParameterReference {
		const { name, in: where, type, description } = parameter;
		return neverShared.has(name) ? make(parameter) : this.#refer(`${where} ${name} ${type} ${description}`, () => make(parameter));
	}

	/** Returns a reference to a body that does not depend on the kind. */
	body(parameter: SwaggerParameter): ParameterReference {
		return this.#refer(`body ${parameter.required} ${parameter.schema?.$ref}`, () => parameter);
	}

	all(): { readonly [name: string]: SwaggerParameter } {
		return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
	}

	#refer(key: string, make: () => SwaggerParameter): ParameterReference {
		const known = this.#references.get(key);
		if (known !== undefined) return known;
		const parameter = make();
		// 48 bits of a hash suffice to distinguish a few dozen parameters of one name.
		const hash = createHash('sha256').update(JSON.stringify(parameter)).digest('base64url').slice(0, 8);
		const name = `${parameter.name}-${hash}`;
		this.#named.set(name, parameter);
		const reference = { $ref: `#/parameters/${name}` };
		this.#references.set(key, reference);
		return reference;
	}
}
