/**
 * PodDisruptionBudget: a label that distinguishes the empty selectors of its versions is internal. v1beta1 does not validate the counts in
 * the status.
 */
import type { PodDisruptionBudget } from '../../../generated/types/policy/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

export function podDisruptionBudgetHooks({ labelDomain }: Vocabulary): KindHooks<PodDisruptionBudget> {
	/** Label by which v1 represents an empty selector of v1beta1 (see the conversion in the spec). */
	const reserved = `pdb.${labelDomain}/deprecated-v1beta1-empty-selector-match`;
	return {
		normalize({ apiVersion, spec }) {
			// When v1beta1 is the only version, the label has no meaning.
			if (spec === undefined || apiVersion === 'policy/v1beta1') return;
			const { matchExpressions = [], matchLabels = {} } = spec.selector ?? {};
			const [first] = matchExpressions;
			const choosesNothing =
				matchExpressions.length === 1 && first?.key === reserved && first.operator === 'Exists' && !first.values && Object.keys(matchLabels).length === 0;
			if (choosesNothing || !matchExpressions.some(({ key }) => key === reserved)) return;
			const others = matchExpressions.filter(({ key }) => key !== reserved);
			const { matchExpressions: _, ...rest } = spec.selector ?? {};
			spec.selector = others.length === 0 ? rest : { ...rest, matchExpressions: others };
		},
		tolerates({ field = '' }, _budget, { version, stored }) {
			if (!counts.has(field)) return false;
			return version === 'v1beta1' || stored?.causes.some((before) => before.field === field) === true;
		},
	};
}

const counts: ReadonlySet<string> = new Set(['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'].map((name) => `status.${name}`));
