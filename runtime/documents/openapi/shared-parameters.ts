/**
 * Parameters that operations of any path may have: from 1.28 on a document of version 2 says each once, and refers to it.
 * What kubectl up to 1.27 looks for on the operations of a kind stays there, and so does what differs from kind to kind.
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
	/** By what tells one parameter from another, which is quicker to have than its hash. */
	readonly #references = new Map<string, ParameterReference>();

	/** A parameter as it stands on an operation or a path. */
	query(parameter: Parameter, make: (parameter: Parameter) => SwaggerParameter): SwaggerParameter | ParameterReference {
		const { name, in: where, type, description } = parameter;
		return neverShared.has(name) ? make(parameter) : this.#refer(`${where} ${name} ${type} ${description}`, () => make(parameter));
	}

	/** A body that is the same whatever the kind. */
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
		// 48 bits of a hash: two of a few dozen parameters that share a name are never taken for each other.
		const hash = createHash('sha256').update(JSON.stringify(parameter)).digest('base64url').slice(0, 8);
		const name = `${parameter.name}-${hash}`;
		this.#named.set(name, parameter);
		const reference = { $ref: `#/parameters/${name}` };
		this.#references.set(key, reference);
		return reference;
	}
}
