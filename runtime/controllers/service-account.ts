/** Every namespace has a ServiceAccount `default` (seed 3, "Token controller duties"). */
import { perNamespace } from './per-namespace.ts';

export const serviceAccount = perNamespace({
	name: 'serviceaccount',
	purpose: 'keeps a ServiceAccount default in every namespace',
	storageName: 'serviceaccounts',
	objectName: () => 'default',
	content: () => ({}),
});
