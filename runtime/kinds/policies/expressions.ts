/**
 * Compiles expressions of policies and match conditions when they are written. A new expression may use functions of the release. One that
 * the stored object has may use all functions, so that the object stays writable after an upgrade.
 */

import { AdmissionExpressions } from '../../admission/expressions/expressions.ts';
import { admissionScope, type ScopeOptions } from '../../admission/expressions/scope.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { isInvalid } from '../../schema/cel/typed-expressions.ts';
import { allFunctions, functionsOf, type Vocabulary } from '../../schema/cel/typing/libraries.ts';
import { type CelType, types } from '../../schema/cel/typing/type.ts';

interface Written extends Pick<ScopeOptions, 'patches'> {
	/** Expression to compile. */
	readonly text: string;
	readonly path: string;
	/** Allowed types of the result; empty for any. */
	readonly gives: readonly CelType[];
	/** Expressions of the stored object in corresponding fields. */
	readonly stored?: readonly string[] | undefined;
	/** Text in the cause, when it differs. */
	readonly shown?: string;
	/** False when the expression may not use `authorizer`. */
	readonly authorizer?: false;
	/** True when the expression may use the policy's `variables`. */
	readonly composed?: boolean;
}

/** Compiler for expressions in written objects; made on first use and kept. */
export class WrittenExpressions {
	readonly #release: Release;
	readonly #expressions = new AdmissionExpressions();
	#ofRelease: Vocabulary | undefined;
	#all: Vocabulary | undefined;

	constructor(release: Release) {
		this.#release = release;
	}

	/** Returns the compiler for one policy or webhook. `params`: whether it has parameters. */
	of({ params }: Pick<ScopeOptions, 'params'>): ExpressionsOfOne {
		return new ExpressionsOfOne(this, params);
	}

	compile(written: Written, options: Pick<ScopeOptions, 'params' | 'variables'>): { readonly causes: readonly Cause[]; readonly type: CelType } {
		const { text, path, gives, stored = [], shown = text, authorizer = true, patches } = written;
		const scope = admissionScope({ ...options, authorizer, vocabulary: this.#vocabulary(stored.includes(shown)), ...(patches && { patches }) });
		const compiled = this.#expressions.compile(text, scope, gives);
		return isInvalid(compiled) ? { causes: [invalidValue(path, shown, compiled.problem)], type: types.dyn } : { causes: [], type: compiled.type };
	}

	#vocabulary(isStored: boolean): Vocabulary {
		if (isStored) {
			this.#all ??= allFunctions();
			return this.#all;
		}
		this.#ofRelease ??= functionsOf(this.#release);
		return this.#ofRelease;
	}
}

export class ExpressionsOfOne {
	readonly #all: WrittenExpressions;
	readonly #params: boolean;
	readonly #variables = new Map<string, CelType>();

	constructor(all: WrittenExpressions, params: boolean) {
		this.#all = all;
		this.#params = params;
	}

	violations({ composed = true, ...written }: Written): readonly Cause[] {
		return this.#compile(written, composed).causes;
	}

	/** Compiles a variable, which later expressions may use. */
	variableViolations(name: string, written: Omit<Written, 'gives'>): readonly Cause[] {
		const { causes, type } = this.#compile({ ...written, gives: [] }, true);
		this.#variables.set(name, type);
		return causes;
	}

	#compile(written: Written, composed: boolean): { readonly causes: readonly Cause[]; readonly type: CelType } {
		return this.#all.compile(written, { params: this.#params, ...(composed && { variables: this.#variables }) });
	}
}
