/** Converts metrics between v2 and the older form of v2beta1 and of v1's annotations. */
import type * as v2 from '../../../generated/types/autoscaling/v2.ts';
import type * as v2beta1 from '../../../generated/types/autoscaling/v2beta1.ts';

type Selector = v2.MetricIdentifier['selector'];
type OfResource = Pick<v2beta1.ResourceMetricSource, 'targetAverageUtilization' | 'targetAverageValue'>;
type CurrentOfResource = Pick<v2beta1.ResourceMetricStatus, 'currentAverageUtilization' | 'currentAverageValue'>;

const zero = '0';

export function newMetric({ type, object, pods, resource, containerResource, external }: v2beta1.MetricSpec): v2.MetricSpec {
	return withoutUndefined({
		type,
		object: object && newObjectSource(object),
		pods: pods && { metric: named(pods.metricName, pods.selector), target: withoutUndefined({ type: 'AverageValue', averageValue: pods.targetAverageValue }) },
		resource: resource && withoutUndefined({ name: resource.name, target: newResourceTarget(resource) }),
		containerResource:
			containerResource &&
			withoutUndefined({ name: containerResource.name, target: newResourceTarget(containerResource), container: containerResource.container }),
		external: external && {
			metric: named(external.metricName, external.metricSelector),
			target: withoutUndefined({
				type: external.targetValue === undefined ? 'AverageValue' : 'Value',
				value: external.targetValue,
				averageValue: external.targetAverageValue,
			}),
		},
	});
}

/** Converts an object metric. The older form always has a value: 0 when only an average is set. */
function newObjectSource({ target, metricName, targetValue, selector, averageValue }: v2beta1.ObjectMetricSource): v2.ObjectMetricSource {
	const isMeant = averageValue === undefined || targetValue !== zero;
	return withoutUndefined({
		describedObject: target,
		target: withoutUndefined({ type: averageValue === undefined ? 'Value' : 'AverageValue', value: isMeant ? targetValue : undefined, averageValue }),
		metric: named(metricName, selector),
	});
}

function newResourceTarget({ targetAverageUtilization: averageUtilization, targetAverageValue: averageValue }: OfResource): v2.MetricTarget {
	return withoutUndefined({ type: averageUtilization === undefined ? 'AverageValue' : 'Utilization', averageValue, averageUtilization });
}

/** Converts a metric to the older form, with fields in the order of v1. */
export function olderMetric({ type, object, pods, resource, containerResource, external }: v2.MetricSpec): v2beta1.MetricSpec {
	return withoutUndefined({
		type,
		object:
			object &&
			withoutUndefined({
				target: object.describedObject,
				metricName: object.metric.name,
				targetValue: object.target.value ?? zero,
				selector: object.metric.selector,
				averageValue: object.target.averageValue,
			}),
		pods: pods && withoutUndefined({ metricName: pods.metric.name, targetAverageValue: pods.target.averageValue ?? zero, selector: pods.metric.selector }),
		resource: resource && withoutUndefined({ name: resource.name, ...olderResourceTarget(resource.target) }),
		containerResource:
			containerResource &&
			withoutUndefined({ name: containerResource.name, ...olderResourceTarget(containerResource.target), container: containerResource.container }),
		external:
			external &&
			withoutUndefined({
				metricName: external.metric.name,
				metricSelector: external.metric.selector,
				targetValue: external.target.value,
				targetAverageValue: external.target.averageValue,
			}),
	});
}

function olderResourceTarget({ averageUtilization, averageValue }: v2.MetricTarget): OfResource {
	return withoutUndefined({ targetAverageUtilization: averageUtilization, targetAverageValue: averageValue });
}

export function newStatus({ type, object, pods, resource, containerResource, external }: v2beta1.MetricStatus): v2.MetricStatus {
	return withoutUndefined({
		type,
		object:
			object &&
			withoutUndefined({
				metric: named(object.metricName, object.selector),
				current: withoutUndefined({ value: object.currentValue, averageValue: object.averageValue }),
				describedObject: object.target,
			}),
		pods: pods && { metric: named(pods.metricName, pods.selector), current: withoutUndefined({ averageValue: pods.currentAverageValue }) },
		resource: resource && withoutUndefined({ name: resource.name, current: newCurrent(resource) }),
		containerResource:
			containerResource && withoutUndefined({ name: containerResource.name, current: newCurrent(containerResource), container: containerResource.container }),
		external: external && {
			metric: named(external.metricName, external.metricSelector),
			current: withoutUndefined({ value: external.currentValue, averageValue: external.currentAverageValue }),
		},
	});
}

function newCurrent({ currentAverageValue: averageValue, currentAverageUtilization: averageUtilization }: CurrentOfResource): v2.MetricValueStatus {
	return withoutUndefined({ averageValue, averageUtilization });
}

/** Converts a metric's status to the older form, with fields in the order of v1. */
export function olderStatus({ type, object, pods, resource, containerResource, external }: v2.MetricStatus): v2beta1.MetricStatus {
	return withoutUndefined({
		type,
		object:
			object &&
			withoutUndefined({
				target: object.describedObject,
				metricName: object.metric.name,
				currentValue: object.current.value ?? zero,
				selector: object.metric.selector,
				averageValue: object.current.averageValue,
			}),
		pods: pods && withoutUndefined({ metricName: pods.metric.name, currentAverageValue: pods.current.averageValue ?? zero, selector: pods.metric.selector }),
		resource: resource && withoutUndefined({ name: resource.name, ...olderCurrent(resource.current) }),
		containerResource:
			containerResource &&
			withoutUndefined({ name: containerResource.name, ...olderCurrent(containerResource.current), container: containerResource.container }),
		external:
			external &&
			withoutUndefined({
				metricName: external.metric.name,
				metricSelector: external.metric.selector,
				currentValue: external.current.value ?? zero,
				currentAverageValue: external.current.averageValue,
			}),
	});
}

function olderCurrent({ averageUtilization, averageValue = zero }: v2.MetricValueStatus): CurrentOfResource {
	return withoutUndefined({ currentAverageUtilization: averageUtilization, currentAverageValue: averageValue });
}

function named(name: string, selector: Selector): v2.MetricIdentifier {
	return withoutUndefined({ name, selector });
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes undefined fields. */
export function withoutUndefined<T extends object>(object: T): Given<T> {
	// Only fields of `Given<T>` remain.
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Given<T>;
}
