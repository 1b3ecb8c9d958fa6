/** Names that kinds claim: in URLs, in the store, for their lists, and as files are named by them. */
import type { Report } from '../diagnostics/diagnostic.ts';
import { where } from '../packages.ts';
import { at, listAt, mapAt, type SpecNode, text } from '../source/node.ts';
import type { DescribedKind, KindPlan } from './kind.ts';

type PlannedKind = DescribedKind & { readonly plan: KindPlan };

/**
 * Kinds that clients know in every group: what Kubernetes' `metav1.AddToGroupVersion` registers in each group version, or without any.
 * Objects of another kind of such a name would be taken for them.
 */
const ofEveryGroup: ReadonlyMap<string, string> = new Map([
	['List', 'of lists of anything'],
	['Status', 'of errors and other answers without an object'],
	...['APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList'].map((kind) => [kind, 'of discovery documents'] as const),
	['WatchEvent', 'of the events of a watch'],
	...['ListOptions', 'GetOptions', 'DeleteOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions'].map(
		(kind) => [kind, 'of what requests are asked with'] as const,
	),
]);

export function checkKindNames(kinds: readonly PlannedKind[], report: Report): void {
	const taken = new Map<string, SpecNode>();
	for (const { descriptor, plan } of kinds) {
		const { node } = plan.file;
		const kind = at(node, 'kind') ?? node;
		const list = at(at(node, 'names'), 'list');
		for (const [named, written, what] of [
			[descriptor.kind, kind, 'kind'],
			[descriptor.listKind, list, 'list'],
		] as const) {
			const known = ofEveryGroup.get(named);
			if (known !== undefined && written !== undefined)
				report(written, `${JSON.stringify(named)} is the kind ${known} in every group, for which clients would take it: give the ${what} another name`);
		}
		const lower = `kind ${plan.file.package.name} ${descriptor.kind.toLowerCase()}`;
		const twin = taken.get(lower);
		// What is generated of a kind lies in a file of its name.
		if (twin !== undefined) report(kind, `the kind ${JSON.stringify(descriptor.kind)} differs only in case from another of its group: first at ${where(twin)}`);
		else taken.set(lower, kind);
		const plural = at(at(node, 'names'), 'plural') ?? node;
		const claims = new Set([...descriptor.versions.map(({ group }) => `${group} ${descriptor.plural}`), `store ${descriptor.storageName}`]);
		for (const claim of claims) {
			const first = taken.get(claim);
			if (first !== undefined) report(plural, `${JSON.stringify(descriptor.plural)} is taken in this group: first at ${where(first)}`);
			else taken.set(claim, plural);
		}
		for (const short of listAt(at(node, 'names'), 'short')) {
			const groups = new Set(descriptor.versions.map(({ group }) => `short ${group} ${text(short)}`));
			const first = [...groups].map((claim) => taken.get(claim)).find((claimed) => claimed !== undefined);
			if (first !== undefined) report(short, `the short name ${JSON.stringify(text(short))} is taken in this group: first at ${where(first)}`);
			else for (const claim of groups) taken.set(claim, short);
		}
	}
	checkListKinds(kinds, report);
}

/** A client that reads an object by its kind must not take it for a list, nor one list for another. */
function checkListKinds(kinds: readonly PlannedKind[], report: Report): void {
	const named = new Map<string, PlannedKind>();
	const listed = new Map<string, PlannedKind>();
	for (const kind of kinds) for (const { group } of kind.descriptor.versions) named.set(`${group} ${kind.descriptor.kind}`, kind);
	for (const kind of kinds) {
		const { listKind, versions } = kind.descriptor;
		const { node } = kind.plan.file;
		const written = at(mapAt(node, 'names'), 'list');
		const claims = [...new Set(versions.map(({ group }) => `${group} ${listKind}`))];
		const other = claims.map((claim) => named.get(claim)).find((one) => one !== undefined);
		const twin = claims.map((claim) => listed.get(claim)).find((one) => one !== undefined && one !== kind);
		for (const claim of claims) listed.set(claim, kind);
		if (other !== undefined && written === undefined) {
			const kindNode = at(other.plan.file.node, 'kind') ?? other.plan.file.node;
			report(
				kindNode,
				`${JSON.stringify(listKind)} is the kind of lists of ${kind.descriptor.kind} (${where(at(node, 'kind') ?? node)}): give one another name, or ${kind.descriptor.kind} a "list" among its names`,
			);
		} else if (other !== undefined || twin !== undefined) {
			const first = (other ?? twin)?.plan.file.node ?? node;
			report(written ?? at(node, 'kind') ?? node, `the kind ${JSON.stringify(listKind)} is taken in this group: first at ${where(at(first, 'kind') ?? first)}`);
		}
	}
}
