/** ServiceAccount: of the secrets that it names, only their names count. */
import type { Hooks } from '../../generated/hooks.ts';
import type { ServiceAccount } from '../../generated/types/core/v1.ts';
import { ApiError } from '../api/errors.ts';

export const serviceAccountHooks: NonNullable<Hooks['core/serviceaccounts']> = {
	prepareForCreate: onlyNames,
	prepareForUpdate: onlyNames,
	computes: {
		// As a server without a key to sign tokens with, which does not have the endpoint.
		token() {
			throw new ApiError(
				'NotFound',
				'the server could not find the requested resource: it makes no tokens of service accounts yet; --token-auth-file has others',
			);
		},
	},
};

function onlyNames(account: ServiceAccount): void {
	if (account.secrets !== undefined) account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
