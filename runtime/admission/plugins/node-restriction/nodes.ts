/** Writes of a node agent to Nodes: only its own, and no taints, owners and labels that would attract or repel pods (KEP 279). */
import type { Node } from '../../../../generated/types/core/v1.ts';
import type { JsonValue } from '../../../model/catalog.ts';
import { equalOrEmpty } from '../../../model/equal.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { refused } from '../../forbidden-error.ts';
import type { NodeCheck, NodeParts } from './dependencies.ts';

type Labels = Readonly<Record<string, string>>;

export function nodeCheck({ vocabulary, since }: NodeParts): NodeCheck {
	const isReserved = reservedLabels(vocabulary);
	const isRestricted = restrictedLabels(vocabulary);
	return (name, request) => {
		const { operation } = request;
		if (request.name !== name) throw refused(request, `node "${name}" is not allowed to modify node "${request.name}"`);
		if (operation === 'DELETE') return;
		const node = request.object as unknown as Node;
		const old = request.oldObject as unknown as Node | undefined;
		const refuse = (why: string): never => {
			throw refused(request, `node "${name}" ${why}`);
		};
		if (old === undefined) {
			if (node.spec?.configSource !== undefined) refuse('is not allowed to create pods with a non-nil configSource');
			const forbidden = changedLabels(labelsOf(node), {}).filter((label) => isRestricted(label) || (since('1.19') && isReserved(label)));
			if (forbidden.length > 0) refuse(`is not allowed to set the following labels: ${forbidden.join(', ')}`);
			return;
		}
		const source = node.spec?.configSource;
		if (source !== undefined && !same(source, old.spec?.configSource)) refuse('is not allowed to update configSource to a new non-nil configSource');
		if (!same(node.spec?.taints, old.spec?.taints)) refuse('is not allowed to modify taints');
		// Because of an owner that does not exist, the garbage collector would delete the Node (CVE-2025-5187).
		if (!same(node.metadata?.ownerReferences, old.metadata?.ownerReferences)) refuse('is not allowed to modify ownerReferences');
		const forbidden = changedLabels(labelsOf(node), labelsOf(old)).filter((label) => isRestricted(label) || isReserved(label));
		if (forbidden.length > 0) throw refused(request, `is not allowed to modify labels: ${forbidden.join(', ')}`);
	};
}

function same(a: unknown, b: unknown): boolean {
	// The cast is safe: both are parts of JSON objects.
	return equalOrEmpty(a as JsonValue | undefined, b as JsonValue | undefined);
}

function labelsOf({ metadata }: Node): Labels {
	return metadata?.labels ?? {};
}

/** Returns the keys with different values, sorted. */
function changedLabels(a: Labels, b: Labels): readonly string[] {
	const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...keys].filter((key) => a[key] !== b[key]).sort();
}

/** Returns a predicate for labels that no agent may set, whatever their values, because policies rely on them. */
function restrictedLabels({ labelDomain }: Vocabulary): (label: string) => boolean {
	const domain = `node-restriction.${labelDomain}`;
	return (label) => isWithin(domainOf(label), domain);
}

/** Returns a predicate for labels in the platform's domains, except for those that agents set. */
function reservedLabels({ labelDomain, groupDomain, nodeAgent }: Vocabulary): (label: string) => boolean {
	const own = new Set(
		['hostname', 'os', 'arch']
			.map((name) => `${labelDomain}/${name}`)
			.concat(
				['os', 'arch', 'instance-type'].map((name) => `beta.${labelDomain}/${name}`),
				['zone', 'region'].flatMap((name) => [`topology.${labelDomain}/${name}`, `failure-domain.beta.${labelDomain}/${name}`]),
			),
	);
	const ownDomains = [`${nodeAgent}.${labelDomain}`, `node.${labelDomain}`];
	return (label) => {
		const domain = domainOf(label);
		if (!isWithin(domain, labelDomain) && !isWithin(domain, groupDomain)) return false;
		return !own.has(label) && !ownDomains.some((allowed) => isWithin(domain, allowed));
	};
}

function domainOf(label: string): string {
	const slash = label.indexOf('/');
	return slash < 0 ? '' : label.slice(0, slash);
}

function isWithin(domain: string, parent: string): boolean {
	return domain === parent || domain.endsWith(`.${parent}`);
}
