/**
 * Cost budget of CEL expressions in a document, as kube-apiserver estimates it before accepting one. Each expression counts as often as its
 * value can occur; values without a bound are assumed to fill a request.
 */
import type { Schema } from '../../../runtime/model/catalog.ts';
import { costEstimator } from '../../../runtime/schema/cel/check.ts';
import { mostPerExpression, ofMaking } from '../../../runtime/schema/cel/cost.ts';
import { bytesPerEntry, mostBytes, statedEntries, type TypeLookup } from '../../../runtime/schema/cel/sizes.ts';

/** Maximum cost of all expressions of a version. */
const mostPerDocument = 100_000_000;

/** Matches iterations over an optional value, which kube-apiserver counts as unbounded. */
const ofOptional = /\.orValue\([^()]*\)\.(?!size\()[a-z]\w*\(|\bin\s+[\w.?]+\.orValue\(/;

/**
 * Number of times that a value can occur in an object. `unbounded`: a surrounding list or map has no bound, so that a request may be full of these
 * values.
 */
export type Times = number | 'unbounded';

export class Budget {
	readonly #type: TypeLookup;
	readonly #estimate: ReturnType<typeof costEstimator>;
	#spent = 0;

	constructor(type: TypeLookup) {
		this.#type = type;
		this.#estimate = costEstimator(type, ofMaking);
	}

	/** Charges an expression over `self` for that many values. Returns false, charging nothing, when it exceeds the budget. */
	spend(rule: string, self: Schema, times: Times): boolean {
		if (ofOptional.test(rule)) return false;
		const count = times === 'unbounded' ? Math.floor(mostBytes / bytesPerEntry({ kind: 'list', items: self }, this.#type)) : times;
		const cost = count * this.#estimate(rule, { self, oldSelf: self }, 1);
		if (cost > mostPerExpression || this.#spent + cost > mostPerDocument) return false;
		this.#spent += cost;
		return true;
	}

	/** Returns how often an entry of a list or map can occur. */
	within(schema: Extract<Schema, { kind: 'list' | 'map' }>, times: Times): Times {
		const stated = statedEntries(schema);
		return stated === undefined || times === 'unbounded' ? 'unbounded' : times * stated;
	}
}
