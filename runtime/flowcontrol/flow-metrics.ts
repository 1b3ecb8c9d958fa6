import { Histogram } from '../telemetry/family.ts';
import { lengthBounds, seatBounds, waitBounds } from '../telemetry/metrics/flow-control-rows.ts';
import { Cost } from './cost.ts';

export type Rejection = 'queue-full' | 'concurrency-limit' | 'time-out' | 'cancelled';

/** Metrics of one flow schema at one priority level. They outlive the objects. */
export class FlowMetrics {
	readonly level: string;
	readonly schema: string;
	dispatched = 0;
	waiting = 0;
	executing = 0;
	seats = 0;
	readonly cost = new Cost();
	readonly rejected = new Map<Rejection, number>();
	readonly waits = { true: new Histogram(waitBounds), false: new Histogram(waitBounds) };
	readonly executions = new Histogram(waitBounds);
	readonly lengths = new Histogram(lengthBounds);
	readonly widths = new Histogram(seatBounds);

	constructor(level: string, schema: string) {
		this.level = level;
		this.schema = schema;
	}
}
