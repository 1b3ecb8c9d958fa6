/** Checks the names that kinds have in URLs, in the store, of their lists, in clients, and as file names. */
import type { Report } from '../diagnostics/diagnostic.ts';
import { where } from '../packages.ts';
import { at, listAt, mapAt, type SpecNode, text } from '../source/node.ts';
import type { DescribedKind } from './kind.ts';
import type { KindPlan } from './kind-plan.ts';

type PlannedKind = DescribedKind & { readonly plan: KindPlan };

/**
 * Kinds that clients know in every group: those that Kubernetes' `metav1.AddToGroupVersion` registers in each group version or without a
 * group. An object of another kind with such a name would be mistaken for one of them.
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

/** Name with which clients find a kind. */
interface ResourceName {
	readonly text: string;
	readonly what: 'plural' | 'singular' | 'short name';
	readonly node: SpecNode;
}

function resourceNames({ descriptor, plan }: Pick<PlannedKind, 'descriptor' | 'plan'>): readonly ResourceName[] {
	const { node } = plan.file;
	const names = at(node, 'names');
	const plural = at(names, 'plural') ?? node;
	const all: ResourceName[] = [
		{ text: descriptor.plural, what: 'plural', node: plural },
		{ text: descriptor.singular ?? descriptor.kind.toLowerCase(), what: 'singular', node: at(names, 'singular') ?? at(node, 'kind') ?? node },
		...listAt(names, 'short').map((short) => ({ text: text(short) ?? '', what: 'short name', node: short }) as const),
	];
	// A name that is repeated among the short names is reported separately.
	return all.filter(({ text: own, what }, index) => all.slice(0, index).every((each) => each.text !== own || each.what === what));
}

/** Checks names that two kinds have. The finding is at the later kind. */
export function checkKindNames(kinds: readonly PlannedKind[], report: Report): void {
	const taken = new Map<string, SpecNode>();
	for (const { descriptor, plan } of kinds) {
		const { node } = plan.file;
		const kind = at(node, 'kind') ?? node;
		const list = at(at(node, 'names'), 'list');
		for (const [named, written] of [
			[descriptor.kind, kind],
			[descriptor.listKind, list],
		] as const) {
			const known = ofEveryGroup.get(named);
			if (known !== undefined && written !== undefined)
				report(written, `${JSON.stringify(named)} is the kind ${known} in every group, which clients would confuse with it: choose another name`);
		}
		const lower = `kind ${plan.file.package.name} ${descriptor.kind.toLowerCase()}`;
		const twin = taken.get(lower);
		// The generated code of a kind is in a file with the kind's name.
		if (twin !== undefined) report(kind, `the kind ${JSON.stringify(descriptor.kind)} differs only in case from another of its group: first at ${where(twin)}`);
		else taken.set(lower, kind);
		for (const name of resourceNames({ descriptor, plan })) {
			// The kind's name has been reported.
			if (name.what === 'singular' && twin !== undefined) continue;
			const groups = new Set(descriptor.versions.map(({ group }) => `name ${group} ${name.text}`));
			const claims = [...groups, ...(name.what === 'plural' ? [`store ${descriptor.storageName}`] : [])];
			const first = claims.map((claim) => taken.get(claim)).find((claimed) => claimed !== undefined);
			const called = name.what === 'plural' ? '' : `the ${name.what} `;
			if (first !== undefined) report(name.node, `${called}${JSON.stringify(name.text)} is taken in this group: first at ${where(first)}`);
			else for (const claim of claims) taken.set(claim, name.node);
		}
	}
	checkListKinds(kinds, report);
	warnOfSharedNames(kinds, report);
}

/**
 * Warns about names that several groups have. A client that gets a name without a group takes the first kind with it. Built-in groups share
 * some names on purpose, so the warning is only for a user's own kind.
 */
function warnOfSharedNames(kinds: readonly PlannedKind[], report: Report): void {
	const claimed = new Map<string, { readonly kind: PlannedKind; readonly name: ResourceName }>();
	for (const kind of kinds)
		for (const name of resourceNames(kind)) {
			const other = claimed.get(name.text);
			if (other === undefined) claimed.set(name.text, { kind, name });
			else if (name.what !== 'singular' && !sharesGroup(kind, other.kind)) {
				const [own, foreign] = kind.plan.file.package.custom ? [{ kind, name }, other] : [other, { kind, name }];
				if (own.kind.plan.file.package.custom) report(own.name.node, sharedNameText(own.name, foreign.kind, foreign.name), 'warning');
			}
		}
}

function sharesGroup(one: PlannedKind, other: PlannedKind): boolean {
	return one.descriptor.versions.some(({ group }) => other.descriptor.versions.some((version) => version.group === group));
}

function sharedNameText({ text: name, what }: ResourceName, { descriptor }: PlannedKind, other: ResourceName): string {
	const wayOut = what === 'plural' ? 'they find this kind by PLURAL.GROUP only' : 'give this kind another short name';
	return `the ${what} ${JSON.stringify(name)} is the ${other.what} of ${descriptor.kind} in another group as well (${where(other.node)}), which clients may confuse with it: ${wayOut}`;
}

/** Checks the kinds of lists. A client that reads an object by its kind must not mistake it for a list, nor one list for another. */
function checkListKinds(kinds: readonly PlannedKind[], report: Report): void {
	const named = new Map<string, PlannedKind>();
	const listed = new Map<string, PlannedKind>();
	for (const kind of kinds) for (const { group } of kind.descriptor.versions) named.set(`${group} ${kind.descriptor.kind}`, kind);
	const isLater = (one: PlannedKind, other: PlannedKind): boolean => kinds.indexOf(one) > kinds.indexOf(other);
	for (const kind of kinds) {
		const { listKind, versions } = kind.descriptor;
		const { node } = kind.plan.file;
		const written = at(mapAt(node, 'names'), 'list');
		const claims = [...new Set(versions.map(({ group }) => `${group} ${listKind}`))];
		const other = claims.map((claim) => named.get(claim)).find((one) => one !== undefined);
		const twin = claims.map((claim) => listed.get(claim)).find((one) => one !== undefined && one !== kind);
		for (const claim of claims) listed.set(claim, kind);
		if (other !== undefined && written === undefined && isLater(other, kind)) {
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
