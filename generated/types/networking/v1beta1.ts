// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Path and its backend.
 */
export interface HTTPIngressPath {
	/**
	 * URL path.
	 */
	path?: string
	/**
	 * Type of path matching.
	 */
	pathType?: "Exact" | "ImplementationSpecific" | "Prefix"
	/**
	 * Backend of the path.
	 */
	backend: IngressBackend
}

/**
 * Backends by path.
 */
export interface HTTPIngressRuleValue {
	/**
	 * Paths and their backends.
	 */
	paths: HTTPIngressPath[]
}

/**
 * Allocation of an IP address to an object.
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
	 * Object that has the address.
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
	 * Objects.
	 */
	items: IPAddress[]
}

/**
 * Object that has an address.
 */
export interface IPAddressSpec {
	/**
	 * Object that has the address.
	 */
	parentRef: ParentReference
}

/**
 * Rules that route external requests to services, by host and path.
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
	 * Rules.
	 */
	spec?: IngressSpec
	/**
	 * Addresses.
	 */
	status?: IngressStatus
}

/**
 * Backend.
 */
export interface IngressBackend {
	/**
	 * Name of the service.
	 */
	serviceName?: string
	/**
	 * Number or name of the service's port.
	 */
	servicePort?: number | string
	/**
	 * Object other than a service.
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
	 * Objects.
	 */
	items: Ingress[]
}

/**
 * Address of a load balancer.
 */
export interface IngressLoadBalancerIngress {
	/**
	 * IP address.
	 */
	ip?: string
	/**
	 * Host name.
	 */
	hostname?: string
	/**
	 * State of each port.
	 */
	ports?: IngressPortStatus[]
}

/**
 * Addresses of a load balancer.
 */
export interface IngressLoadBalancerStatus {
	/**
	 * Addresses.
	 */
	ingress?: IngressLoadBalancerIngress[]
}

/**
 * State of a load balancer's port.
 */
export interface IngressPortStatus {
	/**
	 * Port number.
	 */
	port: number
	/**
	 * Transport protocol.
	 */
	protocol: string
	/**
	 * Error of the port.
	 */
	error?: string
}

/**
 * Rule for the requests of one host.
 */
export interface IngressRule {
	/**
	 * Host name or wildcard, such as *.example.com. All hosts if empty.
	 */
	host?: string
	/**
	 * Rules for HTTP.
	 */
	http?: HTTPIngressRuleValue
}

/**
 * Rules by protocol.
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
	 * Ingress class.
	 */
	ingressClassName?: string
	/**
	 * Backend for requests that match no rule.
	 */
	backend?: IngressBackend
	/**
	 * TLS settings by host.
	 */
	tls?: IngressTLS[]
	/**
	 * Rules that route requests.
	 */
	rules?: IngressRule[]
}

/**
 * Observed addresses of an ingress.
 */
export interface IngressStatus {
	/**
	 * Addresses of the load balancer.
	 */
	loadBalancer?: IngressLoadBalancerStatus
}

/**
 * Hosts that share a certificate.
 */
export interface IngressTLS {
	/**
	 * Hosts of the certificate.
	 */
	hosts?: string[]
	/**
	 * Secret with certificate and private key.
	 */
	secretName?: string
}

/**
 * Reference to the object that has an address.
 */
export interface ParentReference {
	/**
	 * API group of the object. Empty for the core group.
	 */
	group?: string
	/**
	 * Plural name of the object's resource.
	 */
	resource: string
	/**
	 * Namespace of the object.
	 */
	namespace?: string
	/**
	 * Name.
	 */
	name: string
}

/**
 * Address range for services.
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
	 * Address range.
	 */
	spec?: ServiceCIDRSpec
	/**
	 * Conditions of the range.
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
	 * Objects.
	 */
	items: ServiceCIDR[]
}

/**
 * Address range.
 */
export interface ServiceCIDRSpec {
	/**
	 * Address range.
	 */
	cidrs?: string[]
}

/**
 * Conditions of a range.
 */
export interface ServiceCIDRStatus {
	/**
	 * Conditions of the object.
	 */
	conditions?: metaV1.Condition[]
}
