/** ServiceAccount: references to secrets keep only their name. */
import type { Hooks } from '../../generated/hooks.ts';
import type { ServiceAccount } from '../../generated/types/core/v1.ts';
import type { Release } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { requestToken } from './identity/token-request.ts';

/** Returns the hooks. `gates`: state of each feature gate. */
export function serviceAccountHooks(vocabulary: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release): NonNullable<Hooks['core/serviceaccounts']> {
	return {
		prepareForCreate: onlyNames,
		prepareForUpdate: onlyNames,
		computes: { token: requestToken(vocabulary, gates, release) },
	};
}

function onlyNames(account: ServiceAccount): void {
	if (account.secrets !== undefined) account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
