/** Who decides whether somebody may act as somebody else. */
import type { Attributes } from '../../api/authorization.ts';
import type { ImpersonationVerb, User } from '../../api/request.ts';
import type { Impersonation } from './asked-for.ts';

export interface Impersonated {
	/** As whom the request goes on. */
	readonly user: User;
	/** The verb of the constrained permission by which; absent: by `impersonate`, whatever the request is for. */
	readonly constraint?: ImpersonationVerb;
}

/** `request`: what the caller wants to do as somebody else. Rejects with a Refusal. */
export type Impersonator = (wanted: Impersonation, request: Attributes) => Promise<Impersonated>;
