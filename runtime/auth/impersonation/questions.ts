/** What authorizers are asked about the parts of a user: resources that are never stored. */
import { accountOf } from '../../api/identity.ts';
import type { ImpersonationVerb, RequestInfo } from '../../api/request.ts';

/** How somebody wants to act as others, and in which group the parts of these are. `version`: v1 when absent. */
export interface AskedWith {
	readonly verb: ImpersonationVerb;
	readonly group: string;
	readonly version?: string;
}

export function asked(
	{ verb, group, version = 'v1' }: AskedWith,
	resource: string,
	name: string,
	{ namespace = '', subresource = '' }: { readonly namespace?: string; readonly subresource?: string } = {},
): RequestInfo {
	return { isResource: true, verb, group, version, resource, subresource, namespace, name };
}

export function userOrAccount(who: AskedWith, user: string): RequestInfo {
	const account = accountOf(user);
	return account === undefined ? asked(who, 'users', user) : asked(who, 'serviceaccounts', account.name, { namespace: account.namespace });
}
