/** Validates an autoscaler's metrics: each has only the source of its type, and a valid target. */
import type {
	ContainerResourceMetricSource,
	HorizontalPodAutoscalerSpec,
	MetricIdentifier,
	MetricSpec,
	MetricTarget,
} from '../../../generated/types/autoscaling/v2.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel, checkPathSegment } from '../../scalars/formats.ts';
import { parseQuantity } from '../../scalars/quantity.ts';
import { containerNameViolations } from '../resource-names.ts';

export interface MetricRules {
	readonly labelDomain: string;
	/** True when metrics of single containers are supported. */
	readonly ofContainers: boolean;
}

export function metricViolations({ metrics = [], minReplicas }: HorizontalPodAutoscalerSpec, rules: MetricRules): Cause[] {
	const causes = metrics.flatMap((metric, index) => ofMetric(metric, `spec.metrics[${index}]`, rules));
	const measuresWithoutPods = metrics.some(({ type }) => type === 'Object' || type === 'External');
	if (minReplicas !== 0 || measuresWithoutPods) return causes;
	return [...causes, forbiddenField('spec.metrics', 'must specify at least one Object or External metric to support scaling to zero replicas')];
}

/** Source fields by metric type, in the order of validation: only the first of several is validated. */
const sources = [
	['Object', 'object'],
	['External', 'external'],
	['Pods', 'pods'],
	['Resource', 'resource'],
	['ContainerResource', 'containerResource'],
] as const;
const types = sources.map(([type]) => type).sort();

function ofMetric(metric: MetricSpec, path: string, rules: MetricRules): Cause[] {
	const expected = sources.find(([type]) => type === metric.type)?.[1];
	const unknown = expected === undefined ? [notSupported(`${path}.type`, metric.type, types)] : [];
	const present = sources.map(([, name]) => name).filter((name) => metric[name] !== undefined);
	const isMissing = expected !== undefined && metric[expected] === undefined;
	const gated = expected === 'containerResource' && !rules.ofContainers ? ' (only allowed when HPAContainerMetrics feature is enabled)' : '';
	return [
		...(metric.type ? [] : [required(`${path}.type`, 'must specify a metric source type')]),
		...unknown,
		...ofSource(metric, path, rules),
		...(isMissing ? [required(`${path}.${expected}`, `must populate information for the given metric source${gated}`)] : []),
		...unknown,
		...(present.length === 1 ? [] : present.filter((name) => name !== expected)).map((name) =>
			forbiddenField(`${path}.${name}`, 'must populate the given metric source only'),
		),
	];
}

function ofSource({ object, external, pods, resource, containerResource }: MetricSpec, path: string, rules: MetricRules): Cause[] {
	if (object !== undefined) {
		const at = `${path}.object`;
		const neither = object.target.value === undefined && object.target.averageValue === undefined;
		return [
			...ofIdentifier(object.metric, `${at}.metric`),
			...ofTarget(object.target, `${at}.target`),
			...(neither ? [required(`${at}.target.averageValue`, 'must set either a target value or averageValue')] : []),
		];
	}
	if (external !== undefined) {
		const at = `${path}.external`;
		const { value, averageValue } = external.target;
		return [
			...ofIdentifier(external.metric, `${at}.metric`),
			...ofTarget(external.target, `${at}.target`),
			...(value === undefined && averageValue === undefined
				? [required(`${at}.target.averageValue`, 'must set either a target value for metric or a per-pod target')]
				: []),
			...(value !== undefined && averageValue !== undefined
				? [forbiddenField(`${at}.target.value`, 'may not set both a target value for metric and a per-pod target')]
				: []),
		];
	}
	if (pods !== undefined) {
		const at = `${path}.pods`;
		return [
			...ofIdentifier(pods.metric, `${at}.metric`),
			...ofTarget(pods.target, `${at}.target`),
			...(pods.target.averageValue === undefined ? [required(`${at}.target.averageValue`, 'must specify a positive target averageValue')] : []),
		];
	}
	if (resource !== undefined) {
		const at = `${path}.resource`;
		return [...(resource.name ? [] : [required(`${at}.name`, 'must specify a resource name')]), ...ofUse(resource.target, `${at}.target`)];
	}
	return containerResource === undefined ? [] : ofContainer(containerResource, `${path}.containerResource`, rules);
}

function ofContainer({ name, container, target }: ContainerResourceMetricSource, path: string, { labelDomain }: MetricRules): Cause[] {
	return [
		...(name ? containerNameViolations(name, `${path}.name`, labelDomain) : [required(`${path}.name`, 'must specify a resource name')]),
		...(container
			? checkDnsLabel(container).map((why) => invalidValue(`${path}.container`, container, why))
			: [required(`${path}.container`, 'must specify a container')]),
		...ofUse(target, `${path}.target`),
	];
}

function ofUse(target: MetricTarget, path: string): Cause[] {
	const { averageUtilization, averageValue } = target;
	return [
		...ofTarget(target, path),
		...(averageUtilization === undefined && averageValue === undefined
			? [required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization')]
			: []),
		...(averageUtilization !== undefined && averageValue !== undefined
			? [forbiddenField(`${path}.averageValue`, 'may not set both a target raw value and a target utilization')]
			: []),
	];
}

function ofTarget({ type, value, averageValue, averageUtilization }: MetricTarget, path: string): Cause[] {
	const amount = (name: string, text: string | undefined): Cause[] =>
		text === undefined || parseQuantity(text).nano > 0n ? [] : [invalidValue(`${path}.${name}`, text, 'must be positive')];
	return [
		...(type ? [] : [required(`${path}.type`, 'must specify a metric target type')]),
		...(['Utilization', 'Value', 'AverageValue'].includes(type)
			? []
			: [invalidValue(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
		...amount('value', value),
		...amount('averageValue', averageValue),
		...(averageUtilization !== undefined && averageUtilization < 1
			? [invalidValue(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0')]
			: []),
	];
}

function ofIdentifier({ name }: MetricIdentifier, path: string): Cause[] {
	if (!name) return [required(`${path}.name`, 'must specify a metric name')];
	return checkPathSegment(name).map((why) => invalidValue(`${path}.name`, name, why));
}
