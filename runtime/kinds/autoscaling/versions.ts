/** Converts v1 and v2beta1 autoscalers. Values for which they have no field are in annotations, which v2 does not have. */
import type * as v1 from '../../../generated/types/autoscaling/v1.ts';
import type * as v2 from '../../../generated/types/autoscaling/v2.ts';
import type * as v2beta1 from '../../../generated/types/autoscaling/v2beta1.ts';
import type { Converter } from '../../api/hooks.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { HeldAnnotations, writtenBehavior } from './annotations.ts';
import { newMetric, newStatus, olderMetric, olderStatus, withoutUndefined } from './older-metrics.ts';

type V2 = v2.HorizontalPodAutoscaler;
type Metadata = V2['metadata'];

export interface AutoscalerConverters {
	readonly v1: Converter<v1.HorizontalPodAutoscaler, V2>;
	readonly v2beta1: Converter<v2beta1.HorizontalPodAutoscaler, V2>;
}

/** Returns the converters. `hasTolerance`: whether the emulated release has tolerances in behaviors. */
export function converters(labelDomain: string, hasTolerance: boolean): AutoscalerConverters {
	const held = ({ metadata }: { readonly metadata?: Metadata }): HeldAnnotations => new HeldAnnotations(metadata?.annotations, labelDomain);
	return {
		v1: {
			toStorage(object) {
				const { spec, status, metadata } = object;
				const own = held(object);
				const { targetCPUUtilizationPercentage: target, ...restOfSpec } = spec ?? {};
				const { currentCPUUtilizationPercentage: current, ...restOfStatus } = status ?? {};
				const metrics = [...(own.metrics ?? []).map(newMetric), ...(target === undefined ? [] : [cpu(target)])];
				const currentMetrics = own.currentMetrics?.map(newStatus) ?? (current === undefined ? undefined : [currentCpu(current)]);
				return withoutUndefined({
					metadata: withAnnotations(metadata, own.replacedBy({})),
					spec: withoutUndefined({
						...restOfSpec,
						metrics: metrics.length === 0 ? undefined : metrics,
						behavior: own.behavior,
					}) as v2.HorizontalPodAutoscalerSpec,
					status: withoutUndefined({ ...restOfStatus, currentMetrics, conditions: own.conditions }) as v2.HorizontalPodAutoscalerStatus,
				});
			},
			fromStorage(object) {
				const { spec, status, metadata } = object;
				const { metrics = [], behavior, ...restOfSpec } = spec ?? {};
				const { currentMetrics, conditions, ...restOfStatus } = status ?? {};
				const others = metrics.filter((metric) => utilizationOf(metric) === undefined);
				const annotations = held(object).replacedBy({
					...(others.length > 0 && { metrics: asJson(others.map(olderMetric)) }),
					...(currentMetrics && currentMetrics.length > 0 && { 'current-metrics': asJson(currentMetrics.map(olderStatus)) }),
					...(behavior && { behavior: writtenBehavior(behavior, hasTolerance) }),
					...(conditions && conditions.length > 0 && { conditions: asJson(conditions.map(olderCondition)) }),
				});
				const targetCPUUtilizationPercentage = metrics.map(utilizationOf).find((value) => value !== undefined);
				const currentCPUUtilizationPercentage = currentMetrics?.map(currentUtilizationOf).findLast((value) => value !== undefined);
				return withoutUndefined({
					metadata: withAnnotations(metadata, annotations),
					spec: withoutUndefined({ ...restOfSpec, targetCPUUtilizationPercentage }) as v1.HorizontalPodAutoscalerSpec,
					status: withoutUndefined({ ...restOfStatus, currentCPUUtilizationPercentage }) as v1.HorizontalPodAutoscalerStatus,
				});
			},
		},
		v2beta1: {
			toStorage(object) {
				const { spec, status, metadata } = object;
				const own = held(object);
				return withoutUndefined({
					metadata: withAnnotations(metadata, own.replacedBy({})),
					spec: withoutUndefined({ ...spec, metrics: spec?.metrics?.map(newMetric), behavior: own.behavior }) as v2.HorizontalPodAutoscalerSpec,
					status: status && (withoutUndefined({ ...status, currentMetrics: status.currentMetrics?.map(newStatus) }) as v2.HorizontalPodAutoscalerStatus),
				});
			},
			fromStorage(object) {
				const { metadata, status } = object;
				const { behavior, ...spec } = object.spec ?? {};
				const annotations = held(object).replacedBy(behavior === undefined ? {} : { behavior: writtenBehavior(behavior, hasTolerance) });
				return withoutUndefined({
					metadata: withAnnotations(metadata, annotations),
					spec: withoutUndefined({ ...spec, metrics: spec.metrics?.map(olderMetric) }) as v2beta1.HorizontalPodAutoscalerSpec,
					status: status && (withoutUndefined({ ...status, currentMetrics: status.currentMetrics?.map(olderStatus) }) as v2beta1.HorizontalPodAutoscalerStatus),
				});
			},
		},
	};
}

/** Returns metadata without the annotations of older versions. */
export function withoutHeld(metadata: Metadata, labelDomain: string): Metadata {
	return withAnnotations(metadata, new HeldAnnotations(metadata?.annotations, labelDomain).replacedBy({}));
}

function withAnnotations(metadata: Metadata, annotations: Record<string, string> | undefined): Metadata {
	const { annotations: _, ...rest } = metadata ?? {};
	return annotations === undefined ? metadata && rest : { ...metadata, annotations };
}

function cpu(averageUtilization: number): v2.MetricSpec {
	return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

function currentCpu(averageUtilization: number): v2.MetricStatus {
	return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } };
}

/** Returns the target utilization of the CPU, the only metric that v1 has as a field. */
function utilizationOf({ type, resource }: v2.MetricSpec): number | undefined {
	return type === 'Resource' && resource?.name === 'cpu' ? resource.target.averageUtilization : undefined;
}

function currentUtilizationOf({ type, resource }: v2.MetricStatus): number | undefined {
	return type === 'Resource' && resource?.name === 'cpu' ? resource.current.averageUtilization : undefined;
}

function olderCondition({ type, status, lastTransitionTime = null, reason, message }: v2.HorizontalPodAutoscalerCondition) {
	return withoutUndefined({ type, status, lastTransitionTime, reason: reason || undefined, message: message || undefined });
}

/** Changes only the type: generated types are JSON, which TypeScript cannot infer for interfaces. */
function asJson(list: readonly object[]): JsonObject[] {
	return list as JsonObject[];
}
