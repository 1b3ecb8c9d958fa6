/** Index of dependents by owner, the only state of the garbage collector; everything else is read from the watch cache. */

/** Key of an object. */
export interface ObjectKey {
	readonly storageName: string;
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
	readonly name: string;
}

/** Key of an object with a certain uid. It may be gone; the object with this key may have another uid. */
export interface Identity extends ObjectKey {
	readonly uid: string;
}

/** Owner reference of an object. */
export interface Tie {
	readonly owner: Identity;
	/** blockOwnerDeletion: an owner in foreground deletion waits for this object. */
	readonly blocks: boolean;
}

export interface Dependent extends ObjectKey {
	readonly ties: readonly { readonly owned: Owned; readonly blocks: boolean }[];
}

export interface Owned {
	readonly owner: Identity;
	readonly dependents: Set<Dependent>;
	/** Number of blocking dependents. */
	blocking: number;
}

export function keyOf({ storageName, namespace, name }: ObjectKey): string {
	return `${storageName}/${namespace}/${name}`;
}

/**
 * Returns a unique text for an identity; names and generated uids contain no slash. Owners are the same only if key and uid match: a
 * reference with the right uid and another key refers to another owner.
 */
function ownerKey(owner: Identity): string {
	return `${keyOf(owner)}/${owner.uid}`;
}

export class Dependents {
	readonly #byKey = new Map<string, Dependent>();
	readonly #byOwner = new Map<string, Owned>();

	/** Records an object with owner references, whether or not the owners exist. Returns owners that lost their last blocking dependent. */
	set(place: ObjectKey, ties: readonly Tie[]): readonly Identity[] {
		const before = this.#remove(place);
		const dependent = { ...place, ties: firsts(ties).map(({ owner, blocks }) => ({ owned: this.#owned(owner), blocks })) };
		this.#byKey.set(keyOf(place), dependent);
		for (const { owned, blocks } of dependent.ties) {
			owned.dependents.add(dependent);
			if (blocks) owned.blocking++;
		}
		return freed(before);
	}

	/** Removes an object that is gone or has no owner references. Returns owners that lost their last blocking dependent. */
	delete(place: ObjectKey): readonly Identity[] {
		return freed(this.#remove(place));
	}

	/** Returns the dependents of an owner in the order they were recorded. */
	of(owner: Identity): Iterable<Dependent> {
		return this.#byOwner.get(ownerKey(owner))?.dependents ?? [];
	}

	count(owner: Identity): number {
		return this.#byOwner.get(ownerKey(owner))?.dependents.size ?? 0;
	}

	blocking(owner: Identity): number {
		return this.#byOwner.get(ownerKey(owner))?.blocking ?? 0;
	}

	/** Yields the owners that an object blocks. */
	*blockedBy(place: ObjectKey): Generator<Identity> {
		for (const { owned, blocks } of this.#byKey.get(keyOf(place))?.ties ?? []) if (blocks) yield owned.owner;
	}

	/** Reports whether these references block an owner that the object does not block yet. */
	blocksMore(place: ObjectKey, ties: readonly Tie[]): boolean {
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

	#remove(place: ObjectKey): Dependent | undefined {
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

/** Merges references to the same owner; the result blocks if one of them does. */
function firsts(ties: readonly Tie[]): readonly Tie[] {
	if (ties.length < 2) return ties;
	const byOwner = new Map<string, Tie>();
	for (const tie of ties) if (byOwner.get(ownerKey(tie.owner))?.blocks !== true) byOwner.set(ownerKey(tie.owner), tie);
	return [...byOwner.values()];
}
