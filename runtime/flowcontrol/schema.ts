/** A flow schema in force, and what has come of the requests that fell under it. */
import { Histogram } from '../telemetry/family.ts';
import { lengthBounds, seatBounds, waitBounds } from '../telemetry/metrics/flow-control.ts';
import type { Level } from './level.ts';
import type { SchemaSettings } from './settings.ts';

export type Rejection = 'queue-full' | 'concurrency-limit' | 'time-out' | 'cancelled';

/** By priority level and flow schema, as metrics show them. They outlast changes of the objects. */
export class FlowFigures {
	readonly level: string;
	readonly schema: string;
	dispatched = 0;
	waiting = 0;
	executing = 0;
	seats = 0;
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

export interface FlowSchema {
	readonly settings: SchemaSettings;
	readonly level: Level;
	readonly figures: FlowFigures;
	/** Headers of every answer: name, value, name, value. Empty while nobody has seen the objects. */
	readonly headers: readonly string[];
}
