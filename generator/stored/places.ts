/** Line of a spec or lock that causes a finding: the changed promise, otherwise the declaration of the field. */
import { groupVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, Schema, TypeName } from '../../runtime/model/catalog.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { propertiesOf } from '../../runtime/schema/properties.ts';
import type { Sort as ChangeSort, PlacedChange } from '../compat/change.ts';
import { ownKey, versionKey } from '../compat/surface.ts';
import type { Position } from '../model.ts';
import { diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import type { LockInput } from '../read/lock-input.ts';
import type { FindingGroup } from './comparison.ts';
import type { Sort } from './finding.ts';

export interface FindingOrigin {
	readonly position: Position | undefined;
	/** Changed promise that causes the finding, if any. */
	readonly change: PlacedChange | undefined;
}

export interface PlacesContext {
	/** Catalog with placeholders, as in specs. */
	readonly catalog: Catalog;
	readonly locked: Catalog;
	readonly promised: LockInput;
	readonly changes: readonly PlacedChange[];
	readonly words: Vocabulary;
}

/** Sorts of changes that can cause a finding; the field may have other changes too. */
const causes: Readonly<Record<Sort, readonly ChangeSort[]>> = {
	kindGone: ['removed', 'renamed', 'moved'],
	versionGone: ['removed', 'renamed', 'moved'],
	unconverted: ['converted', 'removed'],
	outOfScope: ['behaves', 'moved', 'retyped', 'tightened', 'removed'],
	invalid: ['tightened', 'retyped'],
	unknown: ['removed', 'renamed', 'moved', 'tightened'],
	lost: ['removed', 'renamed', 'moved', 'converted', 'stored'],
	hidden: ['removed', 'renamed', 'moved', 'converted', 'added'],
	shownInvalid: ['tightened', 'retyped', 'added'],
	defaulted: ['defaulted', 'added'],
};

export class Places {
	readonly #context: PlacesContext;

	constructor(context: PlacesContext) {
		this.#context = context;
	}

	of({ resource, sort, field, version }: FindingGroup): FindingOrigin {
		const { catalog, locked } = this.#context;
		const kind = this.#kind(catalog, resource);
		if (kind === undefined) {
			const gone = this.#kind(locked, resource);
			return gone === undefined ? { position: undefined, change: undefined } : this.#at(sort, [['kinds', gone.storageName]]);
		}
		if (sort === 'versionGone')
			return this.#at(sort, [
				['kinds', kind.storageName, versionKey(this.#byRole(kind, version ?? ''))],
				['kinds', kind.storageName],
			]);
		if (field === '') return this.#at(sort, [['kinds', kind.storageName]]);
		const root = this.#typeOf(kind, version);
		return this.#at(sort, root === undefined ? [['kinds', kind.storageName]] : placesOf(root, field, catalog));
	}

	/** Returns the first place with such a change, otherwise the first that a spec has. */
	#at(sort: Sort, paths: readonly (readonly string[])[]): FindingOrigin {
		const { changes, promised } = this.#context;
		for (const path of paths) {
			const within = changes.filter((change) => causes[sort].includes(change.sort) && path.every((part, index) => change.path[index] === part));
			const change = within.find(({ breaking }) => breaking) ?? within[0];
			if (change?.position !== undefined) return { position: change.position, change };
		}
		for (const path of paths) {
			const node = promised.find(path);
			if (node !== undefined) return { position: diagnosticAt(node, '').position, change: undefined };
		}
		return { position: undefined, change: undefined };
	}

	#kind({ kinds }: Catalog, resource: string): KindDescriptor | undefined {
		return kinds.find(({ storageName }) => speak(storageName, this.#context.words) === resource);
	}

	/** Returns the apiVersion with placeholders, as in specs. */
	#byRole({ versions }: KindDescriptor, apiVersion: string): string {
		const { group, version } = groupVersionOf(apiVersion);
		const named = versions.find((each) => speak(each.group, this.#context.words) === group);
		return named === undefined ? apiVersion : named.group === '' ? version : `${named.group}/${version}`;
	}

	#typeOf(kind: KindDescriptor, apiVersion: string | undefined): TypeName | undefined {
		if (apiVersion === undefined) return kind.versions[kind.storageVersion]?.type;
		const { group, version } = groupVersionOf(apiVersion);
		return kind.versions.find((each) => each.version === version && speak(each.group, this.#context.words) === group)?.type;
	}
}

/** Returns the places that constrain a value: its field, its type, and the type with the field. */
export function placesOf(root: TypeName, field: string, catalog: Catalog): readonly (readonly string[])[] {
	const lookup = (name: TypeName) => catalog.type(name);
	let schema: Schema | undefined = { kind: 'struct', type: root };
	let last: readonly (readonly string[])[] = [];
	for (const segment of field.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []) {
		if (schema?.kind === 'list') schema = schema.items;
		else if (schema?.kind === 'map') schema = schema.values;
		else if (schema?.kind === 'struct') {
			const holder: TypeName = schema.type;
			const property = propertiesOf(lookup(holder), lookup).find(({ name }) => name === segment);
			schema = property?.schema;
			last = [
				['types', property?.owner ?? holder, segment],
				['types', holder, ownKey],
			];
		}
	}
	const [ofField, ...ofHolder] = last;
	return [...(ofField === undefined ? [] : [ofField]), ...(schema?.kind === 'struct' ? [['types', schema.type, ownKey]] : []), ...ofHolder];
}
