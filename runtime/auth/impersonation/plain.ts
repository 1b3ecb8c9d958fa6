/** Plain `impersonate` verb: each attribute of the target user is a separate permission check. */
import type { Attributes, Authorizer } from '../../api/authorization.ts';
import type { RequestInfo } from '../../api/request.ts';
import type { Impersonator } from './contract.ts';
import { type Impersonation, impersonatedUser } from './impersonation-headers.ts';
import { asked, userOrAccount } from './questions.ts';
import { insist } from './refusal.ts';

/** Impersonator of releases without constrained impersonation. `domain` is the domain of the platform's API groups. */
export function plainImpersonator(authorizer: Authorizer, domain: string): Impersonator {
	return async (wanted, { user: caller }: Attributes) => {
		for (const info of permissionsFor(wanted, domain)) await insist(authorizer, { user: caller, info, path: '' });
		return { user: impersonatedUser(wanted, caller) };
	};
}

/** Returns the permissions the caller needs, in order; a refusal names the first that is missing. */
export function permissionsFor({ user, uid, groups, extra }: Impersonation, domain: string): readonly RequestInfo[] {
	const core = { verb: 'impersonate', group: '', version: '' } as const;
	const authentication = { verb: 'impersonate', group: `authentication.${domain}` } as const;
	return [
		userOrAccount(core, user),
		...groups.map((group) => asked(core, 'groups', group)),
		...extra.map(([key, value]) => asked(authentication, 'userextras', value, { subresource: key })),
		...(uid === '' ? [] : [asked(authentication, 'uids', uid)]),
	];
}
