/** Which objects name which owners: all that is kept of the graph of owners, since everything else is read from the watch cache. */

/** Where an object lies. */
export interface Place {
	readonly storageName: string;
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
	readonly name: string;
}

/** One object, or none: whoever is there now may have another uid. */
export interface Identity extends Place {
	readonly uid: string;
}

/** What an object says of one of its owners. */
export interface Tie {
	readonly owner: Identity;
	/** blockOwnerDeletion: an owner that goes in the foreground waits for this object. */
	readonly blocks: boolean;
}

export interface Dependent extends Place {
	readonly ties: readonly { readonly owned: Owned; readonly blocks: boolean }[];
}

/** What depends on one owner. */
export interface Owned {
	readonly owner: Identity;
	readonly dependents: Set<Dependent>;
	/** Of them, those that block. */
	blocking: number;
}

export function keyOf({ storageName, namespace, name }: Place): string {
	return `${storageName}/${namespace}/${name}`;
}

/**
 * One text for each identity of an object that there may be: neither names nor uids that the server gives have a slash in them. A dependent
 * that has the right uid and looks for it in the wrong place is none of this owner: two owners are the same only where both are equal.
 */
function ownerKey(owner: Identity): string {
	return `${keyOf(owner)}/${owner.uid}`;
}

export class Dependents {
	readonly #byKey = new Map<string, Dependent>();
	readonly #byOwner = new Map<string, Owned>();

	/** An object that names owners, also where none of them can be found. Returns the owners for which nobody waits any more. */
	set(place: Place, ties: readonly Tie[]): readonly Identity[] {
		const before = this.#remove(place);
		const dependent = { ...place, ties: firsts(ties).map(({ owner, blocks }) => ({ owned: this.#owned(owner), blocks })) };
		this.#byKey.set(keyOf(place), dependent);
		for (const { owned, blocks } of dependent.ties) {
			owned.dependents.add(dependent);
			if (blocks) owned.blocking++;
		}
		return freed(before);
	}

	/** An object that is gone, or names no owners. Returns the owners for which nobody waits any more. */
	delete(place: Place): readonly Identity[] {
		return freed(this.#remove(place));
	}

	/** In the order in which they came. */
	of(owner: Identity): Iterable<Dependent> {
		return this.#byOwner.get(ownerKey(owner))?.dependents ?? [];
	}

	count(owner: Identity): number {
		return this.#byOwner.get(ownerKey(owner))?.dependents.size ?? 0;
	}

	blocking(owner: Identity): number {
		return this.#byOwner.get(ownerKey(owner))?.blocking ?? 0;
	}

	/** The owners that an object blocks. */
	*blockedBy(place: Place): Generator<Identity> {
		for (const { owned, blocks } of this.#byKey.get(keyOf(place))?.ties ?? []) if (blocks) yield owned.owner;
	}

	/** Whether an object with these ties would block an owner that it does not block now. */
	blocksMore(place: Place, ties: readonly Tie[]): boolean {
		const blocked = new Set([...this.blockedBy(place)].map(ownerKey));
		return ties.some(({ owner, blocks }) => blocks && !blocked.has(ownerKey(owner)));
	}

	all(): Iterable<Dependent> {
		return this.#byKey.values();
	}

	#owned(owner: Identity): Owned {
		const key = ownerKey(owner);
		const known = this.#byOwner.get(key);
		if (known !== undefined) return known;
		const owned = { owner, dependents: new Set<Dependent>(), blocking: 0 };
		this.#byOwner.set(key, owned);
		return owned;
	}

	#remove(place: Place): Dependent | undefined {
		const key = keyOf(place);
		const dependent = this.#byKey.get(key);
		if (dependent === undefined) return undefined;
		this.#byKey.delete(key);
		for (const { owned, blocks } of dependent.ties) {
			owned.dependents.delete(dependent);
			if (blocks) owned.blocking--;
			if (owned.dependents.size === 0) this.#byOwner.delete(ownerKey(owned.owner));
		}
		return dependent;
	}
}

function freed(before: Dependent | undefined): Identity[] {
	return (before?.ties ?? []).filter(({ owned, blocks }) => blocks && owned.blocking === 0).map(({ owned }) => owned.owner);
}

/** An owner that is named twice is one; it is blocked if either says so. */
function firsts(ties: readonly Tie[]): readonly Tie[] {
	if (ties.length < 2) return ties;
	const byOwner = new Map<string, Tie>();
	for (const tie of ties) if (byOwner.get(ownerKey(tie.owner))?.blocks !== true) byOwner.set(ownerKey(tie.owner), tie);
	return [...byOwner.values()];
}
