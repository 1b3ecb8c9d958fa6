// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Where requests of a path go.
 */
export interface HTTPIngressPath {
	/**
	 * The path.
	 */
	path?: string
	/**
	 * How the path is compared.
	 */
	pathType?: "Exact" | "ImplementationSpecific" | "Prefix"
	/**
	 * Where the requests go.
	 */
	backend: IngressBackend
}

/**
 * Backends by path.
 */
export interface HTTPIngressRuleValue {
	/**
	 * The paths.
	 */
	paths: HTTPIngressPath[]
}

/**
 * An address that an object has been given.
 */
export interface IPAddress {
	/**
	 * Kind of the object.
	 */
	kind?: "IPAddress"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Who has it.
	 */
	spec: IPAddressSpec
}

/**
 * A list of IPAddress objects.
 */
export interface IPAddressList {
	kind?: "IPAddressList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: IPAddress[]
}

/**
 * Who has an address.
 */
export interface IPAddressSpec {
	/**
	 * The object that has it.
	 */
	parentRef: ParentReference
}

/**
 * Rules by which requests from outside reach services, by host and path.
 */
export interface Ingress {
	/**
	 * Kind of the object.
	 */
	kind?: "Ingress"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The rules.
	 */
	spec?: IngressSpec
	/**
	 * Where it can be reached.
	 */
	status?: IngressStatus
}

/**
 * Where requests go.
 */
export interface IngressBackend {
	/**
	 * Name of a service.
	 */
	serviceName?: string
	/**
	 * Number or name of its port.
	 */
	servicePort?: number | string
	/**
	 * An object other than a service.
	 */
	resource?: coreV1.TypedLocalObjectReference
}

/**
 * A list of Ingress objects.
 */
export interface IngressList {
	kind?: "IngressList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Ingress[]
}

/**
 * An address of a balancer.
 */
export interface IngressLoadBalancerIngress {
	/**
	 * The IP address.
	 */
	ip?: string
	/**
	 * The name of the host.
	 */
	hostname?: string
	/**
	 * How its ports fare.
	 */
	ports?: IngressPortStatus[]
}

/**
 * Addresses of a balancer.
 */
export interface IngressLoadBalancerStatus {
	/**
	 * The addresses.
	 */
	ingress?: IngressLoadBalancerIngress[]
}

/**
 * How a port of a balancer fares.
 */
export interface IngressPortStatus {
	/**
	 * The port.
	 */
	port: number
	/**
	 * Its protocol.
	 */
	protocol: string
	/**
	 * What is wrong with it.
	 */
	error?: string
}

/**
 * Where requests of a host go.
 */
export interface IngressRule {
	/**
	 * The host, in whole or as a wildcard such as *.example.com; all hosts when empty.
	 */
	host?: string
	/**
	 * Rules for HTTP.
	 */
	http?: HTTPIngressRuleValue
}

/**
 * What a rule is made of.
 */
export interface IngressRuleValue {
	/**
	 * Rules for HTTP.
	 */
	http?: HTTPIngressRuleValue
}

/**
 * Rules of an ingress.
 */
export interface IngressSpec {
	/**
	 * The class of controllers that serve it.
	 */
	ingressClassName?: string
	/**
	 * Where requests go that no rule takes.
	 */
	backend?: IngressBackend
	/**
	 * Hosts that are served with TLS.
	 */
	tls?: IngressTLS[]
	/**
	 * Where requests go.
	 */
	rules?: IngressRule[]
}

/**
 * Where an ingress can be reached.
 */
export interface IngressStatus {
	/**
	 * The balancer in front of it.
	 */
	loadBalancer?: IngressLoadBalancerStatus
}

/**
 * Hosts that share a certificate.
 */
export interface IngressTLS {
	/**
	 * Hosts that the certificate is for.
	 */
	hosts?: string[]
	/**
	 * Secret that holds certificate and key.
	 */
	secretName?: string
}

/**
 * An object that has an address.
 */
export interface ParentReference {
	/**
	 * Its API group; empty for that of the core.
	 */
	group?: string
	/**
	 * What it is, in the plural.
	 */
	resource: string
	/**
	 * Its namespace.
	 */
	namespace?: string
	/**
	 * Its name.
	 */
	name: string
}

/**
 * A range of addresses that services are given.
 */
export interface ServiceCIDR {
	/**
	 * Kind of the object.
	 */
	kind?: "ServiceCIDR"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * The range.
	 */
	spec?: ServiceCIDRSpec
	/**
	 * Whether it is in use.
	 */
	status?: ServiceCIDRStatus
}

/**
 * A list of ServiceCIDR objects.
 */
export interface ServiceCIDRList {
	kind?: "ServiceCIDRList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: ServiceCIDR[]
}

/**
 * A range of addresses.
 */
export interface ServiceCIDRSpec {
	/**
	 * The range.
	 */
	cidrs?: string[]
}

/**
 * Whether a range is in use.
 */
export interface ServiceCIDRStatus {
	/**
	 * What is so of it.
	 */
	conditions?: metaV1.Condition[]
}
