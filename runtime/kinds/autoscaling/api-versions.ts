/** API versions of an autoscaler's references. Releases that check them accept stored values. */
import type { HorizontalPodAutoscalerSpec } from '../../../generated/types/autoscaling/v2.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';

export function apiVersionViolations(spec: HorizontalPodAutoscalerSpec, old: HorizontalPodAutoscalerSpec | undefined): Cause[] {
	return [...ofTarget(spec, old), ...(old !== undefined && ofMeasured(old).length > 0 ? [] : ofMeasured(spec))];
}

/** Checks the scale target. ReplicationController is the only scalable kind in the core group. */
function ofTarget({ scaleTargetRef: target }: HorizontalPodAutoscalerSpec, old: HorizontalPodAutoscalerSpec | undefined): Cause[] {
	const before = old?.scaleTargetRef;
	if (target === undefined || (before !== undefined && before.apiVersion === target.apiVersion && before.kind === target.kind)) return [];
	return violations(target.apiVersion, 'spec.scaleTargetRef.apiVersion', target.kind === 'ReplicationController');
}

function ofMeasured({ metrics = [] }: HorizontalPodAutoscalerSpec): Cause[] {
	return metrics.flatMap(({ object }, index) =>
		object === undefined ? [] : violations(object.describedObject?.apiVersion, `spec.metrics[${index}].object.describedObject.apiVersion`, true),
	);
}

function violations(apiVersion = '', path: string, mayLackGroup: boolean): Cause[] {
	const parts = apiVersion.split('/');
	if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
	const group = parts.length === 2 ? parts[0] : '';
	return group || mayLackGroup ? [] : [invalidValue(path, apiVersion, 'apiVersion must specify API group')];
}
