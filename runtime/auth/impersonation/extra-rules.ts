/** Rules for extra fields in constrained impersonation, with the messages that clients expect. */

import { checkDnsSubdomain } from '../../scalars/formats.ts';
import type { Impersonation } from './impersonation-headers.ts';

const path = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const pathRule = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

/** Returns the first problem, or undefined. */
export function extraProblem(extra: Impersonation['extra']): string | undefined {
	for (const [key, value] of extra) {
		if (key === '') return 'impersonating the empty string key in extra is not allowed';
		const problems = keyProblems(key).map(([part, why]) => `extra.key: Invalid value: ${JSON.stringify(part)}: ${why}`);
		if (problems.length > 0) return `impersonating an invalid key in extra is not allowed: ${problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`}`;
		if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
		if (value === '') return 'impersonating the empty string value in extra is not allowed';
	}
	return undefined;
}

function keyProblems(key: string): readonly (readonly [part: string, why: string])[] {
	const slash = key.indexOf('/');
	if (slash <= 0 || slash === key.length - 1) return [[key, 'must be a domain-prefixed path (such as "acme.io/foo")']];
	const [host, rest] = [key.slice(0, slash), key.slice(slash + 1)];
	return [...checkDnsSubdomain(host).map((why) => [host, why] as const), ...(path.test(rest) ? [] : [[rest, pathRule] as const])];
}
