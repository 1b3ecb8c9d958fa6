/** Probes and lifecycle handlers connect to the container itself, not to a host that the pod names. */
import { type Check, type CheckedContainer, containersText, type FindViolation, namesWhere, plural, quotedList, sorted } from './check.ts';

interface Handler {
	readonly httpGet?: { readonly host?: string };
	readonly tcpSocket?: { readonly host?: string };
}

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: CheckedContainer): readonly string[] {
	const handlers: readonly (Handler | undefined)[] = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop];
	return handlers.flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? '']).filter((host) => host !== '');
}

const find: FindViolation = (pod) => {
	const names = sorted(namesWhere(pod, (container) => hostsOf(container).length > 0));
	if (names.length === 0) return undefined;
	const hosts = sorted(pod.containers.flatMap(hostsOf));
	const verb = plural('uses', names.length, 'use');
	return {
		reason: 'probe or lifecycle host',
		detail: `${containersText(names)} ${verb} ${plural('probe or lifecycle host', hosts.length)} ${quotedList(hosts)}`,
	};
};

export const hostProbes: Check = { name: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{ from: 34, find }] };
