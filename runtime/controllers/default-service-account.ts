/** Creates the ServiceAccount `default` in every namespace (seed 3, "Token controller duties"). */
import { perNamespace } from './per-namespace.ts';

const serviceAccounts = 'serviceaccounts';

export const defaultServiceAccount = perNamespace({
	name: 'serviceaccount',
	purpose: 'ensures a ServiceAccount named default in every namespace',
	identity: 'service-account-controller',
	rules: [{ verbs: ['create'], groups: [''], resources: [serviceAccounts] }],
	storageName: serviceAccounts,
	objectName: () => 'default',
	content: () => ({}),
});
