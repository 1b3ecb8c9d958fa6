/** Metrics of watch events: their number, their sizes, and the number of initial events. */

import type { ServedResource } from '../../serving/resource.ts';
import { Histogram, type Labels, type MetricFamily } from '../../telemetry/family.ts';
import { requestRows } from '../../telemetry/metrics/request-rows.ts';
import { ofResource } from '../../telemetry/metrics/resource-labels.ts';

/** Sizes of the events sent. */
export class SentEvents extends Histogram {
	/** Number of events that reported initial objects. */
	initial = 0;
}

export class WatchEventMetrics {
	/** Histograms by group, version and kind. They continue when the served snapshot changes. */
	readonly #sent = new Map<string, { readonly labels: Labels; readonly histogram: SentEvents }>();

	/** Returns the histogram of a resource. A watch looks it up once. */
	of({ apiVersion, kind: { kind, plural, storageName }, version: { group, version } }: ServedResource): SentEvents {
		const key = `${apiVersion} ${kind}`;
		const existing = this.#sent.get(key)?.histogram;
		if (existing !== undefined) return existing;
		const histogram = newSizes();
		this.#sent.set(key, { labels: { group, version, kind, resource: plural, storageName }, histogram });
		return histogram;
	}

	families(): MetricFamily[] {
		const all = () => [...this.#sent.values()];
		return [
			{ ...requestRows.watchEvents, read: () => all().map(({ labels, histogram }) => ({ labels, value: histogram.total })) },
			{ ...requestRows.watchEventSizes, read: all },
			{
				...requestRows.initEvents,
				read: () =>
					all().flatMap(({ labels: { storageName = '' }, histogram: { initial } }) =>
						initial === 0 ? [] : [{ labels: ofResource(storageName), value: initial }],
					),
			},
		];
	}
}

/** Creates a histogram of events that many watchers get. It is filled once, and then added to the resource's histogram for each watcher. */
export function newSizes(): SentEvents {
	return new SentEvents(requestRows.watchEventSizes.bounds);
}
