/** Access checks for the attributes of a user. Their resources are never stored. */
import { accountOf } from '../../api/identity.ts';
import type { ImpersonationVerb, RequestInfo } from '../../api/request.ts';

/** Verb and API group of the checks. `version` defaults to v1. */
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
