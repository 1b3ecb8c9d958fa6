/** Table cells of Services. */
import type { Service, ServicePort } from '../../../generated/types/core/v1.ts';

const none = '<none>';

export function serviceCells({ spec = {}, status }: Service) {
	const { clusterIP = '', clusterIPs = [], ports = [], selector = {} } = spec;
	const labels = Object.keys(selector).sort();
	return {
		'Cluster-IP': clusterIPs[0] ?? (clusterIP || none),
		'External-IP': externalText({ spec, ...(status && { status }) }),
		'Port(s)': ports.length === 0 ? none : ports.map(portText).join(','),
		Selector: labels.length === 0 ? none : labels.map((label) => `${label}=${selector[label]}`).join(','),
	};
}

function externalText({ spec = {}, status }: Service): string {
	const { type, externalIPs = [], externalName = '' } = spec;
	switch (type) {
		case 'LoadBalancer': {
			const balancer = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').filter((text) => text !== '');
			const all = [...[...new Set(balancer)].sort(), ...externalIPs];
			return all.length === 0 ? '<pending>' : all.join(',');
		}
		case 'ExternalName':
			return externalName;
		case 'ClusterIP':
		case 'NodePort':
			return externalIPs.length === 0 ? none : externalIPs.join(',');
		default:
			return '<unknown>';
	}
}

function portText({ port, nodePort = 0, protocol }: ServicePort): string {
	return nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;
}
