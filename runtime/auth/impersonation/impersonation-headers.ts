/** Impersonation headers of a request (seed 3, Impersonation). Unknown `Impersonate-` headers are ignored, as in Kubernetes. */
import { ApiError } from '../../api/errors.ts';
import { accountOf, anonymous, groupsOfAccount, withGroupOfAll } from '../../api/identity.ts';
import type { HeaderLine, User } from '../../api/request.ts';
import { extraKey, utf8Of, valuesByKey } from '../header-text.ts';

/** Prefix of all impersonation headers. */
export const impersonationPrefix = 'impersonate-';
const extraPrefix = `${impersonationPrefix}extra-`;

export interface Impersonation {
	readonly user: string;
	/** Empty when not given. */
	readonly uid: string;
	readonly groups: readonly string[];
	/** One pair per value. */
	readonly extra: readonly (readonly [key: string, value: string])[];
}

/**
 * Parses the headers. `headers` are those with the prefix. Returns undefined if the request acts as its caller. Throws ApiError BadRequest.
 */
export function readImpersonationHeaders(headers: readonly HeaderLine[]): Impersonation | undefined {
	const values = (wanted: string): readonly string[] => headers.filter(([name]) => name === wanted).map(([name, value]) => textOf(name, value));
	const user = singleValue('Impersonate-User', values('impersonate-user'));
	const uid = singleValue('Impersonate-Uid', values('impersonate-uid'));
	const groups = values('impersonate-group');
	const extra = headers
		.filter(([name]) => name.startsWith(extraPrefix))
		.map(([name, value]) => [extraKey(name.slice(extraPrefix.length)), textOf(name, value)] as const);
	if (user !== '') return { user, uid, groups, extra };
	if (uid === '' && groups.length === 0 && extra.length === 0) return undefined;
	throw new ApiError('BadRequest', 'Impersonate-Group, Impersonate-Uid and Impersonate-Extra-* need Impersonate-User');
}

/** Returns the single value of a header. Different values are refused, because a proxy and this server could each read another one. */
function singleValue(header: string, values: readonly string[]): string {
	const [first = '', ...more] = values;
	if (more.some((each) => each !== first)) throw new ApiError('BadRequest', `${header} is given ${values.length} times with different values`);
	return first;
}

function textOf(header: string, value: string): string {
	const text = utf8Of(value);
	if (text === undefined) throw new ApiError('BadRequest', `the header ${header} is not UTF-8`);
	return text;
}

/**
 * Returns the user the request continues as. Given groups replace the default groups of a service account; `caller` is recorded as the
 * authority of the proof.
 */
export function impersonatedUser({ user, uid, groups, extra }: Impersonation, caller: User): User {
	const account = accountOf(user);
	const own = groups.length === 0 && account !== undefined ? groupsOfAccount(account.namespace) : groups;
	return {
		name: user,
		uid,
		groups: user === anonymous.name ? [...new Set([...own, ...anonymous.groups])] : withGroupOfAll(own),
		extra: valuesByKey(extra),
		proof: { method: 'Impersonation', authority: caller.name, audiences: [] },
	};
}
