/** Containers require that their user is not root. */
import { type Check, containersText, type FindViolation, namesWhere, settersText, unlessInUserNamespace, unlessRelaxed } from './check.ts';

const reason = 'runAsNonRoot != true';

const find: FindViolation = (pod) => {
	const ofPod = pod.spec.securityContext?.runAsNonRoot;
	const refusing = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false);
	const setters = settersText(ofPod === false, refusing);
	if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
	if (ofPod === true) return undefined;
	const silent = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
	return silent.length === 0 ? undefined : { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

export const runAsNonRoot: Check = {
	name: 'runAsNonRoot',
	level: 'restricted',
	versions: [
		{ from: 0, find: unlessRelaxed(find, '1.29') },
		{ from: 35, find: unlessInUserNamespace(find) },
	],
};
