/** MutatingAdmissionPolicy: changes written objects by the expressions of stored policies (KEP-3962). */
import type { AdmissionPlugin } from '../contract.ts';
import { MutationMetrics } from '../policies/policy-metrics.ts';
import { policyPlugin } from '../policies/policy-plugin.ts';

export const mutatingAdmissionPolicy: AdmissionPlugin = policyPlugin({
	name: 'MutatingAdmissionPolicy',
	exists: { from: '1.32' },
	operations: ['CREATE', 'UPDATE', 'CONNECT'],
	policies: 'mutatingadmissionpolicies',
	bindings: 'mutatingadmissionpolicybindings',
	gate: 'MutatingAdmissionPolicy',
	stage: 'mutate',
	start(context) {
		const metrics = new MutationMetrics();
		context.addMetrics(metrics.families());
		return async () => (await import('../policies/load.ts')).mutatingEnforcer(context, metrics);
	},
});
