/** What runs, as labels of a figure that is always 1: dashboards join it with others. */

import type { VersionDocument } from '../documents/version.ts';
import type { MetricFamily } from './family.ts';

/** `product` stands before the name, as clients know it. */
export function buildInfo(product: string, document: VersionDocument): MetricFamily {
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
	return { type: 'gauge', across: 'largest', name: `${product}_build_info`, help: 'Always 1; the labels say what runs.', read: () => [{ labels, value: 1 }] };
}
