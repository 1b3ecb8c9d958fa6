/** Metrics whose labels describe the running server, for joins in dashboards. */
import type { VersionDocument } from '../documents/version.ts';
import type { MetricFamily } from './family.ts';
import { aboutRows } from './metrics/process-rows.ts';

export function buildInfo(document: VersionDocument): MetricFamily {
	const labels = {
		build_date: document.buildDate,
		compiler: document.compiler,
		git_commit: document.gitCommit,
		git_tree_state: document.gitTreeState,
		git_version: document.gitVersion,
		go_version: document.goVersion,
		major: document.major,
		minor: document.minor,
		platform: document.platform,
	};
	return { ...aboutRows.buildInfo, read: () => [{ labels, value: 1 }] };
}

/** A feature gate of the emulated release. */
export interface GateFigure {
	readonly name: string;
	readonly stage: string;
	readonly isOpen: boolean;
}

/** Label values for stages are those of kube-apiserver; a GA gate has an empty one. */
export function featuresEnabled(gates: readonly GateFigure[]): MetricFamily {
	const words: Readonly<Record<string, string>> = { alpha: 'ALPHA', beta: 'BETA', deprecated: 'DEPRECATED' };
	return {
		...aboutRows.featureEnabled,
		read: () => gates.map(({ name, stage, isOpen }) => ({ labels: { name, stage: words[stage] ?? '' }, value: isOpen ? 1 : 0 })),
	};
}
