/** Containers are not privileged. */
import { type Check, containersText, type FindViolation, namesWhere } from './check.ts';

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, ({ securityContext }) => securityContext?.privileged === true);
	return names.length === 0 ? undefined : { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

export const privileged: Check = { name: 'privileged', level: 'baseline', versions: [{ from: 0, find }] };
