/**
 * What the expressions of a document may cost, as kube-apiserver estimates it before it takes one: each as often as its value can
 * occur, and with values as large as a request where no bound is stated. More than that is refused with the whole document.
 */
import type { Schema } from '../../../runtime/model/catalog.ts';
import { costEstimator } from '../../../runtime/schema/cel/check.ts';
import { mostPerExpression, ofMaking } from '../../../runtime/schema/cel/cost.ts';
import { bytesPerEntry, mostBytes, statedEntries, type TypeLookup } from '../../../runtime/schema/cel/sizes.ts';

/** Of all expressions of a version. */
const mostPerDocument = 100_000_000;

/** Going through what an optional value gives: nobody there knows how long that is, and it counts as endless. */
const ofOptional = /\.orValue\([^()]*\)\.(?!size\()[a-z]\w*\(|\bin\s+[\w.?]+\.orValue\(/;

/** How often a value can occur in one object; unbounded: a list or a map around it states no bound, and there are as many as a request can hold. */
export type Times = number | 'unbounded';

export class Budget {
	readonly #type: TypeLookup;
	readonly #estimate: ReturnType<typeof costEstimator>;
	#spent = 0;

	constructor(type: TypeLookup) {
		this.#type = type;
		this.#estimate = costEstimator(type, ofMaking);
	}

	/** Whether the expression over `self` can be afforded, for so many values; then it is spent. */
	spend(rule: string, self: Schema, times: Times): boolean {
		if (ofOptional.test(rule)) return false;
		const count = times === 'unbounded' ? Math.floor(mostBytes / bytesPerEntry({ kind: 'list', items: self }, this.#type)) : times;
		const cost = count * this.#estimate(rule, { self, oldSelf: self }, 1);
		if (cost > mostPerExpression || this.#spent + cost > mostPerDocument) return false;
		this.#spent += cost;
		return true;
	}

	/** How often what is in a list or a map occurs that occurs so often itself. */
	within(schema: Extract<Schema, { kind: 'list' | 'map' }>, times: Times): Times {
		const stated = statedEntries(schema);
		return stated === undefined || times === 'unbounded' ? 'unbounded' : times * stated;
	}
}
