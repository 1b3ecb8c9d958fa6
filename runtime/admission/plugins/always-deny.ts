/**
 * AlwaysDeny: refuses every write and connection of clients (seed 3, "Built-in admission plugins"). Deprecated. Writes of the server itself
 * pass, because the server could not start without them.
 */
import { isOfServer } from '../../api/identity.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

export const alwaysDeny: AdmissionPlugin = {
	name: 'AlwaysDeny',
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
	onlyRefuses: true,
	start({ log }) {
		log.warn('admission plugin AlwaysDeny is deprecated and refuses every write: remove it from --enable-admission-plugins');
		const refuse = (request: AdmissionRequest): void => {
			if (!isOfServer(request.user)) throw refused(request, 'admission control is denying all modifications');
		};
		return { mutate: refuse, validate: refuse };
	},
};
