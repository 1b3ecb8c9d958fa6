/** Evaluators: what the objects of a kind use of a quota. Admission charges it, and the controller counts it. */
import type { JsonObject, KindDescriptor, Release } from '../../../../model/catalog.ts';
import type { Vocabulary } from '../../../../model/vocabulary.ts';
import type { ResourceList } from '../../../../scalars/resource-list.ts';
import type { AdmissionRequest } from '../../../contract.ts';

/** A condition of a quota on the objects that it counts. Scopes without values have the operator `Exists`. */
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
	/** Time, in ms since the epoch, from which the object uses less, and how much. */
	readonly ends?: { readonly atMs: number; readonly usage: ResourceList };
}

export interface EvaluatorParts {
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
	readonly vocabulary: Vocabulary;
}

export interface Evaluator {
	/** Storage name of the kind. */
	readonly storageName: string;
	/** Reports whether the write may change what is used. It is called for creates and updates. */
	charges(request: AdmissionRequest): boolean;
	/** Reports whether the evaluator counts the resource with this name. */
	counts(resource: string): boolean;
	/** Measures an object in its storage version. */
	measure(object: JsonObject): Measured;
	/** Returns why an object does not state what a quota of these resources needs to know. */
	unstated?(object: JsonObject, resources: readonly string[]): string | undefined;
	/** True when each object uses one of each resource, so that counting needs no look at the objects. */
	readonly isCount?: true;
	/** True when objects may be in scopes. Scopes that must be covered by a quota do not apply to other kinds. */
	readonly hasScopes?: true;
}

export type EvaluatorOf = (kind: KindDescriptor) => Evaluator | undefined;

/** Returns the name under which quotas count the objects of a kind. */
export function countName(plural: string, group: string): string {
	return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}
