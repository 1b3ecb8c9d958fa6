/** Flags for connections to kubelets, with kube-apiserver's names. */
import type { Flag } from '../../api/flag.ts';
import { duration, integer, list, text } from '../../api/flag-value.ts';

const file = (name: string, help: string): Flag<string | undefined> => ({ name, value: 'FILE', help, default: undefined, parse: text });

/** Bounds of the connection timeout. */
const deadlines = { minMs: 100, maxMs: 3_600_000 };
const addressTypes = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];

export const agentFlags = {
	kubeletClientCertificate: file('kubelet-client-certificate', 'File with the PEM client certificate for agents of nodes. Read for each connection.'),
	kubeletClientKey: file('kubelet-client-key', 'File with the PEM private key of --kubelet-client-certificate.'),
	kubeletCertificateAuthority: file(
		'kubelet-certificate-authority',
		"File with the PEM authority that agents' certificates must be signed by. Without it, the server's own authority.",
	),
	kubeletPreferredAddressTypes: {
		name: 'kubelet-preferred-address-types',
		value: 'LIST',
		help: "Types of a node's addresses at which its agent is reached, in order of preference.",
		default: addressTypes,
		shown: addressTypes.join(','),
		parse: list,
	} satisfies Flag<readonly string[]>,
	kubeletPort: {
		name: 'kubelet-port',
		value: 'PORT',
		help: 'Port of agents of nodes that report none.',
		default: 10_250,
		shown: '10250',
		parse: (value) => integer(value, 1, 65_535),
	} satisfies Flag<number>,
	kubeletTimeoutMs: {
		name: 'kubelet-timeout',
		value: 'DURATION',
		help: 'Deadline for the connection to an agent of a node.',
		default: 5_000,
		shown: '5s',
		parse: (value) => duration(value, deadlines),
	} satisfies Flag<number>,
};
