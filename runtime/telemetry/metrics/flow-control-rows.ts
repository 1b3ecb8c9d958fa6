/** Metrics of priority and fairness, equal to kube-apiserver's. */
import type { MetricRow } from '../family.ts';

const flow = ['priority_level', 'flow_schema'];
const level = ['priority_level'];
const betaFrom128 = [{ from: '1.28', set: { stability: 'BETA' as const } }];

/** Bounds from 1.28 on; earlier releases lack 15. */
export const waitBounds = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
export const lengthBounds = [0, 10, 25, 50, 100, 250, 500, 1000];
export const seatBounds = [1, 2, 4, 10];

const limits = (name: string, help: string) =>
	({ name: `apiserver_flowcontrol_${name}`, type: 'gauge', across: 'largest', help, labels: level, stability: 'ALPHA', introduced: '1.26' }) as const;

const ofFlow = (name: string, help: string) => ({ name: `apiserver_flowcontrol_${name}`, type: 'gauge', help, labels: flow, stability: 'ALPHA' }) as const;

const seatsInUseHelp =
	'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem';

export const flowControlRows = {
	rejected: {
		name: 'apiserver_flowcontrol_rejected_requests_total',
		type: 'counter',
		help: 'Number of requests rejected by API Priority and Fairness subsystem',
		labels: [...flow, 'reason'],
		stability: 'ALPHA',
		history: betaFrom128,
	},
	dispatched: {
		name: 'apiserver_flowcontrol_dispatched_requests_total',
		type: 'counter',
		help: 'Number of requests executed by API Priority and Fairness subsystem',
		labels: flow,
		stability: 'ALPHA',
		history: betaFrom128,
	},
	waiting: {
		...ofFlow('current_inqueue_requests', 'Number of requests currently pending in queues of the API Priority and Fairness subsystem'),
		history: betaFrom128,
	},
	executing: {
		...ofFlow(
			'current_executing_requests',
			'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
		),
		history: betaFrom128,
	},
	seatsInUse: { ...ofFlow('request_concurrency_in_use', seatsInUseHelp), removed: '1.31' },
	executingSeats: { ...ofFlow('current_executing_seats', seatsInUseHelp), introduced: '1.28', stability: 'BETA' },
	waits: {
		name: 'apiserver_flowcontrol_request_wait_duration_seconds',
		type: 'histogram',
		help: 'Length of time a request spent waiting in its queue',
		labels: [...flow, 'execute'],
		bounds: waitBounds,
		stability: 'ALPHA',
		history: betaFrom128,
	},
	executions: {
		name: 'apiserver_flowcontrol_request_execution_seconds',
		type: 'histogram',
		help: 'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
		labels: flow,
		bounds: waitBounds,
		stability: 'ALPHA',
	},
	lengths: {
		name: 'apiserver_flowcontrol_request_queue_length_after_enqueue',
		type: 'histogram',
		help: 'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
		labels: flow,
		bounds: lengthBounds,
		stability: 'ALPHA',
	},
	widths: {
		name: 'apiserver_flowcontrol_work_estimated_seats',
		type: 'histogram',
		help: 'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
		labels: flow,
		bounds: seatBounds,
		stability: 'ALPHA',
	},
	limit: {
		name: 'apiserver_flowcontrol_request_concurrency_limit',
		type: 'gauge',
		across: 'largest',
		help: 'Shared concurrency limit in the API Priority and Fairness subsystem',
		labels: level,
		stability: 'ALPHA',
		removed: '1.30',
	},
	nominal: {
		...limits('nominal_limit_seats', 'Nominal number of execution seats configured for each priority level'),
		history: betaFrom128,
	},
	lower: limits('lower_limit_seats', 'Configured lower bound on number of execution seats available to each priority level'),
	upper: limits('upper_limit_seats', 'Configured upper bound on number of execution seats available to each priority level'),
	current: limits('current_limit_seats', 'current derived number of execution seats available to each priority level'),
	demandMost: limits('demand_seats_high_watermark', 'High watermark, over last adjustment period, of demand_seats'),
	demandAverage: limits('demand_seats_average', 'Time-weighted average, over last adjustment period, of demand_seats'),
	demandDeviation: limits('demand_seats_stdev', 'Time-weighted standard deviation, over last adjustment period, of demand_seats'),
	demandSmoothed: limits('demand_seats_smoothed', 'Smoothed seat demands'),
	fairFraction: {
		...limits('seat_fair_frac', "Fair fraction of server's concurrency to allocate to each priority level that can use it"),
		labels: [],
	},
} as const satisfies Readonly<Record<string, MetricRow>>;
