/** Objects of each Gateway API kind: one that it accepts, and others that it refuses, each with the field and the message. */
export interface Objects {
	readonly kind: string;
	readonly plural: string;
	readonly scope: 'Namespaced' | 'Cluster';
	/** Valid specification. */
	readonly spec: Readonly<Record<string, unknown>>;
	/** Refused specifications, each with a part of the message. */
	readonly bad: readonly { readonly spec: Readonly<Record<string, unknown>>; readonly message: string }[];
}

const parentRefs = [{ name: 'gw' }];
const backend = { name: 'svc', port: 80 };

/** Returns a connection route with a rule and backends. */
function route(kind: string, more: Readonly<Record<string, unknown>> = {}): Objects {
	const rules = [{ name: 'one', backendRefs: [backend] }];
	return {
		kind,
		plural: `${kind.toLowerCase()}s`,
		scope: 'Namespaced',
		spec: { parentRefs, rules, ...more },
		bad: [
			{ spec: { parentRefs, rules: [], ...more }, message: 'spec.rules: Invalid value: 0: ' },
			{ spec: { parentRefs, ...more }, message: 'spec.rules: Required value' },
			{
				spec: { parentRefs: [{ name: 'gw' }, { name: 'gw' }], rules, ...more },
				message: 'sectionName must be unique when parentRefs includes 2 or more references to the same parent',
			},
			{ spec: { parentRefs, rules: [{ backendRefs: [{ name: 'svc' }] }], ...more }, message: 'Must have port for Service reference' },
		],
	};
}

const listener = { name: 'web', protocol: 'HTTP', port: 80 };

export const gatewayApi: readonly Objects[] = [
	{
		kind: 'GatewayClass',
		plural: 'gatewayclasses',
		scope: 'Cluster',
		spec: { controllerName: 'example.com/controller', description: 'one' },
		bad: [
			{ spec: { description: 'one' }, message: 'spec.controllerName: Required value' },
			{ spec: { controllerName: 'nobody' }, message: 'spec.controllerName: Invalid value: "nobody"' },
		],
	},
	{
		kind: 'Gateway',
		plural: 'gateways',
		scope: 'Namespaced',
		spec: { gatewayClassName: 'one', listeners: [listener], addresses: [{ value: '10.0.0.1' }, { type: 'Hostname', value: 'a.example.com' }] },
		bad: [
			{ spec: { gatewayClassName: 'one', listeners: [listener, { ...listener, port: 81 }] }, message: 'Duplicate value' },
			{
				spec: { gatewayClassName: 'one', listeners: [{ ...listener, tls: { mode: 'Terminate', certificateRefs: [{ name: 'c' }] } }] },
				message: "tls must not be specified for protocols ['HTTP', 'TCP', 'UDP']",
			},
			{
				spec: { gatewayClassName: 'one', listeners: [listener], addresses: [{ type: 'IPAddress', value: 'here' }] },
				message: '"spec.addresses[0]" must validate one and only one schema (oneOf). Found none valid',
			},
			{
				spec: { gatewayClassName: 'one', listeners: [listener], infrastructure: { labels: { 'bad key!': 'x' } } },
				message: 'Label keys must be in the form of an optional DNS subdomain prefix',
			},
		],
	},
	{
		kind: 'BackendTLSPolicy',
		plural: 'backendtlspolicies',
		scope: 'Namespaced',
		spec: { targetRefs: [{ group: '', kind: 'Service', name: 'svc' }], validation: { hostname: 'a.example.com', wellKnownCACertificates: 'System' } },
		bad: [
			{
				spec: { targetRefs: [{ kind: 'Service', name: 'svc' }], validation: { hostname: 'a.example.com', wellKnownCACertificates: 'System' } },
				message: 'spec.targetRefs[0].group: Required value',
			},
			{
				spec: { targetRefs: [{ group: '', kind: 'Service', name: 'svc' }], validation: { hostname: 'a.example.com' } },
				message: 'must specify either CACertificateRefs or WellKnownCACertificates',
			},
		],
	},
	{
		kind: 'GRPCRoute',
		plural: 'grpcroutes',
		scope: 'Namespaced',
		spec: { parentRefs, hostnames: ['a.example.com'], rules: [{ matches: [{ method: { service: 'Foo.Bar' } }], backendRefs: [backend] }] },
		bad: [
			{ spec: { rules: [{ matches: [{ method: { service: 'foo!' } }] }] }, message: 'service must only contain valid characters' },
			{ spec: { rules: [{ matches: [{ method: {} }] }] }, message: "One or both of 'service' or 'method' must be specified" },
			{ spec: { rules: [{ matches: [] }, { matches: Array.from({ length: 65 }, () => ({})) }] }, message: 'Too many: 65' },
		],
	},
	{
		kind: 'HTTPRoute',
		plural: 'httproutes',
		scope: 'Namespaced',
		spec: {
			parentRefs,
			rules: [
				{
					matches: [{ path: { type: 'PathPrefix', value: '/a' } }],
					filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' } } }],
					timeouts: { request: '10s', backendRequest: '5s' },
					backendRefs: [backend],
				},
			],
		},
		bad: [
			{ spec: { rules: [{ matches: [{ path: { value: 'a' } }] }] }, message: "value must be an absolute path and start with '/'" },
			{
				spec: {
					rules: [
						{
							matches: [{ path: { type: 'Exact', value: '/a' } }],
							filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' } } }],
						},
					],
				},
				message: 'exactly one PathPrefix match must be specified',
			},
			{ spec: { rules: [{ timeouts: { request: '1s', backendRequest: '5s' } }] }, message: 'backendRequest timeout cannot be longer than request timeout' },
			{ spec: { rules: [{ filters: [{ type: 'CORS' }] }] }, message: 'filter.cors must be specified for CORS filter.type' },
		],
	},
	{
		kind: 'ListenerSet',
		plural: 'listenersets',
		scope: 'Namespaced',
		spec: { parentRef: { name: 'gw' }, listeners: [listener] },
		bad: [
			{ spec: { parentRef: { name: 'gw' } }, message: 'spec.listeners: Required value' },
			{ spec: { parentRef: { name: 'gw' }, listeners: [{ ...listener, port: 0 }] }, message: 'spec.listeners[0].port: Invalid value: 0' },
		],
	},
	{
		kind: 'ReferenceGrant',
		plural: 'referencegrants',
		scope: 'Namespaced',
		spec: { from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'other' }], to: [{ group: '', kind: 'Service' }] },
		bad: [{ spec: { from: [{ group: 'a', kind: 'b' }], to: [{ group: '', kind: 'Service' }] }, message: 'spec.from[0].namespace: Required value' }],
	},
	route('TCPRoute'),
	route('TLSRoute', { hostnames: ['a.example.com'] }),
	route('UDPRoute'),
];
