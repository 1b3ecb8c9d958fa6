/** NetworkPolicy: port ranges, and networks with their exceptions. */
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '../../generated/types/networking/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../model/cause.ts';
import { type Cidr, cidrProblem, containsCidr, readCidr } from '../scalars/addresses.ts';
import { checkPortName } from '../scalars/formats.ts';
import { selectorText } from './selector-text.ts';
import { cidrWarnings } from './service/warnings.ts';

/** Checks a network's text. */
type CheckCidr = (cidr: string, path: string) => Cause[];

/**
 * Returns the hooks. `strict`: ambiguous networks, which older programs read differently, are refused unless the stored policy has them.
 */
export function networkPolicyHooks(strict: boolean): KindHooks<NetworkPolicy, 'Pod-Selector'> {
	return {
		cells: ({ spec }) => ({ 'Pod-Selector': selectorText(spec?.podSelector) }),
		validate: (policy, { subresource }) => (subresource === 'status' ? [] : violations(policy, strict ? () => [] : formViolations)),
		validateCreate(policy, { warnings }) {
			if (strict) warnings.push(...formWarnings(policy));
			return strict ? strictViolations(policy, new Set()) : [];
		},
		validateUpdate(policy, old, { subresource, warnings }) {
			if (!strict || subresource === 'status') return [];
			warnings.push(...formWarnings(policy));
			return strictViolations(policy, new Set(blocksOf(old).flatMap(cidrsOf)));
		},
	};
}

function formViolations(cidr: string, path: string): Cause[] {
	return readCidr(cidr) === undefined ? [invalidValue(path, cidr, 'not a valid CIDR')] : [];
}

function strictViolations(policy: NetworkPolicy, known: ReadonlySet<string>): Cause[] {
	return textsOf(policy).flatMap(({ text, at }) => {
		const why = text === '' || known.has(text) ? undefined : cidrProblem(text, { anyForm: true });
		return why === undefined ? [] : [invalidValue(at, text, why)];
	});
}

function formWarnings(policy: NetworkPolicy): string[] {
	return textsOf(policy).flatMap(({ text, at }) => cidrWarnings(text, at));
}

function textsOf(policy: NetworkPolicy): readonly { readonly text: string; readonly at: string }[] {
	return blocksOf(policy).flatMap(({ path, block: { cidr = '', except = [] } }) => [
		{ text: cidr, at: `${path}.cidr` },
		...except.map((text, index) => ({ text, at: `${path}.except[${index}]` })),
	]);
}

interface PlacedBlock {
	readonly block: IPBlock;
	readonly path: string;
}

function blocksOf(policy: NetworkPolicy): readonly PlacedBlock[] {
	return rulesOf(policy).flatMap(({ peers = [], at, field }) =>
		peers.flatMap(({ ipBlock }, index) => (ipBlock === undefined ? [] : [{ block: ipBlock, path: `${at}.${field}[${index}].ipBlock` }])),
	);
}

function cidrsOf({ block: { cidr, except = [] } }: PlacedBlock): readonly string[] {
	return [cidr, ...except];
}

function violations(policy: NetworkPolicy, check: CheckCidr): Cause[] {
	return rulesOf(policy).flatMap(({ ports = [], peers = [], at, field }) => [
		...ports.flatMap((port, index) => portViolations(port, `${at}.ports[${index}]`)),
		...peers.flatMap((peer, index) => peerViolations(peer, `${at}.${field}[${index}]`, check)),
	]);
}

interface PolicyRule {
	readonly ports: readonly NetworkPolicyPort[] | undefined;
	readonly peers: readonly NetworkPolicyPeer[] | undefined;
	readonly at: string;
	/** Name of the field with the peers. */
	readonly field: string;
}

function rulesOf({ spec }: NetworkPolicy): readonly PolicyRule[] {
	return [
		...(spec?.ingress ?? []).map(({ ports, from }, index) => ({ ports, peers: from, at: `spec.ingress[${index}]`, field: 'from' })),
		...(spec?.egress ?? []).map(({ ports, to }, index) => ({ ports, peers: to, at: `spec.egress[${index}]`, field: 'to' })),
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

function peerViolations({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string, check: CheckCidr): Cause[] {
	const selects = podSelector !== undefined || namespaceSelector !== undefined;
	if (ipBlock === undefined) return selects ? [] : [required(path, 'must specify a peer')];
	return [...blockViolations(ipBlock, `${path}.ipBlock`, check), ...(selects ? [forbiddenField(path, 'may not specify both ipBlock and another peer')] : [])];
}

function blockViolations({ cidr = '', except = [] }: IPBlock, path: string, check: CheckCidr): Cause[] {
	// The schema reports a missing network.
	if (cidr === '') return [];
	const whole = readCidr(cidr);
	const causes = check(cidr, `${path}.cidr`);
	return whole === undefined ? causes : [...causes, ...except.flatMap((text, index) => exceptViolations(text, whole, `${path}.except[${index}]`, check))];
}

function exceptViolations(text: string, whole: Cidr, path: string, check: CheckCidr): Cause[] {
	const part = readCidr(text);
	if (part === undefined || (containsCidr(whole, part) && part.prefix > whole.prefix)) return check(text, path);
	return [...check(text, path), invalidValue(path, text, 'must be a strict subset of `cidr`')];
}
