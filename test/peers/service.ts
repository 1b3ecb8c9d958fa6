/**
 * Services of the sequences. Random values that a server assigns are not compared (`play.ts`); requested values are unique to each Service.
 */
import fc from 'fast-check';
import { type Kind, keyed, loose, map, metadata, metadataPointers, odd, set, text } from './parts.ts';

const none = fc.constantFrom(undefined);
const numbers = fc.constantFrom(80, 81, 53);
const ports = fc
	.uniqueArray(fc.tuple(numbers, fc.constantFrom(undefined, 'TCP', 'UDP'), fc.constantFrom('a', 'b', 'c'), fc.oneof(none, fc.constantFrom('http', 8080, 0))), {
		minLength: 1,
		maxLength: 3,
		selector: ([port, protocol]) => `${port}${protocol ?? 'TCP'}`,
	})
	.map((all) => {
		const names = new Set<string>();
		return all.map(([port, protocol, name, targetPort], index) => {
			const own = names.has(name) ? `${name}${index}` : name;
			names.add(own);
			return { name: own, port, ...(protocol && { protocol }), ...(targetPort !== undefined && { targetPort }) };
		});
	});

export const service: Kind = {
	kind: 'Service',
	roots: ['/api/v1'],
	plural: 'services',
	subresources: ['status'],
	strategic: true,
	base: { spec: { ports: [{ name: 'a', port: 80 }] } },
	parts: {
		'/spec/type': fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', null, 'x'),
		'/spec/ports': loose(ports),
		'/spec/selector': loose(map(text)),
		'/spec/externalName': fc.constantFrom('a.example', 'a.example.', null, 'A b'),
		'/spec/clusterIP': fc.constantFrom('None', '', null, '1.2.3.4', 'x'),
		'/spec/clusterIPs': fc.constantFrom<unknown>(['None'], [], null, ['1.2.3.4'], ['None', '1.2.3.4']),
		'/spec/ipFamilies': fc.constantFrom<unknown>(['IPv4'], ['IPv6'], ['IPv4', 'IPv6'], null, ['x']),
		'/spec/ipFamilyPolicy': fc.constantFrom('SingleStack', 'PreferDualStack', 'RequireDualStack', null, 'x'),
		'/spec/sessionAffinity': fc.constantFrom('None', 'ClientIP', null, 'x'),
		'/spec/sessionAffinityConfig': fc.constantFrom<unknown>({ clientIP: { timeoutSeconds: 5 } }, { clientIP: {} }, null, { clientIP: { timeoutSeconds: 0 } }),
		'/spec/externalIPs': loose(set(fc.constantFrom('1.1.1.1', '2.2.2.2', '127.0.0.1'))),
		'/spec/externalTrafficPolicy': fc.constantFrom('Cluster', 'Local', null, 'x'),
		'/spec/internalTrafficPolicy': fc.constantFrom('Cluster', 'Local', null, 'x'),
		'/spec/publishNotReadyAddresses': loose(fc.boolean()),
		'/spec/allocateLoadBalancerNodePorts': loose(fc.boolean()),
		'/spec/loadBalancerClass': fc.constantFrom('x.com/a', 'x.com/b', null),
		'/spec/loadBalancerSourceRanges': fc.constantFrom<unknown>(['10.0.0.0/8'], [' 10.0.0.0/8 '], ['x'], null, []),
		'/spec/loadBalancerIP': fc.constantFrom('1.2.3.4', null),
		'/spec/healthCheckNodePort': fc.constantFrom(0, 1, null),
		'/spec/unknown': text,
		...metadata,
	},
	odd,
	statusParts: {
		'/status/loadBalancer': fc.constantFrom<unknown>(
			{ ingress: [{ ip: '1.2.3.4' }] },
			{ ingress: [{ hostname: 'a.example' }, { ip: '::1', ports: [{ port: 80, protocol: 'TCP' }] }] },
			{ ingress: [{ ip: 'x' }] },
			{},
			null,
		),
		'/status/conditions': loose(
			keyed('type', text, {
				status: fc.constantFrom('True', 'False'),
				reason: fc.constant('R'),
				message: fc.constant(''),
				lastTransitionTime: fc.constant('2020-01-01T00:00:00Z'),
			}),
		),
		'/spec/type': fc.constant('NodePort'),
		'/metadata/labels': map(text),
	},
	directives: {
		'/spec/ports': fc.constantFrom<unknown>(
			[{ port: 80, $patch: 'delete' }],
			[{ $patch: 'replace' }, { name: 'r', port: 82 }],
			[{ name: 'n', port: 80, targetPort: 1 }],
		),
		'/spec/selector': fc.constant({ $patch: 'replace', a: 'z' }),
	},
	pointers: [
		'/spec/ports/0/port',
		'/spec/ports/0/targetPort',
		'/spec/ports/-',
		'/spec/selector/a',
		'/spec/type',
		'/spec/clusterIPs',
		'/spec/externalIPs/0',
		...metadataPointers,
	],
};
