/** What a review of this server says beyond kube-apiserver's: which rule, or line of a policy file, would have allowed what is refused. */

type Status = { readonly allowed?: boolean; readonly reason?: string };

/** The status without that. */
export function withoutMissingRule({ reason, ...status }: Status): Status {
	const theirs = reason?.replace(/(?:; )?(?:no role has the rule|no line of the policy file has) .*$/s, '');
	return theirs === undefined || theirs === '' ? status : { ...status, reason: theirs };
}
