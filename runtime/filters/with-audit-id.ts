/** Names every request, so that an answer can be found again in logs and audit events. A name that the client gives is kept. */
import { randomUUID } from 'node:crypto';
import type { Filter } from '../api/request.ts';

/** Longer or stranger names could not stand in a header or a log line. */
const usable = /^[\w.:-]{1,64}$/;

export const withAuditId: Filter = (next) => (request) => {
	const given = request.header('audit-id');
	request.outgoing?.push('audit-id', given !== undefined && usable.test(given) ? given : randomUUID());
	return next(request);
};
