/**
 * Compares stored objects under the proposed specs with the same under the promised ones. A finding under both is not new. Objects are
 * processed one by one; only counts and some names are kept.
 */

import type { Catalog } from '../../runtime/model/catalog.ts';
import { reachableTypes } from '../../runtime/schema/properties.ts';
import { canonical } from '../compat/json.ts';
import { kindParts, typeParts } from '../compat/surface.ts';
import { type Finding, keyOf, seenKeyOf, sorts } from './finding.ts';
import type { SpecReading } from './reading.ts';
import { placeOf, type StoredObject } from './stored-object.ts';

/** Maximum number of distinct findings per kind; further ones are counted together, since no one reads more. */
const mostGroups = 500;

const mostNames = 3;

export interface ComparisonInput {
	readonly proposed: SpecReading;
	/** Promised specs of all kinds; a root without a lock promises none. */
	readonly locked: SpecReading;
	/** Storage names of kinds whose specs equal the locks, and whose versions no hook converts. */
	readonly unchanged: ReadonlySet<string>;
	/** Keeps the names of all objects. */
	readonly all: boolean;
}

/** A finding, and the objects that have it. */
export interface FindingGroup extends Finding {
	readonly resource: string;
	/** True when the promised specs lack the finding. */
	readonly isNew: boolean;
	readonly count: number;
	readonly names: readonly string[];
}

export interface KindCounts {
	readonly resource: string;
	/** Undefined when no specs have the kind. */
	readonly kind: string | undefined;
	readonly objects: number;
	/** Number of objects, each counted by its worst new finding. */
	readonly invalid: number;
	readonly loses: number;
	readonly changes: number;
	/** Number of objects without new findings that are invalid or lose data under the promised specs too. */
	readonly already: number;
	readonly unreadable: number;
	/** False when the kind is not promised, so that earlier findings are unknown. */
	readonly isPromised: boolean;
	readonly isChanged: boolean;
}

/** A group while it is counted. `last`: last counted object, which may have a finding twice when findings are counted together. */
type CountedGroup = FindingGroup & { count: number; readonly names: string[]; last: string };

type MutableCounts = { -readonly [K in 'objects' | 'invalid' | 'loses' | 'changes' | 'already' | 'unreadable']: number } & {
	readonly groups: Map<string, CountedGroup>;
	/** Number of unreadable objects by reason. */
	readonly reasons: Map<string, number>;
};

export class StoredComparison {
	readonly #compared: ComparisonInput;
	readonly #counted = new Map<string, MutableCounts>();

	constructor(compared: ComparisonInput) {
		this.#compared = compared;
	}

	take(stored: StoredObject): void {
		const { proposed, locked, unchanged } = this.#compared;
		const { resource } = stored;
		const counted = this.#of(resource);
		counted.objects++;
		const isConfidential = proposed.kind(resource)?.confidential === true || locked.kind(resource)?.confidential === true;
		const thorough = !unchanged.has(resource);
		const found = proposed.look(stored, { thorough, isConfidential });
		if (found.length === 0) return;
		// Most objects have no findings and need no second check. A kind in no lock may be in a root without a lock, so its findings count
		// as new.
		const before = !thorough ? found : locked.kind(resource) === undefined ? [] : locked.look(stored, { thorough, isConfidential });
		const seen = new Set(before.map(seenKeyOf));
		const [old, fresh] = [found.filter((one) => seen.has(seenKeyOf(one))), found.filter((one) => !seen.has(seenKeyOf(one)))];
		this.#count(counted, old, fresh);
		const place = placeOf(stored);
		for (const finding of fresh) this.#add(counted, resource, finding, true, place);
		for (const finding of old) if (sorts[finding.sort].level === 'breaks') this.#add(counted, resource, finding, false, place);
	}

	/** Counts an object that cannot be read, with the reason. */
	takeUnreadable(resource: string, reason: string): void {
		const counted = this.#of(resource);
		counted.objects++;
		counted.unreadable++;
		counted.reasons.set(reason, (counted.reasons.get(reason) ?? 0) + 1);
	}

