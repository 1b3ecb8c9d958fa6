/** Evaluators: how much of a quota the objects of a kind use. Admission charges this usage, and the controller counts it. */
import type { JsonObject, KindDescriptor, Release } from '../../../../model/catalog.ts';
import type { Vocabulary } from '../../../../model/vocabulary.ts';
import type { ResourceList } from '../../../../scalars/resource-list.ts';
import type { WatchCache } from '../../../../watch/contract.ts';
import type { AdmissionRequest } from '../../../contract.ts';

/** Condition of a quota on the objects that it counts. A scope without values has the operator `Exists`. */
export interface ScopeCondition {
	readonly scopeName: string;
	readonly operator: string;
	readonly values?: readonly string[];
}

/** Usage and scopes of one object. */
export interface Measured {
	readonly usage: ResourceList;
	/** Reports whether the object is in a scope. */
	isIn(condition: ScopeCondition): boolean;
	/** Time from which the object uses less, in ms since the epoch, and its usage then. */
	readonly ends?: { readonly atMs: number; readonly usage: ResourceList };
}

export interface EvaluatorParts {
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly vocabulary: Vocabulary;
	readonly cache: Pick<WatchCache, 'get' | 'list'>;
}

export interface Evaluator {
	/** Storage name of the kind. */
	readonly storageName: string;
	/** Reports whether the write may change the usage. Called for creates and updates. */
	charges(request: AdmissionRequest): boolean;
	/** Reports whether the evaluator counts the resource with this name. */
	counts(resource: string): boolean;
	/** Measures an object in its storage version. */
	measure(object: JsonObject): Measured;
	/** Returns the values that a quota of these resources needs and that the object lacks, as a sentence. */
	unstated?(object: JsonObject, resources: readonly string[]): string | undefined;
	/** True when each object uses one of each resource, so that counting need not read the objects. */
	readonly isCount?: true;
	/** True when objects may be in scopes. Scopes that must be covered by a quota do not apply to other kinds. */
	readonly hasScopes?: true;
}

export type EvaluatorOf = (kind: KindDescriptor) => Evaluator | undefined;

/** Returns the resource name under which quotas count the objects of a kind. */
export function countName(plural: string, group: string): string {
	return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}
