/** Values of the variables of expressions, for one request (KEP-3488, "Variables"). Each is converted when an expression first reads it. */
import type { Authorizer } from '../../api/authorization.ts';
import type { GroupVersionKind, JsonObject, JsonValue } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { ExpressionError } from '../../schema/cel/error.ts';
import { anyToCel } from '../../schema/cel/expression.ts';
import { type Activation, type Invalid, isInvalid, type Program } from '../../schema/cel/typed-expressions.ts';
import type { AdmissionRequest } from '../contract.ts';
import { AuthorizerValue } from '../expressions/authorization.ts';
import { aboutOf, optionsOf } from '../webhooks/review.ts';
import type { Evaluation } from './budget.ts';
import { RequestChecks } from './checks.ts';

/** Resource under which a request is reviewed: its own, or an equivalent one. */
export interface Seen {
	readonly group: string;
	readonly version: string;
	/** Kind of the request body in that version. */
	readonly kind: GroupVersionKind;
}

/** Variable that a policy composes. Later variables may use it. */
export interface ComposedVariable {
	readonly name: string;
	readonly program: Program | Invalid;
}

/** Values of one request in its current state. A mutation makes new ones. */
export class RequestValues {
	readonly request: AdmissionRequest;
	readonly checks: RequestChecks;
	readonly #vocabulary: Vocabulary;
	readonly #known = new Map<string, unknown>();

	constructor(request: AdmissionRequest, { vocabulary, authorizer }: { readonly vocabulary: Vocabulary; readonly authorizer: Authorizer }) {
		this.request = request;
		this.checks = new RequestChecks(authorizer);
		this.#vocabulary = vocabulary;
	}

	/** Drops the values of the object, which has changed. */
	changed(): void {
		for (const key of this.#known.keys()) if (key.startsWith('object ')) this.#known.delete(key);
	}

	object({ group, version }: Seen): unknown {
		return this.#once(`object ${group}/${version}`, () => anyToCel(this.request.objectIn(group, version) ?? null));
	}

	oldObject({ group, version }: Seen): unknown {
		return this.#once(`oldObject ${group}/${version}`, () => anyToCel(this.request.oldObjectIn(group, version) ?? null));
	}

	about(seen: Seen): unknown {
		return this.#once(`request ${seen.group}/${seen.version}`, () => {
			const { subresource } = this.request;
			const about: JsonObject = { name: '', ...aboutOf(this.request, seen), ...(subresource !== '' && { requestSubResource: subresource }) };
			return anyToCel({ ...about, dryRun: this.request.dryRun, options: optionsOf(this.request, this.#vocabulary) });
		});
	}

	authorizer(): AuthorizerValue {
		return this.#once('authorizer', () => {
			const { user, group, resource, subresource, namespace, name } = this.request;
			return new AuthorizerValue(user, this.checks, { group, resource, subresource, namespace, name });
		});
	}

	#once<T>(key: string, make: () => T): T {
		if (!this.#known.has(key)) this.#known.set(key, make());
		return this.#known.get(key) as T;
	}
}

export interface Further {
	/** Undefined: the policy has no parameters. */
	readonly params?: unknown;
	readonly namespaceObject: unknown;
	readonly variables: readonly ComposedVariable[];
}

/** Prepares the evaluation of a policy's expressions. */
export function evaluationOf(values: RequestValues, seen: Seen, { params, namespaceObject, variables }: Further): Evaluation {
	let composedCost = 0;
	const activation: Activation = {
		get object() {
			return values.object(seen);
		},
		get oldObject() {
			return values.oldObject(seen);
		},
		get request() {
			return values.about(seen);
		},
		get authorizer() {
			return values.authorizer();
		},
		params: params ?? null,
		namespaceObject,
		get variables() {
			return composed;
		},
	};
	const composed = composedOf(variables, activation, (cost) => {
		composedCost += cost;
	});
	return {
		activation,
		checks: values.checks,
		takeCost() {
			const cost = composedCost;
			composedCost = 0;
			return cost;
		},
	};
}

/** Returns the value of `variables`. Each variable is evaluated when it is first read, and only once unless it must wait. */
function composedOf(variables: readonly ComposedVariable[], activation: Activation, charge: (cost: number) => void): object {
	const values: object = Object.create(null);
	for (const { name, program } of variables) {
		let known: { readonly value: unknown } | undefined;
		const get = (): unknown => {
			if (known !== undefined) return known.value;
			if (isInvalid(program)) throw new ExpressionError(`composited variable ${JSON.stringify(name)} fails to compile: ${program.problem}`, undefined);
			const outcome = program.evaluate(activation);
			charge(outcome.cost);
			if ('error' in outcome) throw new ExpressionError(`composited variable ${JSON.stringify(name)} fails to evaluate: ${outcome.error}`, undefined);
			known = outcome;
			return outcome.value;
		};
		Object.defineProperty(values, name, { get, enumerable: true });
	}
	return values;
}

/** Fields of a namespace's metadata that expressions can read. */
const shownMetadata = [
	...['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp'],
	...['deletionGracePeriodSeconds', 'labels', 'annotations', 'finalizers'],
];

/** Returns the variable `namespaceObject`. */
export function namespaceValue(namespace: JsonObject | undefined): unknown {
	if (namespace === undefined) return null;
	const { metadata, spec = {}, status = {} } = namespace;
	const of = (metadata ?? {}) as JsonObject;
	const shown = Object.fromEntries(shownMetadata.flatMap((field): [string, JsonValue][] => (of[field] === undefined ? [] : [[field, of[field] ?? null]])));
	return anyToCel({ metadata: shown, spec, status });
}
