/** Finds the owners that references name, as they are now. */
import { apiVersionOf } from '../../model/api-version.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { Revision } from '../../storage/store.ts';
import type { VerbContext } from '../../verbs/contract.ts';
import type { OwnerReference } from './dependents.ts';
import { type Standing, standingOf, uidOf } from './references.ts';

/**
 * What has become of an owner. `there`: it is, and is to stay (or waits for something that is not its dependents); `waiting`: it goes
 * when its dependents have gone; `absent`: there is none with this uid where the reference looks for it; `unknown`: its kind is not
 * served, so nobody can tell; `unreachable`: an object of the whole cluster cannot have an owner in a namespace.
 */
export type OwnerState = 'there' | 'waiting' | 'absent' | 'unknown' | 'unreachable';

export interface FoundOwner {
	readonly state: OwnerState;
	readonly storageName: string;
	readonly namespace: string;
	readonly name: string;
}

export class Owners {
	readonly #verbs: () => VerbContext;
	#kinds: ReadonlyMap<string, KindDescriptor> = new Map();
	/** What the kinds were read from. */
	#catalog: VerbContext['catalog'] | undefined;
	/** Of owners that are being deleted, which need parsing: an owner may have very many dependents that ask. */
	readonly #going = new Map<string, { readonly revision: Revision; readonly going: Standing['going'] }>();

	constructor(verbs: () => VerbContext) {
		this.#verbs = verbs;
	}

	/** `namespace`: of the dependent. */
	find({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): FoundOwner {
		const descriptor = this.#kind(apiVersion, kind);
		if (descriptor === undefined) return { state: 'unknown', storageName: '', namespace, name };
		const { storageName, scope } = descriptor;
		const place = { storageName, namespace: scope === 'Namespaced' ? namespace : '', name };
		if (scope === 'Namespaced' && namespace === '') return { state: 'unreachable', ...place };
		const object = this.#verbs().cache.get(storageName, place.namespace, name);
		// Of one that cannot be read nobody knows the uid: it is taken for the right one, so that nothing is deleted for it.
		if (object?.damaged) return { state: 'there', ...place };
		if (object === undefined || uidOf(object) !== uid) return { state: 'absent', ...place };
		if (!object.bytes.includes('"deletionTimestamp":')) return { state: 'there', ...place };
		let known = this.#going.get(uid);
		if (known?.revision !== object.revision) {
			known = { revision: object.revision, going: standingOf(object).going };
			this.#going.set(uid, known);
		}
		return { state: known.going === 'foreground' ? 'waiting' : 'there', ...place };
	}

	/** Whether another namespace than the dependent's, or a namespace at all, has it. */
	isElsewhere({ name, uid }: OwnerReference, storageName: string): boolean {
		const { cache } = this.#verbs();
		for (const namespace of cache.list('namespaces', '')) {
			const object = cache.get(storageName, namespace.name, name);
			if (object !== undefined && !object.damaged && uidOf(object) === uid) return true;
		}
		return false;
	}

	/** It is gone. */
	forget(uid: string): void {
		this.#going.delete(uid);
	}

	#kind(apiVersion: string, kind: string): KindDescriptor | undefined {
		const { catalog } = this.#verbs();
		if (catalog !== this.#catalog) {
			this.#catalog = catalog;
			this.#kinds = new Map(catalog.kinds.flatMap((one) => one.versions.map((version) => [`${apiVersionOf(version)} ${one.kind}`, one] as const)));
		}
		return this.#kinds.get(`${apiVersion} ${kind}`);
	}
}
