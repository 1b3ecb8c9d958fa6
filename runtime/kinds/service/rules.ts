/** Validation of a Service, except its addresses and the rules of its schema. */
import type { Service, ServicePort, ServiceSpec } from '../../../generated/types/core/v1.ts';
import { type Cause, duplicate, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { olderCidrProblem, readAnyCidr, readAnyIp } from '../../scalars/addresses.ts';
import { checkDnsLabel, checkDnsLabel1035, checkDnsSubdomain, checkLabelValue, checkPortName, checkQualifiedName } from '../../scalars/formats.ts';
import { reachViolations } from '../endpoints/addresses.ts';
import { addressViolations, ipViolations } from './address-rules.ts';
import { clusterIpsOf, isExternallyAccessible, isHeadless, needsHealthCheck, needsNodePorts, type ServiceParts } from './server-facts.ts';

const agentPort = 10_250;
const noPort = 'must be between 1 and 65535, inclusive';
const longestAffinitySeconds = 86_400;
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

export function nameViolations({ metadata }: Service, { gate }: ServiceParts): Cause[] {
	const check = gate('RelaxedServiceNameValidation') ? checkDnsLabel : checkDnsLabel1035;
	const { name = '', generateName = '' } = metadata ?? {};
	// The generated suffix consists of letters and digits.
	const drawn = generateName.replace(/-$/, 'a');
	return [
		...(generateName === '' ? [] : check(drawn).map((why) => invalidValue('metadata.generateName', generateName, why))),
		...(name === '' ? [] : check(name).map((why) => invalidValue('metadata.name', name, why))),
	];
}

export function serviceViolations(service: Service, parts: ServiceParts): Cause[] {
	const { spec } = service;
	if (spec === undefined) return [];
	return [
		...topologyViolations(service, parts),
		...typeViolations(spec, parts),
		...portsViolations(spec),
		...selectorViolations(spec),
		...affinityViolations(spec),
		...addressViolations(spec, parts),
		...externalIpViolations(spec),
		...nodePortViolations(spec),
		...sourceRangeViolations(service, parts),
		...balancerViolations(spec, parts),
		...trafficViolations(spec, parts),
	];
}

/** Checks that the older and newer topology annotations agree. */
function topologyViolations({ metadata }: Service, { vocabulary, since }: ServiceParts): Cause[] {
	const [older, newer] = topologyAnnotations(vocabulary.labelDomain);
	const { [older]: hints, [newer]: mode } = metadata?.annotations ?? {};
	if (!since('1.27') || hints === undefined || mode === undefined || hints === mode) return [];
	return [invalidValue(`metadata.annotations[${newer}]`, mode, `must match annotations[${older}] when both are specified`)];
}

export const topologyAnnotations = (labelDomain: string) => [`service.${labelDomain}/topology-aware-hints`, `service.${labelDomain}/topology-mode`] as const;

function typeViolations(spec: ServiceSpec, parts: ServiceParts): Cause[] {
	const { type, ports = [] } = spec;
	const headless = isHeadless(spec, parts);
	const path = parts.since('1.20') ? 'spec.clusterIPs[0]' : 'spec.clusterIP';
	const withoutAddress = headless && needsNodePorts(spec) ? [invalidValue(path, 'None', `may not be set to 'None' for ${type} services`)] : [];
	const withoutPorts = ports.length === 0 && !headless && type !== 'ExternalName' ? [required('spec.ports')] : [];
	switch (type) {
		case 'LoadBalancer':
			return [...withoutPorts, ...(parts.since('1.33') ? [] : agentPortViolations(ports)), ...withoutAddress];
		case 'NodePort':
			return [...withoutPorts, ...withoutAddress];
		case 'ExternalName':
			return externalNameViolations(spec, parts);
		default:
			return withoutPorts;
	}
}

function agentPortViolations(ports: readonly ServicePort[]): Cause[] {
	const why = `may not expose port ${agentPort} externally since it is used by kubelet`;
	return ports.flatMap(({ port }, index) => (port === agentPort ? [invalidValue(`spec.ports[${index}]`, port, why)] : []));
}

function externalNameViolations(spec: ServiceSpec, parts: ServiceParts): Cause[] {
	const { ipFamilies = [], ipFamilyPolicy, externalName = '' } = spec;
	const host = externalName.replace(/\.$/, '');
	const forbidden = (field: string, isSet: boolean): Cause[] => (isSet ? [forbiddenField(`spec.${field}`, 'may not be set for ExternalName services')] : []);
	return [
		...forbidden(parts.since('1.20') ? 'clusterIPs' : 'clusterIP', clusterIpsOf(spec, parts).length > 0),
		...forbidden('ipFamilies', ipFamilies.length > 0),
		...forbidden('ipFamilyPolicy', ipFamilyPolicy !== undefined),
		...(host === '' ? [required('spec.externalName')] : checkDnsSubdomain(host).map((why) => invalidValue('spec.externalName', host, why))),
	];
}

function portsViolations({ ports = [] }: ServiceSpec): Cause[] {
	const names = new Set<string>();
	return ports.flatMap(({ name = '', targetPort = 0 }, index) => {
		const at = `spec.ports[${index}]`;
		const repeated = names.has(name);
		names.add(name);
		return [
			...(name === '' && ports.length > 1 ? [required(`${at}.name`)] : []),
			...(name !== '' && repeated ? [duplicate(`${at}.name`, name)] : []),
			...targetViolations(targetPort, `${at}.targetPort`),
		];
	});
}

function targetViolations(port: number | string, path: string): Cause[] {
	if (typeof port === 'string') return checkPortName(port).map((why) => invalidValue(path, port, why));
	return isPort(port) ? [] : [invalidValue(path, port, noPort)];
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

/** Validates the selector. Causes have the path of the whole selector. */
function selectorViolations({ selector = {} }: ServiceSpec): Cause[] {
	return Object.entries(selector).flatMap(([key, value]) => [
		...checkQualifiedName(key).map((why) => invalidValue('spec.selector', key, why)),
		...checkLabelValue(value).map((why) => invalidValue('spec.selector', value, why)),
	]);
}

function affinityViolations({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): Cause[] {
	const path = 'spec.sessionAffinityConfig';
	if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined) return [forbiddenField(path, 'must not be set when session affinity is None')];
	const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
	if (sessionAffinity !== 'ClientIP' || seconds === undefined || (seconds > 0 && seconds <= longestAffinitySeconds)) return [];
	return [invalidValue(`${path}.clientIP.timeoutSeconds`, seconds, `must be greater than 0 and less than ${longestAffinitySeconds}`)];
}

function externalIpViolations({ externalIPs = [] }: ServiceSpec): Cause[] {
	return externalIPs.flatMap((ip, index) => {
		const path = `spec.externalIPs[${index}]`;
		const wrong = ipViolations(ip, path);
		return wrong.length > 0 ? wrong : reachViolations(ip, path);
	});
}

function nodePortViolations({ type, ports = [] }: ServiceSpec): Cause[] {
	const held = new Set<string>();
	const seen = new Set<string>();
	const forbidden = ports.flatMap(({ nodePort = 0 }, index) =>
		type === 'ClusterIP' && nodePort !== 0 ? [forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")] : [],
	);
	const ofNodes = ports.flatMap(({ nodePort = 0, protocol }, index) => {
		if (nodePort === 0) return [];
		const isRepeated = held.has(`${protocol} ${nodePort}`);
		held.add(`${protocol} ${nodePort}`);
		return isRepeated ? [duplicate(`spec.ports[${index}].nodePort`, nodePort)] : [];
	});
	const own = ports.flatMap(({ port, protocol }, index) => {
		const isRepeated = seen.has(`${protocol} ${port}`);
		seen.add(`${protocol} ${port}`);
		return isRepeated ? [duplicate(`spec.ports[${index}]`, { protocol, port, targetPort: 0 })] : [];
	});
	return [...forbidden, ...ofNodes, ...own];
}

const noBalancer = "may only be used when `type` is 'LoadBalancer'";

function sourceRangeViolations({ metadata, spec = {} }: Service, parts: ServiceParts): Cause[] {
	const annotation = rangesAnnotation(parts);
	const inAnnotation = metadata?.annotations?.[annotation];
	const ranges = spec.loadBalancerSourceRanges ?? [];
	if (ranges.length === 0 && inAnnotation === undefined) return [];
	const path = ranges.length > 0 ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${annotation}]`;
	const misplaced = spec.type === 'LoadBalancer' ? [] : [forbiddenField(path, noBalancer)];
	const trimmed = (inAnnotation ?? '').trim();
	const texts = ranges.length > 0 ? ranges : trimmed === '' ? [] : trimmed.split(',');
	if (!parts.since('1.33')) {
		const isWrong = texts.some((text) => readAnyCidr(text.trim()) === undefined);
		const shown = ranges.length > 0 ? `[${ranges.join(' ')}]` : inAnnotation;
		return isWrong ? [...misplaced, invalidValue(path, shown, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ')] : misplaced;
	}
	const wrong = texts.flatMap((text, index) => {
		const why = olderCidrProblem(text.trim());
		return why === undefined ? [] : [invalidValue(ranges.length > 0 ? `${path}[${index}]` : path, text.trim(), why)];
	});
	return [...misplaced, ...wrong];
}

export const rangesAnnotation = ({ vocabulary }: ServiceParts): string => `service.beta.${vocabulary.labelDomain}/load-balancer-source-ranges`;

function balancerViolations(spec: ServiceSpec, { gate }: ServiceParts): Cause[] {
	const { type, allocateLoadBalancerNodePorts, loadBalancerClass, ports = [] } = spec;
	const hasOne = type === 'LoadBalancer';
	const protocols = new Set(ports.map(({ protocol }) => protocol));
	return [
		...(!hasOne && allocateLoadBalancerNodePorts !== undefined ? [forbiddenField('spec.allocateLoadBalancerNodePorts', noBalancer)] : []),
		...(hasOne && allocateLoadBalancerNodePorts === undefined && gate('ServiceLBNodePortControl') ? [required('allocateLoadBalancerNodePorts')] : []),
		...(loadBalancerClass === undefined ? [] : hasOne ? qualifiedViolations(loadBalancerClass) : [forbiddenField('spec.loadBalancerClass', noBalancer)]),
		...(hasOne && protocols.size > 1 && !gate('MixedProtocolLBService')
			? [invalidValue('spec.ports', ports, "may not contain more than 1 protocol when type is 'LoadBalancer'")]
			: []),
	];
}

const qualifiedViolations = (name: string): Cause[] => checkQualifiedName(name).map((why) => invalidValue('spec.loadBalancerClass', name, why));

function trafficViolations(spec: ServiceSpec, parts: ServiceParts): Cause[] {
	const { externalTrafficPolicy = '', healthCheckNodePort = 0, internalTrafficPolicy, trafficDistribution, type } = spec;
	const accessible = isExternallyAccessible(spec, parts);
	const noOutside = parts.since('1.29') ? 'may only be set for externally-accessible services' : "may only be set when `type` is 'NodePort' or 'LoadBalancer'";
	const known = parts.gate('PreferSameTrafficDistribution') ? distributions : distributions.slice(0, 1);
	const leadsToPods = type === 'ClusterIP' || needsNodePorts(spec);
	return [
		...(!accessible && externalTrafficPolicy !== '' ? [invalidValue('spec.externalTrafficPolicy', externalTrafficPolicy, noOutside)] : []),
		...(accessible && externalTrafficPolicy === '' ? [required('spec.externalTrafficPolicy')] : []),
		...healthViolations(healthCheckNodePort, needsHealthCheck(spec)),
		...(leadsToPods && internalTrafficPolicy === undefined && parts.gate('ServiceInternalTrafficPolicy') ? [required('spec.internalTrafficPolicy')] : []),
		...(trafficDistribution === undefined || known.includes(trafficDistribution) ? [] : [notSupported('spec.trafficDistribution', trafficDistribution, known)]),
	];
}

function healthViolations(port: number, isNeeded: boolean): Cause[] {
	const path = 'spec.healthCheckNodePort';
	if (!isNeeded) return port === 0 ? [] : [invalidValue(path, port, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'")];
	if (port === 0) return [required(path)];
	return isPort(port) ? [] : [invalidValue(path, port, noPort)];
}

/** Validates the status: only load balancers have ingress addresses. */
export function statusViolations({ spec, status }: Service, parts: ServiceParts): Cause[] {
	const ingress = status?.loadBalancer?.ingress ?? [];
	const path = 'status.loadBalancer.ingress';
	if (parts.since('1.29') && spec?.type !== 'LoadBalancer')
		return ingress.length === 0 ? [] : [forbiddenField(path, "may only be used when `spec.type` is 'LoadBalancer'")];
	return ingress.flatMap(({ ip = '', ipMode }, index) => {
		const at = `${path}[${index}]`;
		const form = ip === '' ? [] : parts.since('1.33') ? ipViolations(ip, `${at}.ip`) : oldFormViolations(ip, `${at}.ip`);
		if (!parts.gate('LoadBalancerIPMode')) return form;
		if (ipMode === undefined) return ip === '' ? form : [...form, required(`${at}.ipMode`, 'must be specified when `ip` is set')];
		if (ip === '') return [...form, forbiddenField(`${at}.ipMode`, 'may not be specified when `ip` is not set')];
		return form;
	});
}

function oldFormViolations(ip: string, path: string): Cause[] {
	return readAnyIp(ip) === undefined ? [invalidValue(path, ip, 'must be a valid IP address')] : [];
}