	/** Returns the counts of all kinds, ordered by name. */
	kinds(): readonly KindCounts[] {
		const { proposed, locked, unchanged } = this.#compared;
		return this.#entries().map(([resource, { groups: _, reasons: __, ...counts }]) => ({
			resource,
			kind: (proposed.kind(resource) ?? locked.kind(resource))?.kind,
			...counts,
			isPromised: locked.kind(resource) !== undefined,
			isChanged: !unchanged.has(resource),
		}));
	}

	/** Returns the groups per kind: new before old, breaking before others, then by number of objects. */
	groups(): readonly FindingGroup[] {
		const rank = ({ isNew, sort }: FindingGroup): number => (isNew ? 0 : 2) + (sorts[sort].level === 'breaks' ? 0 : 1);
		const sorted = this.#entries().flatMap(([, { groups }]) => [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count));
		return sorted.map(({ last: _, ...group }) => group);
	}

	unreadable(): readonly { readonly resource: string; readonly reason: string; readonly count: number }[] {
		return this.#entries().flatMap(([resource, { reasons }]) => [...reasons].map(([reason, count]) => ({ resource, reason, count })));
	}

	#entries(): [string, MutableCounts][] {
		return [...this.#counted].sort(([a], [b]) => (a < b ? -1 : 1));
	}

	#of(resource: string): MutableCounts {
		const known = this.#counted.get(resource);
		if (known !== undefined) return known;
		const made = { objects: 0, invalid: 0, loses: 0, changes: 0, already: 0, unreadable: 0, groups: new Map(), reasons: new Map() };
		this.#counted.set(resource, made);
		return made;
	}

	#count(counted: MutableCounts, old: readonly Finding[], fresh: readonly Finding[]): void {
		for (const what of ['invalid', 'loses', 'changes'] as const) {
			if (!fresh.some(({ sort }) => sorts[sort].counts === what)) continue;
			counted[what]++;
			return;
		}
		if (old.some(({ sort }) => sorts[sort].level === 'breaks')) counted.already++;
	}

	#add({ groups }: MutableCounts, resource: string, finding: Finding, isNew: boolean, place: string): void {
		const known = groups.get(`${isNew}\n${keyOf(finding)}`);
		const group = known ?? this.#begin(groups, { ...finding, resource, isNew });
		if (group.last === place) return;
		group.last = place;
		group.count++;
		if (this.#compared.all || group.names.length < mostNames) group.names.push(place);
	}

	#begin(groups: MutableCounts['groups'], { sort, resource, isNew, ...told }: Finding & Pick<FindingGroup, 'resource' | 'isNew'>): CountedGroup {
		const finding: Finding =
			groups.size < mostGroups ? { sort, ...told } : { sort, field: '', message: 'and more of this kind, which are not listed separately' };
		const key = `${isNew}\n${keyOf(finding)}`;
		const group = groups.get(key) ?? { ...finding, resource, isNew, count: 0, names: [], last: '' };
		groups.set(key, group);
		return group;
	}
}

/** Returns the kinds that are equal in both catalogs, with all their types. `except`: kinds that catalogs do not describe completely. */
export function unchangedKinds(now: Catalog, before: Catalog, except: ReadonlySet<string>): ReadonlySet<string> {
	const known = new Map(before.kinds.map((kind) => [kind.storageName, kind]));
	const said = (catalog: Catalog, { storageName }: { readonly storageName: string }): string => {
		const kind = catalog.kinds.find((each) => each.storageName === storageName);
		if (kind === undefined) return '';
		const types = new Map(kind.versions.flatMap(({ type }) => reachableTypes(type, (name) => catalog.type(name))).map((type) => [type.name, typeParts(type)]));
		return canonical([kindParts({ ...kind, columns: [] }), Object.fromEntries(types)]);
	};
	const same = now.kinds.filter((kind) => !except.has(kind.storageName) && known.has(kind.storageName) && said(now, kind) === said(before, kind));
	return new Set(same.map(({ storageName }) => storageName));
}
