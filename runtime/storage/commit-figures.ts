/** Durations of commits by resource and operation. Measuring does not delay the caller of a commit. */
import { Histogram, type Labels, type MetricFamily } from '../telemetry/family.ts';
import { durationBounds } from '../telemetry/metrics/bounds.ts';
import { ofResource } from '../telemetry/metrics/resource-labels.ts';
import { storageRows } from '../telemetry/metrics/storage-rows.ts';
import type { Mutation, Store } from './store.ts';

interface Series {
	readonly labels: Labels;
	readonly durations: Histogram;
	failures: number;
}

type Operations = Readonly<Record<'create' | 'update' | 'delete', Series>>;

export class CommitFigures {
	/** Series by resource. Their number is bounded, because clients cannot add kinds. */
	readonly #resources = new Map<string, Operations>();

	/** Returns the store's commit function with measurement. A commit of several mutations counts as the operation of the first one. */
	timed(store: Pick<Store, 'commit'>): Store['commit'] {
		return (mutations, options) => {
			const begun = performance.now();
			const pending = store.commit(mutations, options);
			const [first] = mutations;
			if (first === undefined) return pending;
			const series = this.#of(first);
			const done = (): void => series.durations.observe((performance.now() - begun) / 1000);
			pending.then(done, () => {
				series.failures++;
				done();
			});
			return pending;
		};
	}

	families(): readonly MetricFamily[] {
		const all = (): Series[] => [...this.#resources.values()].flatMap((operations) => Object.values(operations)).filter(({ durations }) => durations.total > 0);
		return [
			{ ...storageRows.duration, read: () => all().map(({ labels, durations }) => ({ labels, histogram: durations })) },
			{ ...storageRows.requests, read: () => all().map(({ labels, durations }) => ({ labels, value: durations.total })) },
			{ ...storageRows.failures, read: () => all().flatMap(({ labels, failures }) => (failures === 0 ? [] : [{ labels, value: failures }])) },
		];
	}

	#of({ resource, expected, bytes }: Mutation): Series {
		let operations = this.#resources.get(resource);
		if (operations === undefined) {
			operations = { create: newSeries('create', resource), update: newSeries('update', resource), delete: newSeries('delete', resource) };
			this.#resources.set(resource, operations);
		}
		return operations[bytes === undefined ? 'delete' : expected === 0 ? 'create' : 'update'];
	}
}

function newSeries(operation: string, resource: string): Series {
	return { labels: { operation, ...ofResource(resource) }, durations: new Histogram(durationBounds), failures: 0 };
}
