/** Quotas of a namespace, parsed once for each stored state. */
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
	/** Names of the resources in the spec. They are limited once the status has them, too. */
	readonly wanted: readonly string[];
	/** Conditions that all counted objects meet. */
	readonly conditions: readonly ScopeCondition[];
	readonly hard: ResourceList;
	readonly used: ResourceList;
	readonly object: JsonObject;
}

function parseQuota(found: CachedObject): Quota {
	const object = parseWhole(found);
	return { ...quotaOf(object as object as ResourceQuota), name: found.name, revision: found.revision, object };
}

/** Reads the parts of a quota that decisions need. */
export function quotaOf({ spec = {}, status = {} }: ResourceQuota): Pick<Quota, 'wanted' | 'conditions' | 'hard' | 'used'> {
	const scopes = (spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' }));
	return {
		wanted: Object.keys(spec.hard ?? {}),
		conditions: [...scopes, ...(spec.scopeSelector?.matchExpressions ?? [])],
		hard: readAmounts(status.hard),
		used: readAmounts(status.used),
	};
}

/** Maximum number of namespaces whose parsed quotas are kept: as many as a server with quotas serves at a time, in a few MB. */
const mostNamespaces = 1_000;

export class Quotas {
	readonly #cache: WatchCache;
	/** Quotas by namespace, least recently parsed first. */
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
