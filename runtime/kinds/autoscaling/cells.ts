/** Table cells of autoscalers: current and target value of each metric. */
import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from '../../../generated/types/autoscaling/v2.ts';

const mostShown = 2;
const unknown = '<unknown>';

/** Returns the cell with all targets. `withNames`: with the names of resources. */
export function targets({ spec, status }: HorizontalPodAutoscaler, withNames: boolean): string {
	const metrics = spec?.metrics ?? [];
	if (metrics.length === 0) return '<none>';
	const shown = metrics.map((metric, index) => targetOf(metric, status?.currentMetrics?.[index], withNames));
	const left = shown.length - mostShown;
	return `${shown.slice(0, mostShown).join(', ')}${left > 0 ? ` + ${left} more...` : ''}`;
}

function targetOf(metric: MetricSpec, status: MetricStatus | undefined, withNames: boolean): string {
	const { external, pods, object, resource, containerResource } = metric;
	switch (metric.type) {
		case 'External':
			return external === undefined ? unknown : wholeOrAverage(external.target, status?.external?.current);
		case 'Pods':
			return `${averageOf(status?.pods?.current)}/${pods?.target.averageValue ?? '0'}`;
		case 'Object':
			return object === undefined ? unknown : wholeOrAverage(object.target, status?.object?.current);
		case 'Resource':
			return resource === undefined ? unknown : `${withNames ? `${resource.name}: ` : ''}${ofResource(resource.target, status?.resource?.current)}`;
		case 'ContainerResource':
			if (containerResource === undefined) return unknown;
			return `${withNames ? `${containerResource.name}: ` : ''}${ofResource(containerResource.target, status?.containerResource?.current)}`;
		default:
			return '<unknown type>';
	}
}

function wholeOrAverage({ value, averageValue }: MetricTarget, current: MetricValueStatus | undefined): string {
	if (averageValue !== undefined) return `${current?.averageValue ?? unknown}/${averageValue} (avg)`;
	return `${current === undefined ? unknown : (current.value ?? '0')}/${value ?? '0'}`;
}

function ofResource({ averageValue, averageUtilization }: MetricTarget, current: MetricValueStatus | undefined): string {
	if (averageValue !== undefined) return `${averageOf(current)}/${averageValue}`;
	const share = current?.averageUtilization;
	return `${share === undefined ? unknown : `${share}%`}/${averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`}`;
}

function averageOf(current: MetricValueStatus | undefined): string {
	return current === undefined ? unknown : (current.averageValue ?? '0');
}
