/** The place of audit: it will see user, request and answer. Nothing is recorded until a policy exists. */
import type { Filter } from '../api/request.ts';

export const withAudit: Filter = (next) => next;
