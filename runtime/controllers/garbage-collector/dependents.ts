/** Which objects name which owners: all that is kept of the graph of owners, since everything else is read from the watch cache. */

/** One entry of metadata.ownerReferences. */
export interface OwnerReference {
	readonly apiVersion: string;
	readonly kind: string;
	readonly name: string;
	readonly uid: string;
	/** blockOwnerDeletion: an owner that goes in the foreground waits for this object. */
	readonly blocks: boolean;
}

export interface Dependent {
	readonly storageName: string;
	/** Empty for cluster-scoped objects. */
	readonly namespace: string;
	readonly name: string;
	readonly owners: readonly OwnerReference[];
}

/** Of one owner. */
interface Owned {
	readonly dependents: Set<Dependent>;
	/** Of them, those that block. */
	blocking: number;
}

export function keyOf({ storageName, namespace, name }: Omit<Dependent, 'owners'>): string {
	return `${storageName}/${namespace}/${name}`;
}

export class Dependents {
	readonly #byKey = new Map<string, Dependent>();
	readonly #byOwner = new Map<string, Owned>();

	get size(): number {
		return this.#byKey.size;
	}

	/** Returns what was known of it before. An object without owners is no dependent. */
	set(dependent: Dependent): Dependent | undefined {
		const before = this.delete(keyOf(dependent));
		if (dependent.owners.length === 0) return before;
		this.#byKey.set(keyOf(dependent), dependent);
		for (const { uid, blocks } of firsts(dependent.owners)) {
			let owned = this.#byOwner.get(uid);
			if (owned === undefined) {
				owned = { dependents: new Set(), blocking: 0 };
				this.#byOwner.set(uid, owned);
			}
			owned.dependents.add(dependent);
			if (blocks) owned.blocking++;
		}
		return before;
	}

	delete(key: string): Dependent | undefined {
		const dependent = this.#byKey.get(key);
		if (dependent === undefined) return undefined;
		this.#byKey.delete(key);
		for (const { uid, blocks } of firsts(dependent.owners)) {
			const owned = this.#byOwner.get(uid);
			if (owned === undefined) continue;
			owned.dependents.delete(dependent);
			if (blocks) owned.blocking--;
			if (owned.dependents.size === 0) this.#byOwner.delete(uid);
		}
		return dependent;
	}

	/** In the order in which they came. */
	of(owner: string): Iterable<Dependent> {
		return this.#byOwner.get(owner)?.dependents ?? [];
	}

	count(owner: string): number {
		return this.#byOwner.get(owner)?.dependents.size ?? 0;
	}

	blocking(owner: string): number {
		return this.#byOwner.get(owner)?.blocking ?? 0;
	}

	all(): Iterable<Dependent> {
		return this.#byKey.values();
	}

	/** Those of one resource. */
	*stored(storageName: string): Generator<Dependent> {
		for (const dependent of this.#byKey.values()) if (dependent.storageName === storageName) yield dependent;
	}
}

/** An owner that is named twice is one; it is blocked if either says so. */
function firsts(owners: readonly OwnerReference[]): readonly OwnerReference[] {
	if (owners.length < 2) return owners;
	const byUid = new Map<string, OwnerReference>();
	for (const owner of owners) if (byUid.get(owner.uid)?.blocks !== true) byUid.set(owner.uid, owner);
	return [...byUid.values()];
}
