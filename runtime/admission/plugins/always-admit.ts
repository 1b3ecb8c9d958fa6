/** AlwaysAdmit: admits every request, as if the plugin did not exist (seed 3, "Built-in admission plugins"). Deprecated. */
import type { AdmissionPlugin } from '../contract.ts';

export const alwaysAdmit: AdmissionPlugin = {
	name: 'AlwaysAdmit',
	onByDefault: 'never',
	operations: [],
	start({ log }) {
		log.warn('admission plugin AlwaysAdmit is deprecated and has no effect: remove it from --enable-admission-plugins');
		return {};
	},
};
