/** How many events watchers were sent, and how large they were, by group, version and kind. */

import type { ServedResource } from '../../serving/resource.ts';
import { Histogram, type Labels, type MetricFamily } from '../../telemetry/family.ts';

/** Upper bounds in bytes: 1 KiB to 128 KiB, the incumbent's. */
const sizeBounds = Array.from({ length: 8 }, (_, i) => 1024 * 2 ** i);

export class WatchMetrics {
	/** By group, version and kind: a resource that changes is counted on. */
	readonly #sizes = new Map<string, { readonly labels: Labels; readonly histogram: Histogram }>();

	/** Resolved once for each watch: what is sent is added to it. */
	of({ apiVersion, kind: { kind }, version: { group, version } }: ServedResource): Histogram {
		const key = `${apiVersion} ${kind}`;
		const existing = this.#sizes.get(key)?.histogram;
		if (existing !== undefined) return existing;
		const histogram = newSizes();
		this.#sizes.set(key, { labels: { group, version, kind }, histogram });
		return histogram;
	}

	families(): MetricFamily[] {
		const all = () => [...this.#sizes.values()];
		return [
			{
				type: 'counter',
				name: 'apiserver_watch_events_total',
				help: 'Events sent to watchers, once for each of them.',
				read: () => all().map(({ labels, histogram }) => ({ labels, value: histogram.total })),
			},
			{ type: 'histogram', name: 'apiserver_watch_events_sizes', help: 'Size of the events sent to watchers, in bytes.', bounds: sizeBounds, read: all },
		];
	}
}

/** For what many watchers are sent at once: added up once, and then added to the resource's for each of them. */
export function newSizes(): Histogram {
	return new Histogram(sizeBounds);
}
