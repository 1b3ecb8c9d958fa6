/**
 * Stored objects under two sets of specs: those that are proposed, and what is promised. What both say of an object is not new. Objects
 * come one by one and are not kept: counts are, and the names of some.
 */

import type { Catalog } from '../../runtime/model/catalog.ts';
import { reachableTypes } from '../../runtime/schema/properties.ts';
import { canonical } from '../compat/json.ts';
import { kindParts, typeParts } from '../compat/surface.ts';
import { type Finding, keyOf, seenKeyOf, sorts } from './finding.ts';
import type { SpecReading } from './reading.ts';
import { placeOf, type StoredObject } from './stored-object.ts';

/** Findings of one kind that are told apart; what is found beyond that is counted as one. Nobody reads more. */
const mostGroups = 500;

const mostNames = 3;

export interface Compared {
	readonly proposed: SpecReading;
	/** What is promised of all kinds; of those of a root without a lock nothing is. */
	readonly locked: SpecReading;
	/** By storage name: those of which the specs say the same as the locks, and whose versions no hook converts. */
	readonly unchanged: ReadonlySet<string>;
	/** Keeps the names of all objects. */
	readonly all: boolean;
}

/** Objects that have one thing in common. */
export interface FindingGroup extends Finding {
	readonly resource: string;
	/** Not said of them by what is promised. */
	readonly isNew: boolean;
	readonly count: number;
	readonly names: readonly string[];
}

export interface KindCounts {
	readonly resource: string;
	/** Undefined where no specs have it. */
	readonly kind: string | undefined;
	readonly objects: number;
	/** Each object counts once, for the worst of what is new. */
	readonly invalid: number;
	readonly loses: number;
	readonly changes: number;
	/** Of which nothing is new, and which are invalid or lose something by what is promised, too. */
	readonly already: number;
	readonly unreadable: number;
	/** Nothing is promised of it: what was so before cannot be told. */
	readonly isPromised: boolean;
	readonly isChanged: boolean;
}

/** `last`: the object that was counted last, which may have the finding twice where findings are not told apart. */
type Gathered = FindingGroup & { count: number; readonly names: string[]; last: string };

type Counted = { -readonly [K in 'objects' | 'invalid' | 'loses' | 'changes' | 'already' | 'unreadable']: number } & {
	readonly groups: Map<string, Gathered>;
	/** How many could not be looked at, by the reason. */
	readonly reasons: Map<string, number>;
};

export class StoredComparison {
	readonly #compared: Compared;
	readonly #counted = new Map<string, Counted>();

	constructor(compared: Compared) {
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
		// Of most objects nothing is found, and then nobody needs to know what was so before.
		// A kind that is in no lock either may be of a root that has none: that nobody can read its objects is new as far as is known.
		const before = !thorough ? found : locked.kind(resource) === undefined ? [] : locked.look(stored, { thorough, isConfidential });
		const seen = new Set(before.map(seenKeyOf));
		const [old, fresh] = [found.filter((one) => seen.has(seenKeyOf(one))), found.filter((one) => !seen.has(seenKeyOf(one)))];
		this.#count(counted, old, fresh);
		const place = placeOf(stored);
		for (const finding of fresh) this.#add(counted, resource, finding, true, place);
		for (const finding of old) if (sorts[finding.sort].level === 'breaks') this.#add(counted, resource, finding, false, place);
	}

	/** One that cannot be looked at, and why. */
	takeUnreadable(resource: string, reason: string): void {
		const counted = this.#of(resource);
		counted.objects++;
		counted.unreadable++;
		counted.reasons.set(reason, (counted.reasons.get(reason) ?? 0) + 1);
	}

	/** By name. */
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

	/** What is new first, and of that what breaks; then what most objects have. */
	groups(): readonly FindingGroup[] {
		const rank = ({ isNew, sort }: FindingGroup): number => (isNew ? 0 : 2) + (sorts[sort].level === 'breaks' ? 0 : 1);
		const sorted = this.#entries().flatMap(([, { groups }]) => [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count));
		return sorted.map(({ last: _, ...group }) => group);
	}

	unreadable(): readonly { readonly resource: string; readonly reason: string; readonly count: number }[] {
		return this.#entries().flatMap(([resource, { reasons }]) => [...reasons].map(([reason, count]) => ({ resource, reason, count })));
	}

	#entries(): [string, Counted][] {
		return [...this.#counted].sort(([a], [b]) => (a < b ? -1 : 1));
	}

	#of(resource: string): Counted {
		const known = this.#counted.get(resource);
		if (known !== undefined) return known;
		const made = { objects: 0, invalid: 0, loses: 0, changes: 0, already: 0, unreadable: 0, groups: new Map(), reasons: new Map() };
		this.#counted.set(resource, made);
		return made;
	}

	#count(counted: Counted, old: readonly Finding[], fresh: readonly Finding[]): void {
		for (const what of ['invalid', 'loses', 'changes'] as const) {
			if (!fresh.some(({ sort }) => sorts[sort].counts === what)) continue;
			counted[what]++;
			return;
		}
		if (old.some(({ sort }) => sorts[sort].level === 'breaks')) counted.already++;
	}

	#add({ groups }: Counted, resource: string, finding: Finding, isNew: boolean, place: string): void {
		const known = groups.get(`${isNew}\n${keyOf(finding)}`);
		const group = known ?? this.#begin(groups, { ...finding, resource, isNew });
		if (group.last === place) return;
		group.last = place;
		group.count++;
		if (this.#compared.all || group.names.length < mostNames) group.names.push(place);
	}

	#begin(groups: Counted['groups'], { sort, resource, isNew, ...told }: Finding & Pick<FindingGroup, 'resource' | 'isNew'>): Gathered {
		const finding: Finding = groups.size < mostGroups ? { sort, ...told } : { sort, field: '', message: 'and more of this sort, which are not told apart' };
		const key = `${isNew}\n${keyOf(finding)}`;
		const group = groups.get(key) ?? { ...finding, resource, isNew, count: 0, names: [], last: '' };
		groups.set(key, group);
		return group;
	}
}

/** Kinds of which two catalogs say the same, with all that their types say; `except`: those of which catalogs do not say all. */
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
