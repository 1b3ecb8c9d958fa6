import type { RoleRef } from '../../../../generated/types/rbac/v1.ts';
import type { Decision } from '../../../api/authorization.ts';

/** One subject of one binding. */
export interface Grant {
	readonly role: RoleRef;
	/** Namespace the grant is limited to. Empty: the whole cluster. */
	readonly namespace: string;
	/** Decision returned when the role allows a request; created once. */
	readonly decision: Decision;
}
