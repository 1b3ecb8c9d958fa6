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
	 * How the path is compared: whole, by its elements from the start, or as the controller likes.
	 */
	pathType: "Exact" | "ImplementationSpecific" | "Prefix" | null
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
 * An address that an object has been given, so that no other gets it. The address is its name.
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
 * A network without some networks in it.
 */
export interface IPBlock {
	/**
	 * The network, such as 192.168.0.0/16 or 2001:db8::/64.
	 */
	cidr: string
	/**
	 * Networks in it that are left out.
	 */
	except?: string[]
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
 * Where requests go: to a service or to another object.
 */
export interface IngressBackend {
	/**
	 * A service.
	 */
	service?: IngressServiceBackend
	/**
	 * An object other than a service.
	 */
	resource?: coreV1.TypedLocalObjectReference
}

/**
 * A class of ingresses, and who serves them.
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
	 * Who serves its ingresses.
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
	 * The objects.
	 */
	items: IngressClass[]
}

/**
 * An object in which there is more to know of a class.
 */
export interface IngressClassParametersReference {
	/**
	 * Its API group; that of the core when absent.
	 */
	apiGroup?: string
	/**
	 * Its kind.
	 */
	kind: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Whether it is an object of the cluster or of a namespace.
	 */
	scope?: string | null
	/**
	 * Its namespace.
	 */
	namespace?: string
}

/**
 * Who serves the ingresses of a class.
 */
export interface IngressClassSpec {
	/**
	 * The controller, as a path behind its domain.
	 */
	controller?: string
	/**
	 * An object in which there is more to know of the class.
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
 * A port of a service.
 */
export interface IngressServiceBackend {
	/**
	 * Name of the service.
	 */
	name: string
	/**
	 * Its port.
	 */
	port?: ServiceBackendPort
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
	defaultBackend?: IngressBackend
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
 * Which traffic some pods may receive and send. Pods that no policy chooses may all of it.
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
	 * Which pods, and which traffic.
	 */
	spec?: NetworkPolicySpec
	/**
	 * What is being made of it.
	 */
	status?: NetworkPolicyStatus
}

/**
 * Traffic that may go out: what fits the ports as well as the peers.
 */
export interface NetworkPolicyEgressRule {
	/**
	 * To which ports; to all when empty.
	 */
	ports?: NetworkPolicyPort[]
	/**
	 * To whom; to everybody when empty.
	 */
	to?: NetworkPolicyPeer[]
}

/**
 * Traffic that may come in: what fits the ports as well as the peers.
 */
export interface NetworkPolicyIngressRule {
	/**
	 * To which ports; to all when empty.
	 */
	ports?: NetworkPolicyPort[]
	/**
	 * From whom; from everybody when empty.
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
	 * The objects.
	 */
	items: NetworkPolicy[]
}

/**
 * Whom traffic comes from or goes to: pods, or addresses.
 */
export interface NetworkPolicyPeer {
	/**
	 * Labels of the pods, in the own namespace or in those that namespaceSelector chooses.
	 */
	podSelector?: metaV1.LabelSelector
	/**
	 * Labels of the namespaces.
	 */
	namespaceSelector?: metaV1.LabelSelector
	/**
	 * A network.
	 */
	ipBlock?: IPBlock
}

/**
 * Ports of a protocol.
 */
export interface NetworkPolicyPort {
	/**
	 * The protocol.
	 */
	protocol?: "TCP" | "UDP" | "SCTP"
	/**
	 * The port, by its number or by the name that the pod has for it; all ports when absent.
	 */
	port?: number | string
	/**
	 * The last port of a range that begins with `port`, which is a number then.
	 */
	endPort?: number
}

/**
 * Which traffic some pods may receive and send.
 */
export interface NetworkPolicySpec {
	/**
	 * Labels of the pods. An empty selector chooses all pods of the namespace.
	 */
	podSelector: metaV1.LabelSelector
	/**
	 * What they may receive: whatever one of these lets through. None means nothing.
	 */
	ingress?: NetworkPolicyIngressRule[]
	/**
	 * What they may send, as with what they receive. It counts where policyTypes has Egress.
	 */
	egress?: NetworkPolicyEgressRule[]
	/**
	 * What it is about: Ingress, and Egress as well where there are rules for that, unless it is said here.
	 */
	policyTypes?: ("Ingress" | "Egress")[]
}

/**
 * What is being made of a policy.
 */
export interface NetworkPolicyStatus {
	/**
	 * What is so of it, as who enforces it says.
	 */
	conditions?: metaV1.Condition[]
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
 * A port, by name or by number.
 */
export interface ServiceBackendPort {
	/**
	 * Name of the port.
	 */
	name?: string
	/**
	 * Number of the port.
	 */
	number?: number
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
	 * The range, of one kind of addresses or of both.
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
