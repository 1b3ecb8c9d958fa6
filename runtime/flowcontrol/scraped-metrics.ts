/** Metrics of priority and fairness that are computed at each scrape. */
import type { HistogramFamily, HistogramRow, MetricFamily, NumberFamily, NumberRow, Sample } from '../telemetry/family.ts';
import { flowControlRows } from '../telemetry/metrics/flow-control-rows.ts';
import type { FairShare } from './fair-share.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import type { Level } from './level.ts';
import type { Ticket } from './ticket.ts';

export function flowControlFamilies(share: FairShare): MetricFamily[] {
	const rows = flowControlRows;
	const flows = (): FlowMetrics[] => [...share.metrics.values()];
	const ofFlows = (row: NumberRow, value: (metrics: FlowMetrics) => number): NumberFamily => ({
		...row,
		read: () => flows().map((metrics) => ({ labels: labelsOf(metrics), value: value(metrics) })),
	});
	const ofLevels = (row: NumberRow, value: (level: Level<Ticket>) => number): NumberFamily => ({
		...row,
		read: () => share.levels.map((level) => ({ labels: { priority_level: level.name }, value: value(level) })),
	});
	const observed = (row: HistogramRow, histogram: (metrics: FlowMetrics) => FlowMetrics['lengths']): HistogramFamily => ({
		...row,
		read: () => flows().map((metrics) => ({ labels: labelsOf(metrics), histogram: histogram(metrics) })),
	});
	return [
		{ ...rows.rejected, read: () => flows().flatMap(rejections) },
		ofFlows(rows.dispatched, ({ dispatched }) => dispatched),
		ofFlows(rows.waiting, ({ waiting }) => waiting),
		ofFlows(rows.executing, ({ executing }) => executing),
		ofFlows(rows.seatsInUse, ({ seats }) => seats),
		ofFlows(rows.executingSeats, ({ seats }) => seats),
		{
			...rows.waits,
			read: () =>
				flows().flatMap((metrics) =>
					(['true', 'false'] as const).map((execute) => ({ labels: { ...labelsOf(metrics), execute }, histogram: metrics.waits[execute] })),
				),
		},
		observed(rows.executions, ({ executions }) => executions),
		observed(rows.lengths, ({ lengths }) => lengths),
		observed(rows.widths, ({ widths }) => widths),
		ofLevels(rows.limit, ({ nominal }) => nominal),
		ofLevels(rows.nominal, ({ nominal }) => nominal),
		ofLevels(rows.lower, ({ lower }) => lower),
		ofLevels(rows.upper, ({ upper }) => upper),
		// Exempt levels have no limit; the metric shows their demand.
		ofLevels(rows.current, ({ limit, settings, lower, demand }) => (settings.isExempt ? Math.max(lower, demand.highWatermark) : limit)),
		ofLevels(rows.demandMost, ({ demand }) => demand.highWatermark),
		ofLevels(rows.demandAverage, ({ demand }) => demand.average),
		ofLevels(rows.demandDeviation, ({ demand }) => demand.deviation),
		ofLevels(rows.demandSmoothed, ({ demand }) => demand.smoothed),
		{ ...rows.fairFraction, read: () => [{ labels: {}, value: share.fairMultiple }] },
	];
}

function labelsOf({ level, schema }: FlowMetrics) {
	return { priority_level: level, flow_schema: schema };
}

function rejections(metrics: FlowMetrics): Sample[] {
	return [...metrics.rejected].map(([reason, value]) => ({ labels: { ...labelsOf(metrics), reason }, value }));
}
