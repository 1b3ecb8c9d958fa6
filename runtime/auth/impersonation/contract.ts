/** Decides whether a user may impersonate another. */
import type { Attributes } from '../../api/authorization.ts';
import type { ImpersonationVerb, User } from '../../api/request.ts';
import type { Impersonation } from './impersonation-headers.ts';

export interface ImpersonatedRequest {
	/** User the request continues as. */
	readonly user: User;
	/** Verb of the constrained permission that allowed it. Absent: the plain `impersonate` verb, which is valid for any request. */
	readonly constraint?: ImpersonationVerb;
}

/** Checks an impersonation. `request` is the action that the caller wants to perform. Rejects with a Refusal. */
export type Impersonator = (wanted: Impersonation, request: Attributes) => Promise<ImpersonatedRequest>;
