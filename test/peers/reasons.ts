/**
 * Removes text that only this server's reviews contain: the rule, or line of a policy file, that would have allowed the refused request.
 */

type Status = { readonly allowed?: boolean; readonly reason?: string };

/** Returns the status without that text. */
export function withoutMissingRule({ reason, ...status }: Status): Status {
	const theirs = reason?.replace(/(?:; )?(?:no role has the rule|no line of the policy file has) .*$/s, '');
	return theirs === undefined || theirs === '' ? status : { ...status, reason: theirs };
}
