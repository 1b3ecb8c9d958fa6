/** Who may do what: a list of authorizers, the first with an opinion decides, none means no (seed 3, Authorization). */
import type { RequestInfo, User } from '../../api/request.ts';

export type Decision = 'allow' | 'deny' | 'no opinion';

export interface Attributes {
	readonly user: User;
	readonly info: RequestInfo;
	/** Decoded; what a non-resource request is about. */
	readonly path: string;
}

export type Authorizer = (attributes: Attributes) => Decision;

export function firstOpinion(authorizers: readonly Authorizer[]): Authorizer {
	return (attributes) => {
		for (const authorizer of authorizers) {
			const decision = authorizer(attributes);
			if (decision !== 'no opinion') return decision;
		}
		return 'deny';
	};
}
