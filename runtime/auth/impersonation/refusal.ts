/** Refusal of an impersonation. */
import type { Attributes, Authorizer, Decision } from '../../api/authorization.ts';
import { ApiError } from '../../api/errors.ts';
import { forbidden } from '../authz/forbidden.ts';

export class Refusal extends ApiError {
	/** Permission that would have allowed it. Undefined when no permission could. */
	readonly missing: Attributes | undefined;

	constructor(asked: Attributes, reason: string, verdict: Decision['verdict']) {
		const { message, details } = forbidden(asked, reason);
		super('Forbidden', message, details);
		this.missing = verdict === 'no opinion' ? asked : undefined;
	}
}

/** Checks a permission. Rejects with a Refusal unless it is allowed. */
export async function insist(authorizer: Authorizer, asked: Attributes): Promise<void> {
	const { verdict, reason } = await decisionOf(authorizer, asked);
	if (verdict !== 'allow') throw new Refusal(asked, reason, verdict);
}

/** Returns the decision of the authorizer. A failed authorizer allows no impersonation, and the caller does not see its error. */
export async function decisionOf(authorizer: Authorizer, asked: Attributes): Promise<Pick<Decision, 'verdict' | 'reason'>> {
	try {
		return await authorizer.authorize(asked);
	} catch {
		return { verdict: 'no opinion', reason: '' };
	}
}
