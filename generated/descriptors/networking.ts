// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'networking/v1.HTTPIngressPath': () => ({
		name: 'networking/v1.HTTPIngressPath',
		fields: [
			{ name: 'path', schema: { kind: 'string', rules: [{ rule: 'pattern', argument: '^/', message: 'must be an absolute path' }] }, number: 1, presence: 'omitZero' },
			{ name: 'pathType', schema: { kind: 'string', enum: ['Exact', 'ImplementationSpecific', 'Prefix'], markedSince: '1.26' }, number: 3, presence: 'nullable', required: true },
			{ name: 'backend', schema: { kind: 'struct', type: 'networking/v1.IngressBackend' }, number: 2, presence: 'always', required: true },
		],
		rules: [{ rule: 'cel', argument: [{ rule: '!(self.?pathType.orValue(\'\') in [\'Exact\', \'Prefix\']) || has(self.path)', message: 'must be an absolute path', fieldPath: '.path' }, { rule: '!(self.?pathType.orValue(\'\') in [\'Exact\', \'Prefix\']) || !self.?path.orValue(\'\').matches(\'//|/[.]/|/[.][.]/|%2[fF]\')', message: 'must not contain \'//\', \'/./\', \'/../\', \'%2f\' or \'%2F\'', fieldPath: '.path' }, { rule: '!(self.?pathType.orValue(\'\') in [\'Exact\', \'Prefix\']) || !self.?path.orValue(\'\').matches(\'/[.]{1,2}$\')', message: 'cannot end with \'/..\' or \'/.\'', fieldPath: '.path' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.HTTPIngressPath`,
	}),
	'networking/v1.HTTPIngressRuleValue': () => ({
		name: 'networking/v1.HTTPIngressRuleValue',
		fields: [
			{ name: 'paths', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.HTTPIngressPath' }, listType: 'atomic' }, number: 1, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.HTTPIngressRuleValue`,
	}),
	'networking/v1.IPAddress': () => ({
		name: 'networking/v1.IPAddress',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1.IPAddressSpec' }, number: 2, presence: 'always', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IPAddress`,
	}),
	'networking/v1.IPAddressList': () => ({
		name: 'networking/v1.IPAddressList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IPAddress' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IPAddressList`,
	}),
	'networking/v1.IPAddressSpec': () => ({
		name: 'networking/v1.IPAddressSpec',
		fields: [
			{ name: 'parentRef', schema: { kind: 'struct', type: 'networking/v1.ParentReference' }, number: 1, required: true, immutable: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IPAddressSpec`,
	}),
	'networking/v1.IPBlock': () => ({
		name: 'networking/v1.IPBlock',
		fields: [
			{ name: 'cidr', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'except', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IPBlock`,
	}),
	'networking/v1.Ingress': () => ({
		name: 'networking/v1.Ingress',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1.IngressSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'networking/v1.IngressStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.Ingress`,
	}),
	'networking/v1.IngressBackend': () => ({
		name: 'networking/v1.IngressBackend',
		fields: [
			{ name: 'service', schema: { kind: 'struct', type: 'networking/v1.IngressServiceBackend' }, number: 4, union: 'backend' },
			{ name: 'resource', schema: { kind: 'struct', type: 'core/v1.TypedLocalObjectReference' }, number: 3, union: 'backend' },
		],
		unions: [{ name: 'backend', members: 'exactlyOne', several: { message: 'cannot set both resource and service backends', alone: true }, none: { message: 'resource or service backend is required', invalid: true } }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressBackend`,
	}),
	'networking/v1.IngressClass': () => ({
		name: 'networking/v1.IngressClass',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1.IngressClassSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressClass`,
	}),
	'networking/v1.IngressClassList': () => ({
		name: 'networking/v1.IngressClassList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IngressClass' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressClassList`,
	}),
	'networking/v1.IngressClassParametersReference': () => ({
		name: 'networking/v1.IngressClassParametersReference',
		fields: [
			{ name: 'apiGroup', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1 },
			{ name: 'kind', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 2, presence: 'always', required: true },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 3, presence: 'always', required: true },
			{ name: 'scope', schema: { kind: 'string', rules: [{ rule: 'cel', argument: [{ rule: 'self in [\'Cluster\', \'Namespace\']', message: 'supported values: "Cluster", "Namespace"', reason: 'FieldValueNotSupported' }] }] }, number: 4, presence: 'nullable', default: 'Cluster', gate: 'IngressClassNamespacedParams', introduced: '1.21' },
			{ name: 'namespace', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] }, number: 5, gate: 'IngressClassNamespacedParams', introduced: '1.21' },
		],
		rules: [{ rule: 'requiredWhen', argument: [{ cel: 'self.?scope.orValue(\'\') == \'Namespace\' && !has(self.namespace)', fields: ['namespace'], message: '`parameters.scope` is set to \'Namespace\'' }] }, { rule: 'cel', argument: [{ rule: 'self.?scope.orValue(\'\') != \'Cluster\' || !has(self.namespace)', message: '`parameters.scope` is set to \'Cluster\'', reason: 'FieldValueForbidden', fieldPath: '.namespace' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressClassParametersReference`,
	}),
	'networking/v1.IngressClassSpec': () => ({
		name: 'networking/v1.IngressClassSpec',
		fields: [
			{ name: 'controller', schema: { kind: 'string' }, number: 1, presence: 'omitZero', immutable: true },
			{ name: 'parameters', schema: { kind: 'struct', type: 'networking/v1.IngressClassParametersReference' }, number: 2 },
		],
		rules: [{ rule: 'totalSize', argument: { of: ['controller'], max: 250 } }, { rule: 'requiredWhen', argument: { cel: 'true', fields: ['controller'] } }, { rule: 'cel', argument: [{ rule: 'self.?controller.orValue(\'\') == \'\' || self.controller.matches(\'^[^/]+/(.|\\n)+$\')', message: 'must be a domain-prefixed path (such as "acme.io/foo")', fieldPath: '.controller' }, { rule: '!self.?controller.orValue(\'\').matches(\'^[^/]+/(.|\\n)+$\') || self.controller.matches(\'^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*/\')', message: 'a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \'-\' or \'.\', and must start and end with an alphanumeric character (e.g. \'example.com\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\')', fieldPath: '.controller' }, { rule: '!self.?controller.orValue(\'\').matches(\'^[^/]+/(.|\\n)+$\') || self.controller.matches(\'^[^/]+/[A-Za-z0-9/._~%!$&()*+,;=:\\x27-]+$\')', message: 'Invalid path (regex used for validation is \'[A-Za-z0-9/\\-._~%!$&\'()*+,;=:]+\')', fieldPath: '.controller' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressClassSpec`,
	}),
	'networking/v1.IngressList': () => ({
		name: 'networking/v1.IngressList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.Ingress' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressList`,
	}),
	'networking/v1.IngressLoadBalancerIngress': () => ({
		name: 'networking/v1.IngressLoadBalancerIngress',
		fields: [
			{ name: 'ip', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'ip' }] }, number: 1, presence: 'omitZero' },
			{ name: 'hostname', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }, { rule: 'cel', argument: [{ rule: '!self.matches(\'^[0-9]+([.][0-9]+){3}$\')', message: 'must be a DNS name, not an IP address' }] }] }, number: 2, presence: 'omitZero' },
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IngressPortStatus' }, listType: 'atomic' }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressLoadBalancerIngress`,
	}),
	'networking/v1.IngressLoadBalancerStatus': () => ({
		name: 'networking/v1.IngressLoadBalancerStatus',
		fields: [
			{ name: 'ingress', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IngressLoadBalancerIngress' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressLoadBalancerStatus`,
	}),
	'networking/v1.IngressPortStatus': () => ({
		name: 'networking/v1.IngressPortStatus',
		fields: [
			{ name: 'port', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true },
			{ name: 'protocol', schema: { kind: 'string', enum: ['SCTP', 'TCP', 'UDP'], enumOpen: true, markedSince: '1.26' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'error', schema: { kind: 'string' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressPortStatus`,
	}),
	'networking/v1.IngressRule': () => ({
		name: 'networking/v1.IngressRule',
		fields: [
			{ name: 'host', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'host-or-wildcard' }, { rule: 'cel', argument: [{ rule: '!self.matches(\'^[0-9]+([.][0-9]+){3}$\')', message: 'must be a DNS name, not an IP address' }] }] }, number: 1, presence: 'omitZero' },
			{ name: 'ingressRuleValue', schema: { kind: 'struct', type: 'networking/v1.IngressRuleValue' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressRule`,
	}),
	'networking/v1.IngressRuleValue': () => ({
		name: 'networking/v1.IngressRuleValue',
		fields: [
			{ name: 'http', schema: { kind: 'struct', type: 'networking/v1.HTTPIngressRuleValue' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressRuleValue`,
	}),
	'networking/v1.IngressServiceBackend': () => ({
		name: 'networking/v1.IngressServiceBackend',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label-1035' }] }, number: 1, presence: 'always', required: true, history: [{ from: '1.36', set: { schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-label' }] } } }] },
			{ name: 'port', schema: { kind: 'struct', type: 'networking/v1.ServiceBackendPort' }, number: 2, presence: 'always' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: 'self.?port.?name.orValue(\'\') == \'\' || self.?port.?number.orValue(0) == 0', message: 'cannot set both port name & port number' }, { rule: 'self.?port.?name.orValue(\'\') != \'\' || self.?port.?number.orValue(0) != 0', message: 'port name or number is required', reason: 'FieldValueRequired' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressServiceBackend`,
	}),
	'networking/v1.IngressSpec': () => ({
		name: 'networking/v1.IngressSpec',
		fields: [
			{ name: 'ingressClassName', schema: { kind: 'string', rules: [{ rule: 'minLength', argument: 1, message: 'a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \'-\' or \'.\', and must start and end with an alphanumeric character (e.g. \'example.com\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\')' }, { rule: 'format', argument: 'dns-subdomain' }] }, number: 4 },
			{ name: 'defaultBackend', schema: { kind: 'struct', type: 'networking/v1.IngressBackend' }, number: 1 },
			{ name: 'tls', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IngressTLS' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.IngressRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		rules: [{ rule: 'cel', argument: [{ rule: 'has(self.defaultBackend) || size(self.?rules.orValue([])) > 0', message: 'either `defaultBackend` or `rules` must be specified' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressSpec`,
	}),
	'networking/v1.IngressStatus': () => ({
		name: 'networking/v1.IngressStatus',
		fields: [
			{ name: 'loadBalancer', schema: { kind: 'struct', type: 'core/v1.LoadBalancerStatus' }, number: 1, presence: 'always', history: [{ from: '1.26', set: { schema: { kind: 'struct', type: 'networking/v1.IngressLoadBalancerStatus' } } }] },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressStatus`,
	}),
	'networking/v1.IngressTLS': () => ({
		name: 'networking/v1.IngressTLS',
		fields: [
			{ name: 'hosts', schema: { kind: 'list', items: { kind: 'string', rules: [{ rule: 'format', argument: 'host-or-wildcard' }] }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'secretName', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.IngressTLS`,
	}),
	'networking/v1.NetworkPolicy': () => ({
		name: 'networking/v1.NetworkPolicy',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1.NetworkPolicySpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'networking/v1.NetworkPolicyStatus' }, number: 3, presence: 'always', introduced: '1.24', removed: '1.28' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'spec.policyTypes', value: ['Ingress'], when: 'size(self.?spec.?egress.orValue([])) == 0' }, { field: 'spec.policyTypes', value: ['Ingress', 'Egress'], when: 'size(self.?spec.?egress.orValue([])) > 0' }] }],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicy`,
	}),
	'networking/v1.NetworkPolicyEgressRule': () => ({
		name: 'networking/v1.NetworkPolicyEgressRule',
		fields: [
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyPort' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'to', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyPeer' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyEgressRule`,
	}),
	'networking/v1.NetworkPolicyIngressRule': () => ({
		name: 'networking/v1.NetworkPolicyIngressRule',
		fields: [
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyPort' }, listType: 'atomic', markedSince: '1.30' }, number: 1, presence: 'omitZero' },
			{ name: 'from', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyPeer' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyIngressRule`,
	}),
	'networking/v1.NetworkPolicyList': () => ({
		name: 'networking/v1.NetworkPolicyList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicy' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyList`,
	}),
	'networking/v1.NetworkPolicyPeer': () => ({
		name: 'networking/v1.NetworkPolicyPeer',
		fields: [
			{ name: 'podSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1 },
			{ name: 'namespaceSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 2 },
			{ name: 'ipBlock', schema: { kind: 'struct', type: 'networking/v1.IPBlock' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyPeer`,
	}),
	'networking/v1.NetworkPolicyPort': () => ({
		name: 'networking/v1.NetworkPolicyPort',
		fields: [
			{ name: 'protocol', schema: { kind: 'string', enum: ['TCP', 'UDP', 'SCTP'], markedSince: '1.26' }, number: 1, default: 'TCP' },
			{ name: 'port', schema: { kind: 'intOrString' }, number: 2 },
			{ name: 'endPort', schema: { kind: 'int32' }, number: 3, gate: 'NetworkPolicyEndPort', introduced: '1.21' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyPort`,
	}),
	'networking/v1.NetworkPolicySpec': () => ({
		name: 'networking/v1.NetworkPolicySpec',
		fields: [
			{ name: 'podSelector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 1, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.34', set: { required: false } }] },
			{ name: 'ingress', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyIngressRule' }, listType: 'atomic', markedSince: '1.30' }, number: 2, presence: 'omitZero' },
			{ name: 'egress', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.NetworkPolicyEgressRule' }, listType: 'atomic', markedSince: '1.30' }, number: 3, presence: 'omitZero' },
			{ name: 'policyTypes', schema: { kind: 'list', items: { kind: 'string', enum: ['Ingress', 'Egress'], markedSince: '1.26' }, listType: 'atomic', markedSince: '1.30', rules: [{ rule: 'maxItems', argument: 2, message: 'may not specify more than two policyTypes' }] }, number: 4, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicySpec`,
	}),
	'networking/v1.NetworkPolicyStatus': () => ({
		name: 'networking/v1.NetworkPolicyStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type', gate: 'NetworkPolicyStatus' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.NetworkPolicyStatus`,
	}),
	'networking/v1.ParentReference': () => ({
		name: 'networking/v1.ParentReference',
		fields: [
			{ name: 'group', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'dns-subdomain' }] }, number: 1, presence: 'omitZero' },
			{ name: 'resource', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 2, presence: 'omitZero', required: true },
			{ name: 'namespace', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 3, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'path-segment' }] }, number: 4, presence: 'omitZero', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ParentReference`,
	}),
	'networking/v1.ServiceBackendPort': () => ({
		name: 'networking/v1.ServiceBackendPort',
		fields: [
			{ name: 'name', schema: { kind: 'string', rules: [{ rule: 'format', argument: 'port-name' }] }, number: 1, presence: 'omitZero' },
			{ name: 'number', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 1, message: 'must be between 1 and 65535, inclusive' }, { rule: 'maximum', argument: 65535, message: 'must be between 1 and 65535, inclusive' }] }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ServiceBackendPort`,
		markedSince: '1.31',
		mapType: 'atomic',
	}),
	'networking/v1.ServiceCIDR': () => ({
		name: 'networking/v1.ServiceCIDR',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1.ServiceCIDRSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'networking/v1.ServiceCIDRStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ServiceCIDR`,
	}),
	'networking/v1.ServiceCIDRList': () => ({
		name: 'networking/v1.ServiceCIDRList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1.ServiceCIDR' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ServiceCIDRList`,
	}),
	'networking/v1.ServiceCIDRSpec': () => ({
		name: 'networking/v1.ServiceCIDRSpec',
		fields: [
			{ name: 'cidrs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ServiceCIDRSpec`,
	}),
	'networking/v1.ServiceCIDRStatus': () => ({
		name: 'networking/v1.ServiceCIDRStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1.ServiceCIDRStatus`,
	}),
	'networking/v1alpha1.ClusterCIDR': () => ({
		name: 'networking/v1alpha1.ClusterCIDR',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1alpha1.ClusterCIDRSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1alpha1.ClusterCIDR`,
	}),
	'networking/v1alpha1.ClusterCIDRList': () => ({
		name: 'networking/v1alpha1.ClusterCIDRList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1alpha1.ClusterCIDR' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1alpha1.ClusterCIDRList`,
	}),
	'networking/v1alpha1.ClusterCIDRSpec': () => ({
		name: 'networking/v1alpha1.ClusterCIDRSpec',
		fields: [
			{ name: 'nodeSelector', schema: { kind: 'struct', type: 'core/v1.NodeSelector' }, number: 1, immutable: true },
			{ name: 'perNodeHostBits', schema: { kind: 'int32' }, number: 2, presence: 'always', required: true, immutable: true, mayBeEmpty: true },
			{ name: 'ipv4', schema: { kind: 'string' }, number: 3, presence: 'always', defaultShown: '1.25', immutable: true },
			{ name: 'ipv6', schema: { kind: 'string' }, number: 4, presence: 'always', defaultShown: '1.25', immutable: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1alpha1.ClusterCIDRSpec`,
	}),
	'networking/v1beta1.HTTPIngressPath': () => ({
		name: 'networking/v1beta1.HTTPIngressPath',
		fields: [
			{ name: 'path', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'pathType', schema: { kind: 'string', enum: ['Exact', 'ImplementationSpecific', 'Prefix'] }, number: 3, default: 'ImplementationSpecific', introduced: '1.18' },
			{ name: 'backend', schema: { kind: 'struct', type: 'networking/v1beta1.IngressBackend' }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.HTTPIngressPath`,
	}),
	'networking/v1beta1.HTTPIngressRuleValue': () => ({
		name: 'networking/v1beta1.HTTPIngressRuleValue',
		fields: [
			{ name: 'paths', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.HTTPIngressPath' }, listType: 'atomic' }, number: 1, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.HTTPIngressRuleValue`,
	}),
	'networking/v1beta1.IPAddress': () => ({
		name: 'networking/v1beta1.IPAddress',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1beta1.IPAddressSpec' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IPAddress`,
	}),
	'networking/v1beta1.IPAddressList': () => ({
		name: 'networking/v1beta1.IPAddressList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.IPAddress' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IPAddressList`,
	}),
	'networking/v1beta1.IPAddressSpec': () => ({
		name: 'networking/v1beta1.IPAddressSpec',
		fields: [
			{ name: 'parentRef', schema: { kind: 'struct', type: 'networking/v1beta1.ParentReference' }, number: 1, required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IPAddressSpec`,
	}),
	'networking/v1beta1.Ingress': () => ({
		name: 'networking/v1beta1.Ingress',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1beta1.IngressSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'networking/v1beta1.IngressStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.Ingress`,
	}),
	'networking/v1beta1.IngressBackend': () => ({
		name: 'networking/v1beta1.IngressBackend',
		fields: [
			{ name: 'serviceName', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'servicePort', schema: { kind: 'intOrString' }, number: 2, presence: 'always' },
			{ name: 'resource', schema: { kind: 'struct', type: 'core/v1.TypedLocalObjectReference' }, number: 3, introduced: '1.18' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressBackend`,
	}),
	'networking/v1beta1.IngressList': () => ({
		name: 'networking/v1beta1.IngressList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.Ingress' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressList`,
	}),
	'networking/v1beta1.IngressLoadBalancerIngress': () => ({
		name: 'networking/v1beta1.IngressLoadBalancerIngress',
		fields: [
			{ name: 'ip', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'hostname', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
			{ name: 'ports', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.IngressPortStatus' }, listType: 'atomic' }, number: 4, presence: 'omitZero', introduced: '1.20' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressLoadBalancerIngress`,
	}),
	'networking/v1beta1.IngressLoadBalancerStatus': () => ({
		name: 'networking/v1beta1.IngressLoadBalancerStatus',
		fields: [
			{ name: 'ingress', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.IngressLoadBalancerIngress' } }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressLoadBalancerStatus`,
	}),
	'networking/v1beta1.IngressPortStatus': () => ({
		name: 'networking/v1beta1.IngressPortStatus',
		fields: [
			{ name: 'port', schema: { kind: 'int32' }, number: 1, presence: 'always', required: true },
			{ name: 'protocol', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'error', schema: { kind: 'string' }, number: 3 },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressPortStatus`,
	}),
	'networking/v1beta1.IngressRule': () => ({
		name: 'networking/v1beta1.IngressRule',
		fields: [
			{ name: 'host', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'ingressRuleValue', schema: { kind: 'struct', type: 'networking/v1beta1.IngressRuleValue' }, number: 2, presence: 'always', inline: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressRule`,
	}),
	'networking/v1beta1.IngressRuleValue': () => ({
		name: 'networking/v1beta1.IngressRuleValue',
		fields: [
			{ name: 'http', schema: { kind: 'struct', type: 'networking/v1beta1.HTTPIngressRuleValue' }, number: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressRuleValue`,
	}),
	'networking/v1beta1.IngressSpec': () => ({
		name: 'networking/v1beta1.IngressSpec',
		fields: [
			{ name: 'ingressClassName', schema: { kind: 'string' }, number: 4, introduced: '1.18' },
			{ name: 'backend', schema: { kind: 'struct', type: 'networking/v1beta1.IngressBackend' }, number: 1 },
			{ name: 'tls', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.IngressTLS' }, listType: 'atomic' }, number: 2, presence: 'omitZero' },
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.IngressRule' }, listType: 'atomic' }, number: 3, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressSpec`,
	}),
	'networking/v1beta1.IngressStatus': () => ({
		name: 'networking/v1beta1.IngressStatus',
		fields: [
			{ name: 'loadBalancer', schema: { kind: 'struct', type: 'networking/v1beta1.IngressLoadBalancerStatus' }, number: 1, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressStatus`,
	}),
	'networking/v1beta1.IngressTLS': () => ({
		name: 'networking/v1beta1.IngressTLS',
		fields: [
			{ name: 'hosts', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'secretName', schema: { kind: 'string' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.IngressTLS`,
	}),
	'networking/v1beta1.ParentReference': () => ({
		name: 'networking/v1beta1.ParentReference',
		fields: [
			{ name: 'group', schema: { kind: 'string' }, number: 1, presence: 'omitZero' },
			{ name: 'resource', schema: { kind: 'string' }, number: 2, presence: 'omitZero', required: true },
			{ name: 'namespace', schema: { kind: 'string' }, number: 3, presence: 'omitZero' },
			{ name: 'name', schema: { kind: 'string' }, number: 4, presence: 'omitZero', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.ParentReference`,
	}),
	'networking/v1beta1.ServiceCIDR': () => ({
		name: 'networking/v1beta1.ServiceCIDR',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'networking/v1beta1.ServiceCIDRSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'networking/v1beta1.ServiceCIDRStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.ServiceCIDR`,
	}),
	'networking/v1beta1.ServiceCIDRList': () => ({
		name: 'networking/v1beta1.ServiceCIDRList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'networking/v1beta1.ServiceCIDR' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.ServiceCIDRList`,
	}),
	'networking/v1beta1.ServiceCIDRSpec': () => ({
		name: 'networking/v1beta1.ServiceCIDRSpec',
		fields: [
			{ name: 'cidrs', schema: { kind: 'list', items: { kind: 'string' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.ServiceCIDRSpec`,
	}),
	'networking/v1beta1.ServiceCIDRStatus': () => ({
		name: 'networking/v1beta1.ServiceCIDRStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'meta/v1.Condition' }, listType: 'map', mapKeys: ['type'] }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
		],
		openapi: `${words.groupDomainReversed}.api.networking.v1beta1.ServiceCIDRStatus`,
	}),
};
