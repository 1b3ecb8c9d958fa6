import type { RoleRef } from '../../../../generated/types/rbac/v1.ts';
import type { Decision } from '../../../api/authorization.ts';

/** One subject of one binding. */
export interface Grant {
	readonly role: RoleRef;
	/** Where it holds; empty: in the whole cluster. */
	readonly namespace: string;
	/** What is answered where the role allows it: made once. */
	readonly decision: Decision;
}
