/** All evaluators. For kinds without a row, the number of objects counts. */
import type { KindDescriptor } from '../../../../model/catalog.ts';
import type { Evaluator, EvaluatorOf, EvaluatorParts } from './contract.ts';
import { objectCount } from './object-count.ts';
import { claimEvaluator } from './persistent-volume-claims.ts';
import { podEvaluator } from './pods.ts';
import { resourceClaimEvaluator } from './resource-claims.ts';
import { serviceEvaluator } from './services.ts';

const rows: readonly ((parts: EvaluatorParts) => Evaluator)[] = [podEvaluator, serviceEvaluator, claimEvaluator, resourceClaimEvaluator];

/** Plurals of the kinds with a row. */
export const measuredResources: ReadonlySet<string> = new Set(['pods', 'services', 'persistentvolumeclaims', 'resourceclaims']);

/** Kinds that quotas do not count. Events expire by themselves. */
const uncounted: readonly string[] = ['events'];

/** Returns the evaluator of each kind, and undefined for kinds that are not counted. */
export function evaluators(parts: EvaluatorParts): EvaluatorOf {
	const known = new Map<string, { readonly kind: KindDescriptor; readonly evaluator: Evaluator | undefined }>();
	const special = new Map(rows.map((row) => row(parts)).map((evaluator) => [evaluator.storageName, evaluator]));
	const make = (kind: KindDescriptor): Evaluator | undefined => {
		if (kind.scope !== 'Namespaced' || kind.stored === false || uncounted.includes(kind.storageName)) return undefined;
		return special.get(kind.storageName) ?? objectCount(kind);
	};
	return (kind) => {
		const made = known.get(kind.storageName);
		if (made?.kind === kind) return made.evaluator;
		const evaluator = make(kind);
		known.set(kind.storageName, { kind, evaluator });
		return evaluator;
	};
}
