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
	 * Type of path matching: the entire path (Exact), a prefix of path elements (Prefix), or as the controller decides (ImplementationSpecific).
	 */
	pathType: "Exact" | "ImplementationSpecific" | "Prefix" | null
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
 * Allocation of an IP address to an object. The object's name is the address.
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
	spec?: IPAddressSpec
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
 * Network with exceptions.
 */
export interface IPBlock {
	/**
	 * Network, such as 192.168.0.0/16 or 2001:db8::/64.
	 */
	cidr: string
	/**
	 * Excluded networks within the block.
	 */
	except?: string[]
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
 * Destination of requests: a service or another object.
 */
export interface IngressBackend {
	/**
	 * Service.
	 */
	service?: IngressServiceBackend
	/**
	 * Object other than a service.
	 */
	resource?: coreV1.TypedLocalObjectReference
}

/**
 * Class of ingresses and its controller.
 */
export interface IngressClass {
	/**
	 * Kind of the object.
	 */
	kind?: "IngressClass"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Controller of the class.
	 */
	spec?: IngressClassSpec
}

/**
 * A list of IngressClass objects.
 */
export interface IngressClassList {
	kind?: "IngressClassList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: IngressClass[]
}

/**
 * Reference to an object with parameters of a class.
 */
export interface IngressClassParametersReference {
	/**
	 * API group of the object. The core group if absent.
	 */
	apiGroup?: string
	/**
	 * Kind of the object.
	 */
	kind: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * Scope of the object: Cluster or Namespace.
	 */
	scope?: string | null
	/**
	 * Namespace of the object.
	 */
	namespace?: string
}

/**
 * Controller of a class.
 */
export interface IngressClassSpec {
	/**
	 * Controller, as a path within its domain.
	 */
	controller?: string
	/**
	 * Object with parameters of the class.
	 */
	parameters?: IngressClassParametersReference
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
 * Port of a service.
 */
export interface IngressServiceBackend {
	/**
	 * Name of the service.
	 */
	name: string
	/**
	 * Port of the service.
	 */
	port?: ServiceBackendPort
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
	defaultBackend?: IngressBackend
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
 * Allowed traffic of the selected pods. Pods that no policy selects may send and receive all traffic.
 */
export interface NetworkPolicy {
	/**
	 * Kind of the object.
	 */
	kind?: "NetworkPolicy"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Selected pods and allowed traffic.
	 */
	spec?: NetworkPolicySpec
	/**
	 * Observed state.
	 */
	status?: NetworkPolicyStatus
}

/**
 * Allowed outgoing traffic. Both port and peer must match.
 */
export interface NetworkPolicyEgressRule {
	/**
	 * Destination ports. All ports if empty.
	 */
	ports?: NetworkPolicyPort[]
	/**
	 * Destinations. All destinations if empty.
	 */
	to?: NetworkPolicyPeer[]
}

/**
 * Allowed incoming traffic. Both port and peer must match.
 */
export interface NetworkPolicyIngressRule {
	/**
	 * Destination ports. All ports if empty.
	 */
	ports?: NetworkPolicyPort[]
	/**
	 * Sources. All sources if empty.
	 */
	from?: NetworkPolicyPeer[]
}

/**
 * A list of NetworkPolicy objects.
 */
export interface NetworkPolicyList {
	kind?: "NetworkPolicyList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: NetworkPolicy[]
}

/**
 * Peer of the traffic: pods or an IP block.
 */
export interface NetworkPolicyPeer {
	/**
	 * Selector of the pods, by labels. The pods are in the policy's namespace unless namespaceSelector is present.
	 */
	podSelector?: metaV1.LabelSelector
	/**
	 * Selector of namespaces, by labels.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * IP block.
	 */
	ipBlock?: IPBlock
}

/**
 * Ports of a protocol.
 */
export interface NetworkPolicyPort {
	/**
	 * Protocol.
	 */
	protocol?: "TCP" | "UDP" | "SCTP"
	/**
	 * Number of the port, or its name in the pod. All ports if absent.
	 */
	port?: number | string
	/**
	 * Last port of a range that starts with `port`, which must then be a number.
	 */
	endPort?: number
}

/**
 * Selected pods and their allowed traffic.
 */
export interface NetworkPolicySpec {
	/**
	 * Selector of the pods, by labels. An empty selector matches all pods of the namespace.
	 */
	podSelector: metaV1.LabelSelector
	/**
	 * Rules for incoming traffic. One matching rule allows it. An empty list allows no traffic.
	 */
	ingress?: NetworkPolicyIngressRule[]
	/**
	 * Rules for outgoing traffic. They apply only if policyTypes contains Egress.
	 */
	egress?: NetworkPolicyEgressRule[]
	/**
	 * Directions that the policy covers. By default Ingress, and Egress if there are egress rules.
	 */
	policyTypes?: ("Ingress" | "Egress")[]
}

/**
 * Observed state of a policy.
 */
export interface NetworkPolicyStatus {
	/**
	 * Conditions, set by the enforcing component.
	 */
	conditions?: metaV1.Condition[]
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
 * Port, by name or by number.
 */
export interface ServiceBackendPort {
	/**
	 * Name of the port.
	 */
	name?: string
	/**
	 * Port number.
	 */
	number?: number
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
	 * Address range, of one family or of both.
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
