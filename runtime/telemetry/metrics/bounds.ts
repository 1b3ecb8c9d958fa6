/** Bounds of histograms, equal to kube-apiserver's, because dashboards refer to them. */

/** Bounds in seconds. */
export const durationBounds = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

/** Multiplies step by step, as Prometheus' Go library does, because dashboards contain the text of each bound. */
export function exponentialBounds(start: number, factor: number, count: number): readonly number[] {
	const bounds: number[] = [];
	for (let bound = start; bounds.length < count; bound *= factor) bounds.push(bound);
	return bounds;
}
