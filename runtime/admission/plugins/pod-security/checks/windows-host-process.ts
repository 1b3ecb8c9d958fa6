/** Pods and containers are no host processes of Windows. */
import { type Check, type FindViolation, namesWhere, settersText } from './check.ts';

const find: FindViolation = (pod) => {
	const names = namesWhere(pod, ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true);
	const setters = settersText(pod.spec.securityContext?.windowsOptions?.hostProcess === true, names);
	return setters === '' ? undefined : { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
};

export const windowsHostProcess: Check = { name: 'windowsHostProcess', level: 'baseline', versions: [{ from: 0, find }] };
