/** MutatingAdmissionPolicy: changes written objects by expressions of stored policies (KEP-3962). */
import type { AdmissionPlugin } from '../contract.ts';
import { MutationFigures } from '../policies/figures.ts';
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
		const figures = new MutationFigures();
		context.addMetrics(figures.families());
		return async () => (await import('../policies/load.ts')).mutatingEnforcer(context, figures);
	},
});
