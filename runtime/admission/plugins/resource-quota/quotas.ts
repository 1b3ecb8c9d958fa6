/** The quotas of a namespace, parsed once for each stored state. */
import type { ResourceQuota } from '../../../../generated/types/core/v1.ts';
import { parseWhole } from '../../../codec/item-form.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { type ResourceList, readAmounts } from '../../../scalars/resource-list.ts';
import type { Revision } from '../../../storage/store.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import type { ScopeCondition } from './evaluators/contract.ts';

export const resourceQuotas = 'resourcequotas';

export interface Quota {
	readonly name: string;
	readonly revision: Revision;
	/** Names of the resources that the quota is to limit; they take effect once the status repeats them. */
	readonly wanted: readonly string[];
	/** Conditions that the counted objects fulfil, all of them. */
	readonly conditions: readonly ScopeCondition[];
	readonly hard: ResourceList;
	readonly used: ResourceList;
	readonly object: JsonObject;
}

function parseQuota(found: CachedObject): Quota {
	const object = parseWhole(found);
	return { ...quotaOf(object as object as ResourceQuota), name: found.name, revision: found.revision, object };
}

/** Reads what counts of a quota. */
export function quotaOf({ spec = {}, status = {} }: ResourceQuota): Pick<Quota, 'wanted' | 'conditions' | 'hard' | 'used'> {
	const scopes = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
	return {
		wanted: Object.keys(spec.hard ?? {}),
		conditions: [...scopes, ...(spec.scopeSelector?.matchExpressions ?? [])],
		hard: readAmounts(status.hard),
		used: readAmounts(status.used),
	};
}

/** Namespaces whose parsed quotas are kept: as many as one server serves at once with quotas, in a few MB. */
const mostNamespaces = 1_000;

export class Quotas {
	readonly #cache: WatchCache;
	/** Quotas by namespace; the namespace parsed longest ago comes first. */
	readonly #parsed = new Map<string, readonly Quota[]>();

	constructor(cache: WatchCache) {
		this.#cache = cache;
	}

	/** Returns the quotas of a namespace, sorted by name. */
	in(namespace: string): readonly Quota[] {
		if (this.#cache.count(resourceQuotas, namespace) === 0) {
			this.#parsed.delete(namespace);
			return [];
		}
		const before = this.#parsed.get(namespace) ?? [];
		let isSame = true;
		let at = 0;
		const now: Quota[] = [];
		for (const found of this.#cache.list(resourceQuotas, namespace)) {
			const known = before[at++];
			if (known?.revision === found.revision) now.push(known);
			else {
				isSame = false;
				now.push(before.find(({ revision }) => revision === found.revision) ?? parseQuota(found));
			}
		}
		if (isSame && now.length === before.length) return before;
		this.#keep(namespace, now);
		return now;
	}

	#keep(namespace: string, quotas: readonly Quota[]): void {
		this.#parsed.delete(namespace);
		this.#parsed.set(namespace, quotas);
		const [oldest] = this.#parsed.keys();
		if (this.#parsed.size > mostNamespaces && oldest !== undefined) this.#parsed.delete(oldest);
	}
}
