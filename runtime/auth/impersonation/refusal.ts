/** What somebody may not, who wants to act as somebody else. */
import type { Attributes, Authorizer, Decision } from '../../api/authorization.ts';
import { ApiError } from '../../api/errors.ts';
import { forbidden } from '../authz/forbidden.ts';

export class Refusal extends ApiError {
	/** What nobody has allowed, and somebody could; undefined: nothing would help. */
	readonly missing: Attributes | undefined;

	constructor(asked: Attributes, reason: string, verdict: Decision['verdict']) {
		const { message, details } = forbidden(asked, reason);
		super('Forbidden', message, details);
		this.missing = verdict === 'no opinion' ? asked : undefined;
	}
}

/** Rejects with a Refusal where nobody allows it. */
export async function insist(authorizer: Authorizer, asked: Attributes): Promise<void> {
	const { verdict, reason } = await decisionOf(authorizer, asked);
	if (verdict !== 'allow') throw new Refusal(asked, reason, verdict);
}

/** An authorizer that has failed lets nobody act as somebody else, and its failure is nothing of which the caller should hear. */
export async function decisionOf(authorizer: Authorizer, asked: Attributes): Promise<Pick<Decision, 'verdict' | 'reason'>> {
	try {
		return await authorizer.authorize(asked);
	} catch {
		return { verdict: 'no opinion', reason: '' };
	}
}
