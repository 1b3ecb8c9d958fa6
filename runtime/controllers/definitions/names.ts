/** Names of kinds and resources by definition. A name in a group belongs to the definition that got it first. */
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '../../../generated/types/apiextensions/v1.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { Finding } from './findings.ts';

type HeldNames = Pick<KindDescriptor, 'plural' | 'kind'> & Partial<Pick<KindDescriptor, 'singular' | 'listKind' | 'shortNames'>>;

interface TakenNames {
	readonly resources: ReadonlySet<string>;
	readonly kinds: ReadonlySet<string>;
}

export class AcceptedNames {
	/** Accepted names by group and definition. */
	readonly #groups = new Map<string, Map<string, CustomResourceDefinitionNames>>();

	/** Takes note of the names that a definition holds. Returns whether it held other names before. */
	set(definition: string, names: CustomResourceDefinitionNames): boolean {
		const group = this.#groupOf(definition);
		const before = group.get(definition);
		group.set(definition, names);
		return before !== undefined && JSON.stringify(before) !== JSON.stringify(names);
	}

	/** Reports whether the names of a definition are known. */
	has(definition: string): boolean {
		return this.#groupOf(definition).has(definition);
	}

	/** Frees the names of a definition that is gone. */
	delete(definition: string): void {
		this.#groupOf(definition).delete(definition);
	}

	/** Accepts each name that is free or already held, and reserves it. The condition reports the last name that is taken. */
	accept({ metadata, spec, status }: CustomResourceDefinition, kinds: readonly KindDescriptor[]): { names: CustomResourceDefinitionNames; condition: Finding } {
		const definition = metadata?.name ?? '';
		const accepted = acceptedNames(spec.names, status?.acceptedNames, this.#taken(definition, spec, kinds));
		this.#groupOf(definition).set(definition, accepted.names);
		return accepted;
	}

	/** Collects the group's names that other definitions and kinds of specs hold. */
	#taken(definition: string, { group, names }: CustomResourceDefinition['spec'], all: readonly KindDescriptor[]): TakenNames {
		const resources = new Set<string>();
		const kinds = new Set<string>();
		const add = (held: HeldNames): void => {
			for (const each of [held.plural, held.singular, ...(held.shortNames ?? [])]) if (each) resources.add(each);
			for (const each of [held.kind, held.listKind]) if (each) kinds.add(each);
		};
		for (const [other, held] of this.#groupOf(definition)) if (other !== definition) add(held);
		for (const kind of all) if (kind.defined !== true && kind.plural !== names.plural && kind.versions.some((version) => version.group === group)) add(kind);
		return { resources, kinds };
	}

	#groupOf(definition: string): Map<string, CustomResourceDefinitionNames> {
		const name = definition.slice(definition.indexOf('.') + 1);
		let group = this.#groups.get(name);
		if (group === undefined) {
			group = new Map();
			this.#groups.set(name, group);
		}
		return group;
	}
}

function acceptedNames(
	wanted: CustomResourceDefinitionNames,
	had: CustomResourceDefinitionNames | undefined,
	taken: TakenNames,
): { names: CustomResourceDefinitionNames; condition: Finding } {
	const conflicts: Pick<Finding, 'reason' | 'message'>[] = [];
	const inUse = (one: string): string => `${JSON.stringify(one)} is already in use`;
	const one = (field: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>, reason: string): string => {
		const name = wanted[field] ?? '';
		if (name === had?.[field] || !used.has(name)) return name;
		conflicts.push({ reason, message: inUse(name) });
		return had?.[field] ?? '';
	};
	const names = {
		plural: one('plural', taken.resources, 'PluralConflict'),
		singular: one('singular', taken.resources, 'SingularConflict'),
		shortNames: shortNames(wanted.shortNames ?? [], had?.shortNames ?? [], taken, (busy) =>
			conflicts.push({ reason: 'ShortNamesConflict', message: busy.length === 1 ? inUse(busy[0] ?? '') : `[${busy.map(inUse).join(', ')}]` }),
		),
		kind: one('kind', taken.kinds, 'KindConflict'),
		listKind: one('listKind', taken.kinds, 'ListKindConflict'),
		categories: wanted.categories,
	};
	const filled = Object.fromEntries(
		Object.entries(names).filter(([field, value]) => field === 'plural' || field === 'kind' || (value !== undefined && value.length > 0)),
	) as unknown as CustomResourceDefinitionNames;
	const conflict = conflicts.at(-1);
	const condition: Finding =
		conflict === undefined
			? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
			: { type: 'NamesAccepted', status: 'False', ...conflict };
	return { names: filled, condition };
}

function shortNames(
	wanted: readonly string[],
	had: readonly string[],
	{ resources }: TakenNames,
	refuse: (busy: readonly string[]) => void,
): readonly string[] {
	const busy = wanted.filter((each) => !had.includes(each) && resources.has(each));
	if (busy.length === 0) return wanted;
	refuse(busy);
	return had;
}
