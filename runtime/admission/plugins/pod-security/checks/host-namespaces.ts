/** Pods do not share the network, process and IPC namespaces of the node. */
import type { Check, FindViolation } from './check.ts';

const fields = ['hostNetwork', 'hostPID', 'hostIPC'] as const;

const find: FindViolation = ({ spec }) => {
	const shared = fields.filter((field) => spec[field] === true);
	return shared.length === 0 ? undefined : { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
};

export const hostNamespaces: Check = { name: 'hostNamespaces', level: 'baseline', versions: [{ from: 0, find }] };
