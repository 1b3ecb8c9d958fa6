import { privilegedGroup } from '../identity.ts';
import type { Authorizer } from './authorizer.ts';

/** Members of the privileged group may do all, whatever the other authorizers say. */
export const privileged: Authorizer = ({ user }) => (user.groups.includes(privilegedGroup) ? 'allow' : 'no opinion');
