/** How fast replicas are added and taken away where a behaviour is given and leaves it out. In place. */
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '../../../generated/types/autoscaling/v2.ts';

const periodSeconds = 15;

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
