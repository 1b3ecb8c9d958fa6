/** Metrics of the aggregation layer, equal to kube-aggregator's. */
import type { NumberRow } from '../family.ts';

export const aggregationRows = {
	unavailable: {
		name: 'aggregator_unavailable_apiservice',
		type: 'gauge',
		across: 'largest',
		help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
		labels: ['name'],
		stability: 'ALPHA',
	},
	losses: {
		name: 'aggregator_unavailable_apiservice_total',
		type: 'counter',
		help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
		labels: ['name', 'reason'],
		stability: 'ALPHA',
	},
} as const satisfies Readonly<Record<string, NumberRow>>;
