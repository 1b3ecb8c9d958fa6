/**
 * PodSecurity: enforces the Pod Security Standards that the labels of a namespace select (seed 3, "Built-in admission plugins"; KEP-2579).
 * Pods are refused, audited or warned about; templates of workloads are audited and warned about.
 */
import type { AdmissionPlugin } from '../../contract.ts';
import { PodSecurityAdmission } from './admission.ts';
import { checks } from './checks/index.ts';
import { configurationSection, type PodSecurityConfiguration, usualConfiguration } from './configuration.ts';
import { PodSecurityMetrics } from './evaluation-metrics.ts';
import { Standards } from './standards.ts';
import { templatePaths } from './templates.ts';

export const podSecurity: AdmissionPlugin<PodSecurityConfiguration> = {
	name: 'PodSecurity',
	exists: { from: '1.22' },
	onByDefault: { from: '1.22' },
	configuration: configurationSection,
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods', 'namespaces', ...templatePaths.keys()],
	start({ cache, configuration = usualConfiguration, vocabulary: { labelDomain }, release, gates, addMetrics }) {
		if (gates.get('PodSecurity') === false) return {};
		const metrics = new PodSecurityMetrics(release);
		addMetrics(metrics.families());
		const relaxesUserNamespaces = gates.get('UserNamespacesPodSecurityStandards') === true;
		const standards = new Standards(checks, { release, labelDomain, relaxesUserNamespaces });
		const admission = new PodSecurityAdmission({ configuration, standards, metrics, cache, labelDomain, release });
		return { validate: (request) => admission.validate(request) };
	},
};
