import { allowed, everything, noOpinion } from '../../api/authorization.ts';
import { privilegedGroup } from '../../api/identity.ts';
import type { AuthorizerRow } from './contract.ts';

/** Authorizer that allows members of the privileged group everything, regardless of other authorizers. */
export const privileged: AuthorizerRow = {
	name: 'PrivilegedGroup',
	used: 'always',
	start: () => ({
		authorize: ({ user }) => (user.groups.includes(privilegedGroup) ? allowed : noOpinion),
		rulesFor: ({ groups }) => ({ rules: groups.includes(privilegedGroup) ? everything : [], incomplete: false }),
	}),
};
