/** Node: pod networks, taints, immutable fields, and Table cells. */
import type { Node, NodeSpec, NodeStatus, Taint } from '../../../generated/types/core/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, duplicate, forbiddenField, invalidValue } from '../../model/cause.ts';
import { identity } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { amountViolations } from '../resource-names.ts';
import type { AgentAccess } from './agent-access.ts';
import { type NodeColumn, nodeCells } from './cells.ts';
import { networkViolations, networkWarnings } from './networks.ts';
import { nodeProxy } from './proxy.ts';

/** Returns the hooks. `strict`: ambiguous networks, which older programs read differently, are refused. */
export function nodeHooks(
	{ labelDomain }: Vocabulary,
	release: Release,
	strict: boolean,
	agents: AgentAccess,
): KindHooks<Node, NodeColumn> & { readonly connects: { readonly proxy: ReturnType<typeof nodeProxy> } } {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const warn = ({ spec }: Node, warnings: string[]): void => {
		if (since('1.27') && spec?.externalID) warnings.push('spec.externalID: this field is deprecated, and is unused by Kubernetes');
		if (since('1.33')) warnings.push(...networkWarnings(spec?.podCIDRs ?? []));
	};
	return {
		connects: { proxy: nodeProxy(agents) },
		agesInCells: true,
		cells: (node) => nodeCells(node, labelDomain, since('1.36')),
		normalize: ({ spec }) => joinNetworks(spec),
		prepareForCreate({ spec, status }) {
			delete spec?.configSource;
			delete status?.config;
		},
		prepareForUpdate({ spec, status }, old) {
			if (old.spec?.configSource === undefined) delete spec?.configSource;
			if (old.status?.config === undefined) delete status?.config;
		},
		updateWarnings: () => 'everything',
		validate({ spec = {}, status = {} }, { subresource }) {
			return [
				...taintViolations(spec.taints ?? []),
				...resourceViolations(status, labelDomain),
				...featureViolations(status.declaredFeatures ?? []),
				...(subresource === 'status' ? [] : [...networkViolations(spec.podCIDRs ?? [], release, strict), ...swapViolations(status)]),
			];
		},
		validateCreate(node, { warnings }) {
			warn(node, warnings);
			return [];
		},
		validateUpdate(node, { spec: old = {} }, { subresource, warnings }) {
			if (subresource === '') warn(node, warnings);
			return [...repeatedAddresses(node.status), ...changeViolations(node.spec ?? {}, old)];
		},
	};
}

/** Sets the first entry of `podCIDRs` from the older `podCIDR`, which takes precedence. */
function joinNetworks(spec: NodeSpec | undefined): void {
	if (spec === undefined) return;
	const { podCIDR = '', podCIDRs: [first = ''] = [] } = spec;
	if (podCIDR !== '' && podCIDR !== first) spec.podCIDRs = [podCIDR];
	else if (first !== '') spec.podCIDR = first;
}

function taintViolations(taints: readonly Taint[]): Cause[] {
	const seen = new Set<string>();
	return taints.flatMap((taint, index) => {
		const key = `${taint.effect} ${taint.key}`;
		const isRepeated = seen.has(key);
		seen.add(key);
		return isRepeated ? [duplicate(`spec.taints[${index}]`, taint, 'taints must be unique by key and effect pair')] : [];
	});
}

function resourceViolations({ capacity = {}, allocatable = {} }: NodeStatus, labelDomain: string): Cause[] {
	return Object.entries({ capacity, allocatable }).flatMap(([list, amounts]) =>
		Object.entries(amounts).flatMap(([name, text]) => amountViolations(name, text, `status.${list}[${name}]`, labelDomain)),
	);
}

function swapViolations({ nodeInfo }: NodeStatus): Cause[] {
	const { capacity } = nodeInfo?.swap ?? {};
	return capacity === undefined || capacity > 0 ? [] : [invalidValue('status.nodeInfo.swap.capacity', capacity, 'must be greater than zero')];
}

const featureName = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const longestFeature = 253;

function featureViolations(features: readonly string[]): Cause[] {
	return features.flatMap((name, index) => {
		const at = `status.declaredFeatures[${index}]`;
		const before = features[index - 1];
		return [
			...featureProblems(name).map((why) => invalidValue(at, name, `invalid feature name ${JSON.stringify(name)}: ${why}`)),
			...(before === name ? [duplicate(at, name)] : []),
			...(before !== undefined && before > name ? [invalidValue(at, name, 'list must be sorted alphabetically')] : []),
		];
	});
}

function featureProblems(name: string): string[] {
	if (name.length > longestFeature) return [`must be no more than ${longestFeature} characters`];
	if (featureName.test(name)) return [];
	return [
		"must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes",
	];
}

function repeatedAddresses({ addresses = [] }: NodeStatus = {}): Cause[] {
	const seen = new Set<string>();
	return addresses.flatMap((address, index) => {
		const text = identity(address as unknown as JsonValue);
		const again = seen.has(text) ? [duplicate(`status.addresses[${index}]`, address)] : [];
		seen.add(text);
		return again;
	});
}

function changeViolations(spec: NodeSpec, old: NodeSpec): Cause[] {
	const before = old.podCIDRs ?? [];
	const now = spec.podCIDRs ?? [];
	const networksStay = before.length === 0 || (before.length === now.length && before.every((network, index) => network === now[index]));
	const kept = (field: string, isKept: boolean, why: string): Cause[] => (isKept ? [] : [forbiddenField(`spec.${field}`, why)]);
	return [
		...kept('podCIDRs', networksStay, 'node updates may not change podCIDR except from "" to valid'),
		...kept('providerID', !old.providerID || old.providerID === spec.providerID, 'node updates may not change providerID except from "" to valid'),
		...kept('externalID', (old.externalID ?? '') === (spec.externalID ?? ''), 'may not be updated'),
	];
}
