/**
 * Shared parameters. From 1.28 on, a version 2 document defines a repeated parameter once and refers to it. Exceptions are parameters that
 * kubectl up to 1.27 reads in operations, and those that differ between kinds.
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
	/** References by the JSON text of the parameter, which is cheaper to compare than its hash. */
	readonly #references = new Map<string, ParameterReference>();

	/** Returns a parameter of an operation or path: the parameter itself, or a reference. */
	query(parameter: Parameter, make: (parameter: Parameter) => SwaggerParameter): SwaggerParameter | ParameterReference {
		const { name, in: where, type, description } = parameter;
		return neverShared.has(name) ? make(parameter) : this.#refer(`${where} ${name} ${type} ${description}`, () => make(parameter));
	}

	/** Returns a reference to a body parameter that does not depend on the kind. */
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
		// 48 bits of a hash distinguish the few dozen parameters of the same name.
		const hash = createHash('sha256').update(JSON.stringify(parameter)).digest('base64url').slice(0, 8);
		const name = `${parameter.name}-${hash}`;
		this.#named.set(name, parameter);
		const reference = { $ref: `#/parameters/${name}` };
		this.#references.set(key, reference);
		return reference;
	}
}
