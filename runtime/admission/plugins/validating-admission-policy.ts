/** ValidatingAdmissionPolicy: refuses writes by the expressions of stored policies (KEP-3488). */
import type { AdmissionPlugin } from '../contract.ts';
import { ValidationMetrics } from '../policies/policy-metrics.ts';
import { policyPlugin } from '../policies/policy-plugin.ts';

export const validatingAdmissionPolicy: AdmissionPlugin = policyPlugin({
	name: 'ValidatingAdmissionPolicy',
	exists: { from: '1.26' },
	operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
	policies: 'validatingadmissionpolicies',
	bindings: 'validatingadmissionpolicybindings',
	gate: 'ValidatingAdmissionPolicy',
	stage: 'validate',
	start(context) {
		const metrics = new ValidationMetrics();
		context.addMetrics(metrics.families());
		return async () => (await import('../policies/load.ts')).validatingEnforcer(context, metrics);
	},
});
