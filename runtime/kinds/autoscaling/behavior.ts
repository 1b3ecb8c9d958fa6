/** How fast replicas are added and taken away. */
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '../../../generated/types/autoscaling/v2.ts';
import { type Cause, notSupported, required } from '../../model/cause.ts';

const periodSeconds = 15;

/** What a behaviour that is given leaves out. In place. */
export function setBehavior(behavior: HorizontalPodAutoscalerBehavior): void {
	behavior.scaleUp = {
		stabilizationWindowSeconds: 0,
		...withPolicies(behavior.scaleUp, [
			{ type: 'Pods', value: 4, periodSeconds },
			{ type: 'Percent', value: 100, periodSeconds },
		]),
	};
	// The controller has a number of its own for how long a wish to have less must have lasted.
	behavior.scaleDown = withPolicies(behavior.scaleDown, [{ type: 'Percent', value: 100, periodSeconds }]);
}

function withPolicies(rules: HPAScalingRules | undefined, policies: NonNullable<HPAScalingRules['policies']>): HPAScalingRules {
	return { selectPolicy: 'Max', policies, ...rules };
}

/** What is not filled in once somebody has begun to say it. */
export function behaviorViolations(behavior: HorizontalPodAutoscalerBehavior = {}): Cause[] {
	return (['scaleUp', 'scaleDown'] as const).flatMap((way) => {
		const { policies } = behavior[way] ?? {};
		if (policies === undefined) return [];
		const path = `spec.behavior.${way}.policies`;
		if (policies.length === 0) return [required(path, 'must specify at least one Policy')];
		return policies.flatMap(({ type = '' }, index) => (type === '' ? [notSupported(`${path}[${index}].type`, '', ['Percent', 'Pods'])] : []));
	});
}
