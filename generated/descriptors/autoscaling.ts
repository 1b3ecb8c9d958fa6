// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'autoscaling/v1.CrossVersionObjectReference': () => ({
		name: 'autoscaling/v1.CrossVersionObjectReference',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.CrossVersionObjectReference`,
		mapType: 'atomic',
	}),
	'autoscaling/v1.HorizontalPodAutoscaler': () => ({
		name: 'autoscaling/v1.HorizontalPodAutoscaler',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v1.HorizontalPodAutoscalerSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.16', set: { required: false } }, { from: '1.36', set: { required: true } }] },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v1.HorizontalPodAutoscalerStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.HorizontalPodAutoscaler`,
	}),
	'autoscaling/v1.HorizontalPodAutoscalerList': () => ({
		name: 'autoscaling/v1.HorizontalPodAutoscalerList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v1.HorizontalPodAutoscaler' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.HorizontalPodAutoscalerList`,
	}),
	'autoscaling/v1.HorizontalPodAutoscalerSpec': () => ({
		name: 'autoscaling/v1.HorizontalPodAutoscalerSpec',
		fields: [
			{ name: 'scaleTargetRef', schema: { kind: 'struct', type: 'autoscaling/v1.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'minReplicas', schema: { kind: 'int32' }, number: 2 },
			{ name: 'maxReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'targetCPUUtilizationPercentage', schema: { kind: 'int32' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.HorizontalPodAutoscalerSpec`,
	}),
	'autoscaling/v1.HorizontalPodAutoscalerStatus': () => ({
		name: 'autoscaling/v1.HorizontalPodAutoscalerStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1 },
			{ name: 'lastScaleTime', schema: { kind: 'time' }, number: 2 },
			{ name: 'currentReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'desiredReplicas', schema: { kind: 'int32' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentCPUUtilizationPercentage', schema: { kind: 'int32' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.HorizontalPodAutoscalerStatus`,
	}),
	'autoscaling/v1.Scale': () => ({
		name: 'autoscaling/v1.Scale',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v1.ScaleSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v1.ScaleStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.Scale`,
	}),
	'autoscaling/v1.ScaleSpec': () => ({
		name: 'autoscaling/v1.ScaleSpec',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1, presence: 'omitZero', defaultShown: '1.34' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.ScaleSpec`,
	}),
	'autoscaling/v1.ScaleStatus': () => ({
		name: 'autoscaling/v1.ScaleStatus',
		fields: [
			{ name: 'replicas', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v1.ScaleStatus`,
	}),
	'autoscaling/v2.ContainerResourceMetricSource': () => ({
		name: 'autoscaling/v2.ContainerResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'container', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ContainerResourceMetricSource`,
	}),
	'autoscaling/v2.ContainerResourceMetricStatus': () => ({
		name: 'autoscaling/v2.ContainerResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'container', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ContainerResourceMetricStatus`,
	}),
	'autoscaling/v2.CrossVersionObjectReference': () => ({
		name: 'autoscaling/v2.CrossVersionObjectReference',
		fields: [
			{ name: 'kind', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 1, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 2, presence: 'always', required: true },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.CrossVersionObjectReference`,
	}),
	'autoscaling/v2.ExternalMetricSource': () => ({
		name: 'autoscaling/v2.ExternalMetricSource',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ExternalMetricSource`,
	}),
	'autoscaling/v2.ExternalMetricStatus': () => ({
		name: 'autoscaling/v2.ExternalMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ExternalMetricStatus`,
	}),
	'autoscaling/v2.HPAScalingPolicy': () => ({
		name: 'autoscaling/v2.HPAScalingPolicy',
		fields: [
			{ name: 'type', schema: { kind: 'string', enum: ['Percent', 'Pods'], enumHidden: true }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'int32', rules: [{ rule: 'exclusiveMinimum', argument: 0, message: 'must be greater than zero' }] }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'periodSeconds', schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: 1800, message: 'must be less than or equal to 1800' }, { rule: 'exclusiveMinimum', argument: 0, message: 'must be greater than zero' }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HPAScalingPolicy`,
	}),
	'autoscaling/v2.HPAScalingRules': () => ({
		name: 'autoscaling/v2.HPAScalingRules',
		fields: [
			{ name: 'stabilizationWindowSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to zero' }, { rule: 'maximum', argument: 3600, message: 'must be less than or equal to 3600' }] }, number: 3 },
			{ name: 'selectPolicy', schema: { kind: 'string', enum: ['Disabled', 'Max', 'Min'], enumHidden: true }, number: 1 },
			{ name: 'policies', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2.HPAScalingPolicy' }, listType: 'atomic' }, number: 2 },
			{ name: 'tolerance', schema: { kind: 'quantity', rules: [{ rule: 'minimum', argument: '0', message: 'must be greater than or equal to 0' }] }, number: 4, gate: 'HPAConfigurableTolerance', introduced: '1.33' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HPAScalingRules`,
	}),
	'autoscaling/v2.HorizontalPodAutoscaler': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscaler',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v2.HorizontalPodAutoscalerSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.16', set: { required: false } }, { from: '1.36', set: { required: true } }] },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v2.HorizontalPodAutoscalerStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscaler`,
	}),
	'autoscaling/v2.HorizontalPodAutoscalerBehavior': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscalerBehavior',
		fields: [
			{ name: 'scaleUp', schema: { kind: 'struct', type: 'autoscaling/v2.HPAScalingRules' }, number: 1 },
			{ name: 'scaleDown', schema: { kind: 'struct', type: 'autoscaling/v2.HPAScalingRules' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscalerBehavior`,
	}),
	'autoscaling/v2.HorizontalPodAutoscalerCondition': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscalerCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscalerCondition`,
	}),
	'autoscaling/v2.HorizontalPodAutoscalerList': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscalerList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2.HorizontalPodAutoscaler' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscalerList`,
	}),
	'autoscaling/v2.HorizontalPodAutoscalerSpec': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscalerSpec',
		fields: [
			{ name: 'scaleTargetRef', schema: { kind: 'struct', type: 'autoscaling/v2.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'minReplicas', schema: { kind: 'int32' }, number: 2, default: 1 },
			{ name: 'maxReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2.MetricSpec' }, listType: 'atomic' }, number: 4, presence: 'omitZero', default: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }] },
			{ name: 'behavior', schema: { kind: 'struct', type: 'autoscaling/v2.HorizontalPodAutoscalerBehavior' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscalerSpec`,
	}),
	'autoscaling/v2.HorizontalPodAutoscalerStatus': () => ({
		name: 'autoscaling/v2.HorizontalPodAutoscalerStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1 },
			{ name: 'lastScaleTime', schema: { kind: 'time' }, number: 2 },
			{ name: 'currentReplicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 3, presence: 'omitZero' },
			{ name: 'desiredReplicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentMetrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2.MetricStatus' }, listType: 'atomic' }, number: 5, presence: 'always' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2.HorizontalPodAutoscalerCondition' }, listType: 'map', mapKeys: ['type'], mayRepeat: 'silently' }, number: 6, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.HorizontalPodAutoscalerStatus`,
	}),
	'autoscaling/v2.MetricIdentifier': () => ({
		name: 'autoscaling/v2.MetricIdentifier',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.MetricIdentifier`,
	}),
	'autoscaling/v2.MetricSpec': () => ({
		name: 'autoscaling/v2.MetricSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2.ObjectMetricSource' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2.PodsMetricSource' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2.ResourceMetricSource' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2.ContainerResourceMetricSource' }, number: 7, gate: 'HPAContainerMetrics', introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2.ExternalMetricSource' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.MetricSpec`,
	}),
	'autoscaling/v2.MetricStatus': () => ({
		name: 'autoscaling/v2.MetricStatus',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2.ObjectMetricStatus' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2.PodsMetricStatus' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2.ResourceMetricStatus' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2.ContainerResourceMetricStatus' }, number: 7, introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2.ExternalMetricStatus' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.MetricStatus`,
	}),
	'autoscaling/v2.MetricTarget': () => ({
		name: 'autoscaling/v2.MetricTarget',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 3 },
			{ name: 'averageUtilization', schema: { kind: 'int32' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.MetricTarget`,
	}),
	'autoscaling/v2.MetricValueStatus': () => ({
		name: 'autoscaling/v2.MetricValueStatus',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'averageUtilization', schema: { kind: 'int32' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.MetricValueStatus`,
	}),
	'autoscaling/v2.ObjectMetricSource': () => ({
		name: 'autoscaling/v2.ObjectMetricSource',
		fields: [
			{ name: 'describedObject', schema: { kind: 'struct', type: 'autoscaling/v2.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ObjectMetricSource`,
	}),
	'autoscaling/v2.ObjectMetricStatus': () => ({
		name: 'autoscaling/v2.ObjectMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'describedObject', schema: { kind: 'struct', type: 'autoscaling/v2.CrossVersionObjectReference' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ObjectMetricStatus`,
	}),
	'autoscaling/v2.PodsMetricSource': () => ({
		name: 'autoscaling/v2.PodsMetricSource',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.PodsMetricSource`,
	}),
	'autoscaling/v2.PodsMetricStatus': () => ({
		name: 'autoscaling/v2.PodsMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.PodsMetricStatus`,
	}),
	'autoscaling/v2.ResourceMetricSource': () => ({
		name: 'autoscaling/v2.ResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ResourceMetricSource`,
	}),
	'autoscaling/v2.ResourceMetricStatus': () => ({
		name: 'autoscaling/v2.ResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2.ResourceMetricStatus`,
	}),
	'autoscaling/v2beta1.ContainerResourceMetricSource': () => ({
		name: 'autoscaling/v2beta1.ContainerResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'targetAverageUtilization', schema: { kind: 'int32' }, number: 2 },
			{ name: 'targetAverageValue', schema: { kind: 'quantity' }, number: 3 },
			{ name: 'container', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ContainerResourceMetricSource`,
	}),
	'autoscaling/v2beta1.ContainerResourceMetricStatus': () => ({
		name: 'autoscaling/v2beta1.ContainerResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentAverageUtilization', schema: { kind: 'int32' }, number: 2 },
			{ name: 'currentAverageValue', schema: { kind: 'quantity' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'container', schema: { kind: 'string' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ContainerResourceMetricStatus`,
	}),
	'autoscaling/v2beta1.CrossVersionObjectReference': () => ({
		name: 'autoscaling/v2beta1.CrossVersionObjectReference',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'name', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.CrossVersionObjectReference`,
	}),
	'autoscaling/v2beta1.ExternalMetricSource': () => ({
		name: 'autoscaling/v2beta1.ExternalMetricSource',
		fields: [
			{ name: 'metricName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metricSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'targetValue', schema: { kind: 'quantity' }, number: 3 },
			{ name: 'targetAverageValue', schema: { kind: 'quantity' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ExternalMetricSource`,
	}),
	'autoscaling/v2beta1.ExternalMetricStatus': () => ({
		name: 'autoscaling/v2beta1.ExternalMetricStatus',
		fields: [
			{ name: 'metricName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metricSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'currentValue', schema: { kind: 'quantity' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentAverageValue', schema: { kind: 'quantity' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ExternalMetricStatus`,
	}),
	'autoscaling/v2beta1.HorizontalPodAutoscaler': () => ({
		name: 'autoscaling/v2beta1.HorizontalPodAutoscaler',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v2beta1.HorizontalPodAutoscalerSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v2beta1.HorizontalPodAutoscalerStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.HorizontalPodAutoscaler`,
	}),
	'autoscaling/v2beta1.HorizontalPodAutoscalerCondition': () => ({
		name: 'autoscaling/v2beta1.HorizontalPodAutoscalerCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.HorizontalPodAutoscalerCondition`,
	}),
	'autoscaling/v2beta1.HorizontalPodAutoscalerList': () => ({
		name: 'autoscaling/v2beta1.HorizontalPodAutoscalerList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta1.HorizontalPodAutoscaler' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.HorizontalPodAutoscalerList`,
	}),
	'autoscaling/v2beta1.HorizontalPodAutoscalerSpec': () => ({
		name: 'autoscaling/v2beta1.HorizontalPodAutoscalerSpec',
		fields: [
			{ name: 'scaleTargetRef', schema: { kind: 'struct', type: 'autoscaling/v2beta1.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'minReplicas', schema: { kind: 'int32' }, number: 2 },
			{ name: 'maxReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta1.MetricSpec' } }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.HorizontalPodAutoscalerSpec`,
	}),
	'autoscaling/v2beta1.HorizontalPodAutoscalerStatus': () => ({
		name: 'autoscaling/v2beta1.HorizontalPodAutoscalerStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1 },
			{ name: 'lastScaleTime', schema: { kind: 'time' }, number: 2 },
			{ name: 'currentReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'desiredReplicas', schema: { kind: 'int32' }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentMetrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta1.MetricStatus' } }, number: 5, presence: 'always' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta1.HorizontalPodAutoscalerCondition' } }, number: 6, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.HorizontalPodAutoscalerStatus`,
	}),
	'autoscaling/v2beta1.MetricSpec': () => ({
		name: 'autoscaling/v2beta1.MetricSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ObjectMetricSource' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2beta1.PodsMetricSource' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ResourceMetricSource' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ContainerResourceMetricSource' }, number: 7, introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ExternalMetricSource' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.MetricSpec`,
	}),
	'autoscaling/v2beta1.MetricStatus': () => ({
		name: 'autoscaling/v2beta1.MetricStatus',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ObjectMetricStatus' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2beta1.PodsMetricStatus' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ResourceMetricStatus' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ContainerResourceMetricStatus' }, number: 7, introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2beta1.ExternalMetricStatus' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.MetricStatus`,
	}),
	'autoscaling/v2beta1.ObjectMetricSource': () => ({
		name: 'autoscaling/v2beta1.ObjectMetricSource',
		fields: [
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta1.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metricName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'targetValue', schema: { kind: 'quantity' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 4 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ObjectMetricSource`,
	}),
	'autoscaling/v2beta1.ObjectMetricStatus': () => ({
		name: 'autoscaling/v2beta1.ObjectMetricStatus',
		fields: [
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta1.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metricName', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentValue', schema: { kind: 'quantity' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 4 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ObjectMetricStatus`,
	}),
	'autoscaling/v2beta1.PodsMetricSource': () => ({
		name: 'autoscaling/v2beta1.PodsMetricSource',
		fields: [
			{ name: 'metricName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'targetAverageValue', schema: { kind: 'quantity' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.PodsMetricSource`,
	}),
	'autoscaling/v2beta1.PodsMetricStatus': () => ({
		name: 'autoscaling/v2beta1.PodsMetricStatus',
		fields: [
			{ name: 'metricName', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentAverageValue', schema: { kind: 'quantity' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.PodsMetricStatus`,
	}),
	'autoscaling/v2beta1.ResourceMetricSource': () => ({
		name: 'autoscaling/v2beta1.ResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'targetAverageUtilization', schema: { kind: 'int32' }, number: 2 },
			{ name: 'targetAverageValue', schema: { kind: 'quantity' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ResourceMetricSource`,
	}),
	'autoscaling/v2beta1.ResourceMetricStatus': () => ({
		name: 'autoscaling/v2beta1.ResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentAverageUtilization', schema: { kind: 'int32' }, number: 2 },
			{ name: 'currentAverageValue', schema: { kind: 'quantity' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta1.ResourceMetricStatus`,
	}),
	'autoscaling/v2beta2.ContainerResourceMetricSource': () => ({
		name: 'autoscaling/v2beta2.ContainerResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'container', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ContainerResourceMetricSource`,
	}),
	'autoscaling/v2beta2.ContainerResourceMetricStatus': () => ({
		name: 'autoscaling/v2beta2.ContainerResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'container', schema: { kind: 'string' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ContainerResourceMetricStatus`,
	}),
	'autoscaling/v2beta2.CrossVersionObjectReference': () => ({
		name: 'autoscaling/v2beta2.CrossVersionObjectReference',
		fields: [
			{ name: 'kind', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 1, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 2, presence: 'always', required: true },
			{ name: 'apiVersion', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.CrossVersionObjectReference`,
	}),
	'autoscaling/v2beta2.ExternalMetricSource': () => ({
		name: 'autoscaling/v2beta2.ExternalMetricSource',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ExternalMetricSource`,
	}),
	'autoscaling/v2beta2.ExternalMetricStatus': () => ({
		name: 'autoscaling/v2beta2.ExternalMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ExternalMetricStatus`,
	}),
	'autoscaling/v2beta2.HPAScalingPolicy': () => ({
		name: 'autoscaling/v2beta2.HPAScalingPolicy',
		fields: [
			{ name: 'type', schema: { kind: 'string', enum: ['Percent', 'Pods'], enumHidden: true }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'int32', rules: [{ rule: 'exclusiveMinimum', argument: 0, message: 'must be greater than zero' }] }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'periodSeconds', schema: { kind: 'int32', rules: [{ rule: 'maximum', argument: 1800, message: 'must be less than or equal to 1800' }, { rule: 'exclusiveMinimum', argument: 0, message: 'must be greater than zero' }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HPAScalingPolicy`,
	}),
	'autoscaling/v2beta2.HPAScalingRules': () => ({
		name: 'autoscaling/v2beta2.HPAScalingRules',
		fields: [
			{ name: 'stabilizationWindowSeconds', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to zero' }, { rule: 'maximum', argument: 3600, message: 'must be less than or equal to 3600' }] }, number: 3 },
			{ name: 'selectPolicy', schema: { kind: 'string', enum: ['Disabled', 'Max', 'Min'], enumHidden: true }, number: 1 },
			{ name: 'policies', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta2.HPAScalingPolicy' } }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HPAScalingRules`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscaler': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscaler',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'autoscaling/v2beta2.HorizontalPodAutoscalerSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'autoscaling/v2beta2.HorizontalPodAutoscalerStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscaler`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscalerBehavior': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscalerBehavior',
		fields: [
			{ name: 'scaleUp', schema: { kind: 'struct', type: 'autoscaling/v2beta2.HPAScalingRules' }, number: 1 },
			{ name: 'scaleDown', schema: { kind: 'struct', type: 'autoscaling/v2beta2.HPAScalingRules' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscalerBehavior`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscalerCondition': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscalerCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 4, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscalerCondition`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscalerList': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscalerList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta2.HorizontalPodAutoscaler' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscalerList`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscalerSpec': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscalerSpec',
		fields: [
			{ name: 'scaleTargetRef', schema: { kind: 'struct', type: 'autoscaling/v2beta2.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'minReplicas', schema: { kind: 'int32' }, number: 2, default: 1 },
			{ name: 'maxReplicas', schema: { kind: 'int32' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta2.MetricSpec' } }, number: 4, presence: 'omitZero', default: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }] },
			{ name: 'behavior', schema: { kind: 'struct', type: 'autoscaling/v2beta2.HorizontalPodAutoscalerBehavior' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscalerSpec`,
	}),
	'autoscaling/v2beta2.HorizontalPodAutoscalerStatus': () => ({
		name: 'autoscaling/v2beta2.HorizontalPodAutoscalerStatus',
		fields: [
			{ name: 'observedGeneration', schema: { kind: 'int64' }, number: 1 },
			{ name: 'lastScaleTime', schema: { kind: 'time' }, number: 2 },
			{ name: 'currentReplicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'desiredReplicas', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 4, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'currentMetrics', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta2.MetricStatus' } }, number: 5, presence: 'always' },
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'autoscaling/v2beta2.HorizontalPodAutoscalerCondition' } }, number: 6, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.HorizontalPodAutoscalerStatus`,
	}),
	'autoscaling/v2beta2.MetricIdentifier': () => ({
		name: 'autoscaling/v2beta2.MetricIdentifier',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.MetricIdentifier`,
	}),
	'autoscaling/v2beta2.MetricSpec': () => ({
		name: 'autoscaling/v2beta2.MetricSpec',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ObjectMetricSource' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2beta2.PodsMetricSource' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ResourceMetricSource' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ContainerResourceMetricSource' }, number: 7, gate: 'HPAContainerMetrics', introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ExternalMetricSource' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.MetricSpec`,
	}),
	'autoscaling/v2beta2.MetricStatus': () => ({
		name: 'autoscaling/v2beta2.MetricStatus',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'object', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ObjectMetricStatus' }, number: 2 },
			{ name: 'pods', schema: { kind: 'struct', type: 'autoscaling/v2beta2.PodsMetricStatus' }, number: 3 },
			{ name: 'resource', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ResourceMetricStatus' }, number: 4 },
			{ name: 'containerResource', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ContainerResourceMetricStatus' }, number: 7, introduced: '1.20' },
			{ name: 'external', schema: { kind: 'struct', type: 'autoscaling/v2beta2.ExternalMetricStatus' }, number: 5 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.MetricStatus`,
	}),
	'autoscaling/v2beta2.MetricTarget': () => ({
		name: 'autoscaling/v2beta2.MetricTarget',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'value', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 3 },
			{ name: 'averageUtilization', schema: { kind: 'int32' }, number: 4 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.MetricTarget`,
	}),
	'autoscaling/v2beta2.MetricValueStatus': () => ({
		name: 'autoscaling/v2beta2.MetricValueStatus',
		fields: [
			{ name: 'value', schema: { kind: 'quantity' }, number: 1 },
			{ name: 'averageValue', schema: { kind: 'quantity' }, number: 2 },
			{ name: 'averageUtilization', schema: { kind: 'int32' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.MetricValueStatus`,
	}),
	'autoscaling/v2beta2.ObjectMetricSource': () => ({
		name: 'autoscaling/v2beta2.ObjectMetricSource',
		fields: [
			{ name: 'describedObject', schema: { kind: 'struct', type: 'autoscaling/v2beta2.CrossVersionObjectReference' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ObjectMetricSource`,
	}),
	'autoscaling/v2beta2.ObjectMetricStatus': () => ({
		name: 'autoscaling/v2beta2.ObjectMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'describedObject', schema: { kind: 'struct', type: 'autoscaling/v2beta2.CrossVersionObjectReference' }, number: 3, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ObjectMetricStatus`,
	}),
	'autoscaling/v2beta2.PodsMetricSource': () => ({
		name: 'autoscaling/v2beta2.PodsMetricSource',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.PodsMetricSource`,
	}),
	'autoscaling/v2beta2.PodsMetricStatus': () => ({
		name: 'autoscaling/v2beta2.PodsMetricStatus',
		fields: [
			{ name: 'metric', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricIdentifier' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.PodsMetricStatus`,
	}),
	'autoscaling/v2beta2.ResourceMetricSource': () => ({
		name: 'autoscaling/v2beta2.ResourceMetricSource',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'target', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricTarget' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ResourceMetricSource`,
	}),
	'autoscaling/v2beta2.ResourceMetricStatus': () => ({
		name: 'autoscaling/v2beta2.ResourceMetricStatus',
		fields: [
			{ name: 'name', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'current', schema: { kind: 'struct', type: 'autoscaling/v2beta2.MetricValueStatus' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.autoscaling.v2beta2.ResourceMetricStatus`,
	}),
};
