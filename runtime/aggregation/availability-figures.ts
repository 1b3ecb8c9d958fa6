/** Metrics of the availability of APIServices, with the names of kube-aggregator. */
import type { MetricFamily } from '../telemetry/family.ts';
import { aggregationRows } from '../telemetry/metrics/aggregation-rows.ts';

export class AvailabilityFigures {
	/** Entries by name of the APIService. The APIServices bound their number. */
	readonly #available = new Map<string, boolean>();
	readonly #losses = new Map<string, Map<string, number>>();

	/** Records the result of a check. `reason`: reason of the condition. A loss is counted when the APIService was available before, or new. */
	checked(name: string, isAvailable: boolean, reason: string): void {
		const was = this.#available.get(name);
		this.#available.set(name, isAvailable);
		if (isAvailable || was === false) return;
		const losses = this.#losses.get(name) ?? new Map<string, number>();
		this.#losses.set(name, losses.set(reason, (losses.get(reason) ?? 0) + 1));
	}

	forget(name: string): void {
		this.#available.delete(name);
		this.#losses.delete(name);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...aggregationRows.unavailable, read: () => [...this.#available].map(([name, isAvailable]) => ({ labels: { name }, value: isAvailable ? 0 : 1 })) },
			{
				...aggregationRows.losses,
				read: () => [...this.#losses].flatMap(([name, reasons]) => [...reasons].map(([reason, value]) => ({ labels: { name, reason }, value }))),
			},
		];
	}
}
