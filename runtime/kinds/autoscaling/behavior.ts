/** Scaling behavior of an autoscaler: the rates at which it adds and removes replicas. */
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from '../../../generated/types/autoscaling/v2.ts';
import { type Cause, notSupported, required } from '../../model/cause.ts';

const periodSeconds = 15;

/** Sets the defaults of a behavior, in place. */
export function setBehavior(behavior: HorizontalPodAutoscalerBehavior): void {
	behavior.scaleUp = {
		stabilizationWindowSeconds: 0,
		...withPolicies(behavior.scaleUp, [
			{ type: 'Pods', value: 4, periodSeconds },
			{ type: 'Percent', value: 100, periodSeconds },
		]),
	};
	// `scaleDown` has no default stabilization window, because the controller has a flag for it.
	behavior.scaleDown = withPolicies(behavior.scaleDown, [{ type: 'Percent', value: 100, periodSeconds }]);
}

function withPolicies(rules: HPAScalingRules | undefined, policies: NonNullable<HPAScalingRules['policies']>): HPAScalingRules {
	return { selectPolicy: 'Max', policies, ...rules };
}

/** Validates scaling policies; a sent list gets no defaults. */
export function behaviorViolations(behavior: HorizontalPodAutoscalerBehavior = {}): Cause[] {
	return (['scaleUp', 'scaleDown'] as const).flatMap((way) => {
		const { policies } = behavior[way] ?? {};
		if (policies === undefined) return [];
		const path = `spec.behavior.${way}.policies`;
		if (policies.length === 0) return [required(path, 'must specify at least one Policy')];
		return policies.flatMap(({ type = '' }, index) => (type === '' ? [notSupported(`${path}[${index}].type`, '', ['Percent', 'Pods'])] : []));
	});
}
