/** NetworkPolicy: ports and ranges of them, networks and what is left out of them. */
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../model/cause.ts';
import { type Cidr, cidrProblem, containsCidr, readCidr } from '../scalars/addresses.ts';
import { checkPortName } from '../scalars/formats.ts';
import { selectorText } from './selector-text.ts';

/** Whether a text is borne as a network. */
type Bears = (cidr: string) => boolean;

/** `strict`: networks that older programs read in ways of their own are refused, unless a policy has them already. */
export function networkPolicyHooks(strict: boolean): KindHooks<NetworkPolicy, 'Pod-Selector'> {
	const check = ({ spec }: NetworkPolicy, isKnown: Bears): Cause[] => {
		const bears: Bears = (cidr) => isKnown(cidr) || !strict || cidrProblem(cidr, { anyForm: true }) === undefined;
		return [
			...(spec?.ingress ?? []).flatMap(({ ports, from }, index) => ruleViolations({ ports, peers: from, at: `spec.ingress[${index}]`, field: 'from' }, bears)),
			...(spec?.egress ?? []).flatMap(({ ports, to }, index) => ruleViolations({ ports, peers: to, at: `spec.egress[${index}]`, field: 'to' }, bears)),
		];
	};
	return {
		cells: ({ spec }) => ({ 'Pod-Selector': selectorText(spec?.podSelector) }),
		validateCreate: (policy) => check(policy, () => false),
		validateUpdate(policy, old, { subresource }) {
			if (subresource === 'status') return [];
			const known = strict ? cidrsOf(old) : new Set<string>();
			return check(policy, (cidr) => known.has(cidr));
		},
	};
}

function cidrsOf({ spec }: NetworkPolicy): ReadonlySet<string> {
	const peers = [...(spec?.ingress ?? []).flatMap(({ from = [] }) => from), ...(spec?.egress ?? []).flatMap(({ to = [] }) => to)];
	return new Set(peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr, ...(ipBlock.except ?? [])])));
}

interface PolicyRule {
	readonly ports: readonly NetworkPolicyPort[] | undefined;
	readonly peers: readonly NetworkPolicyPeer[] | undefined;
	readonly at: string;
	/** Of its peers. */
	readonly field: string;
}

function ruleViolations({ ports = [], peers = [], at, field }: PolicyRule, bears: Bears): Cause[] {
	return [
		...ports.flatMap((port, index) => portViolations(port, `${at}.ports[${index}]`)),
		...peers.flatMap((peer, index) => peerViolations(peer, `${at}.${field}[${index}]`, bears)),
	];
}

function portViolations({ port, endPort }: NetworkPolicyPort, path: string): Cause[] {
	const at = `${path}.port`;
	const atEnd = `${path}.endPort`;
	const refusedEnd = (why: string): Cause[] => (endPort === undefined ? [] : [invalidValue(atEnd, endPort, why)]);
	if (port === undefined) return refusedEnd('may not be specified when `port` is not specified');
	if (typeof port === 'string')
		return [...refusedEnd('may not be specified when `port` is non-numeric'), ...checkPortName(port).map((why) => invalidValue(at, port, why))];
	return [
		...numberViolations(port, at),
		...(endPort !== undefined && endPort < port ? [invalidValue(atEnd, port, 'must be greater than or equal to `port`')] : []),
		...(endPort === undefined ? [] : numberViolations(endPort, atEnd)),
	];
}

function numberViolations(port: number, path: string): Cause[] {
	return port >= 1 && port <= 65_535 ? [] : [invalidValue(path, port, 'must be between 1 and 65535, inclusive')];
}

function peerViolations({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string, bears: Bears): Cause[] {
	const selects = podSelector !== undefined || namespaceSelector !== undefined;
	if (ipBlock === undefined) return selects ? [] : [required(path, 'must specify a peer')];
	return [...blockViolations(ipBlock, `${path}.ipBlock`, bears), ...(selects ? [forbiddenField(path, 'may not specify both ipBlock and another peer')] : [])];
}

function blockViolations({ cidr = '', except = [] }: IPBlock, path: string, bears: Bears): Cause[] {
	// That there must be one is said by the spec.
	if (cidr === '') return [];
	const whole = readCidr(cidr);
	const causes = cidrViolations(cidr, `${path}.cidr`, bears);
	return whole === undefined ? causes : [...causes, ...except.flatMap((text, index) => exceptViolations(text, whole, `${path}.except[${index}]`, bears))];
}

function exceptViolations(text: string, whole: Cidr, path: string, bears: Bears): Cause[] {
	const part = readCidr(text);
	const causes = cidrViolations(text, path, bears);
	if (part === undefined || (containsCidr(whole, part) && part.prefix > whole.prefix)) return causes;
	return [...causes, invalidValue(path, text, 'must be a strict subset of `cidr`')];
}

function cidrViolations(text: string, path: string, bears: Bears): Cause[] {
	if (!bears(text)) return [invalidValue(path, text, cidrProblem(text, { anyForm: true }) ?? '')];
	return readCidr(text) === undefined ? [invalidValue(path, text, 'not a valid CIDR')] : [];
}
