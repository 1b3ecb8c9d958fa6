/** Policies of one kind that apply, indexed by resource. A write reads only those that may apply to its resource. */
import type { Authorizer } from '../../api/authorization.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AdmissionRequest, WriteTarget } from '../contract.ts';
import { isExcluded } from './excluded.ts';
import { mayMatch, missingNamespace } from './matching.ts';
import type { Params } from './params.ts';
import type { Policy } from './policy.ts';
import type { EvaluationQueue, Work } from './work.ts';

export interface PolicyParts {
	readonly cache: WatchCache;
	readonly authorizer: Authorizer;
	readonly vocabulary: Vocabulary;
	readonly params: Params;
	readonly queue: EvaluationQueue;
	/** Returns a namespace. Throws ApiError NotFound. */
	namespace(name: string, request: AdmissionRequest): Work<JsonObject>;
}

export class PoliciesInForce<P extends Policy> {
	readonly parts: PolicyParts;
	#policies: readonly P[] = [];
	/** Policies that may apply to a resource, selected when the resource is first written. */
	readonly #byResource = new Map<string, readonly P[]>();

	constructor(parts: PolicyParts) {
		this.parts = parts;
	}

	/** Sets the policies, in the order in which they are evaluated. */
	configure(policies: readonly P[]): void {
		this.#policies = policies;
		this.#byResource.clear();
	}

	wants(about: WriteTarget): boolean {
		return !isExcluded(about, this.parts.vocabulary.groupDomain) && this.#of(about.resource).some(({ constraints }) => mayMatch(constraints, about));
	}

	/** Returns the policies that may apply to a request, before its object is inspected. */
	about(request: AdmissionRequest): readonly P[] {
		if (isExcluded(request, this.parts.vocabulary.groupDomain)) return [];
		return this.#of(request.resource).filter(({ constraints }) => mayMatch(constraints, request));
	}

	#of(resource: string): readonly P[] {
		let found = this.#byResource.get(resource);
		if (found === undefined) {
			found = this.#policies.filter(
				({ constraints: { rules } }) => rules.length === 0 || rules.some(({ resources = [] }) => resources.some((text) => names(text, resource))),
			);
			this.#byResource.set(resource, found);
		}
		return found;
	}
}

/** Reports whether an entry of a rule, such as `pods`, `pods/status` or `*`, names a resource. */
function names(entry: string, resource: string): boolean {
	const slash = entry.indexOf('/');
	const of = slash === -1 ? entry : entry.slice(0, slash);
	return of === '*' || of === resource;
}

/** Reads a namespace. A namespace that the cache lacks may exist. */
export function* namespaceIn(cache: WatchCache, name: string, request: AdmissionRequest): Work<JsonObject> {
	const known = cache.get('namespaces', '', name);
	if (known !== undefined) return parseWhole(known);
	const caughtUp = cache.consistent({ signal: request.signal() });
	if (caughtUp !== undefined) yield caughtUp;
	const late = cache.get('namespaces', '', name);
	if (late === undefined) throw missingNamespace(name);
	return parseWhole(late);
}
