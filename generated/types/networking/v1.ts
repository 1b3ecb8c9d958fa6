// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

export interface HTTPIngressPath {
	path?: string
	pathType: string | null
	backend: IngressBackend
}

export interface HTTPIngressRuleValue {
	paths: HTTPIngressPath[]
}

export interface Ingress {
	/**
	 * What kind of object this is.
	 */
	kind?: "Ingress"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	spec?: IngressSpec
	status?: IngressStatus
}

export interface IngressBackend {
	service?: IngressServiceBackend
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

export interface IngressLoadBalancerIngress {
	ip?: string
	hostname?: string
	ports?: IngressPortStatus[]
}

export interface IngressLoadBalancerStatus {
	ingress?: IngressLoadBalancerIngress[]
}

export interface IngressPortStatus {
	port: number
	protocol: string
	error?: string
}

export interface IngressRule {
	host?: string
	http?: HTTPIngressRuleValue
}

export interface IngressRuleValue {
	http?: HTTPIngressRuleValue
}

export interface IngressServiceBackend {
	name: string
	port?: ServiceBackendPort
}

export interface IngressSpec {
	ingressClassName?: string
	defaultBackend?: IngressBackend
	tls?: IngressTLS[]
	rules?: IngressRule[]
}

export interface IngressStatus {
	loadBalancer?: IngressLoadBalancerStatus
}

export interface IngressTLS {
	hosts?: string[]
	secretName?: string
}

export interface ServiceBackendPort {
	name?: string
	number?: number
}
