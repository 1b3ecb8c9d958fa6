/** ServiceAccount: of the secrets that it names, only their names count. */
import type { ServiceAccount } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';

export const serviceAccountHooks: KindHooks<ServiceAccount> = {
	prepareForCreate: onlyNames,
	prepareForUpdate: onlyNames,
};

function onlyNames(account: ServiceAccount): void {
	if (account.secrets !== undefined) account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
