/** How many events watchers were sent, how large they were, and how many of them told of what there was when a watch began. */

import type { ServedResource } from '../../serving/resource.ts';
import { Histogram, type Labels, type MetricFamily } from '../../telemetry/family.ts';
import { requestRows } from '../../telemetry/metrics/requests.ts';
import { ofResource } from '../../telemetry/metrics/resource.ts';

/** The sizes of events. */
export class SentEvents extends Histogram {
	/** Of those, objects that were there when a watch began. */
	initial = 0;
}

export class WatchMetrics {
	/** By group, version and kind: a resource that changes is counted on. */
	readonly #sent = new Map<string, { readonly labels: Labels; readonly histogram: SentEvents }>();

	/** Resolved once for each watch: what is sent is added to it. */
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

/** For what many watchers are sent at once: added up once, and then added to the resource's for each of them. */
export function newSizes(): SentEvents {
	return new SentEvents(requestRows.watchEventSizes.bounds);
}
