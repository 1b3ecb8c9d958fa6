/** Metrics of calls below `/trpc`. */
import type { MetricFamily } from '../telemetry/family.ts';
import { requestRows } from '../telemetry/metrics/request-rows.ts';

export interface TrpcMetrics {
	/** Number of refusals by batch limit: whole batches for `calls`, single calls for `bytes`. */
	readonly refused: { calls: number; bytes: number };
}

export function trpcFamilies({ refused }: TrpcMetrics): MetricFamily[] {
	return [{ ...requestRows.trpcRefusals, read: () => Object.entries(refused).map(([bound, value]) => ({ labels: { bound }, value })) }];
}
