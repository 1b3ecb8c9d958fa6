/** Names every request, so that an answer can be found again in logs and audit events. A name that the client gives is kept. */
import { randomUUID } from 'node:crypto';
import type { Filter } from '../api/request.ts';

/** Longer or stranger names could not stand in a header or a log line. */
const usable = /^[\w.:-]{1,64}$/;

/** The last group of a UUID, 48 bits: a process that answers a million requests a second fills them in nine years. */
const counterDigits = 12;

/** Random to the process, counted within it: unique like a random one, at a tenth of the cost. */
const processPart = randomUUID().slice(0, -counterDigits);
let answered = 0;

function nextId(): string {
	answered++;
	return processPart + answered.toString(16).padStart(counterDigits, '0');
}

export const withAuditId: Filter = (next) => (request) => {
	const given = request.header('audit-id');
	request.outgoing?.push('audit-id', given !== undefined && usable.test(given) ? given : nextId());
	return next(request);
};
