/** Finds the owners that references name, as they are now. */
import { apiVersionOf } from '../../model/api-version.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { Revision } from '../../storage/store.ts';
import type { VerbContext } from '../../verbs/contract.ts';
import type { Identity, Tie } from './dependents.ts';
import { isMarked, type OwnerReference, standingOf, uidOf } from './references.ts';

/**
 * What has become of an owner. `there`: it is, and is to stay (or waits for something that is not its dependents); `waiting`: it goes
 * when its dependents have gone; `absent`: there is none with this uid where the reference looks for it; `unknown`: its kind is not
 * served, or never kept, so nobody can tell; `unreachable`: an object of the whole cluster cannot have an owner in a namespace.
 */
export type OwnerState = 'there' | 'waiting' | 'absent' | 'unknown' | 'unreachable';

export interface FoundOwner {
	readonly state: OwnerState;
	/** Of the kind that the reference names; undefined: unknown. */
	readonly storageName: string | undefined;
}

/** Owners that are being deleted, remembered with what they wait for. */
const goingAtMost = 10_000;

export class Owners {
	readonly #verbs: () => VerbContext;
	#kinds: ReadonlyMap<string, KindDescriptor> = new Map();
	/** What the kinds were read from. */
	#catalog: VerbContext['catalog'] | undefined;
	/** By uid, of owners that are being deleted, which need parsing: an owner may have very many dependents that ask. */
	readonly #waits = new Map<string, { readonly revision: Revision; readonly isWaiting: boolean }>();

	constructor(verbs: () => VerbContext) {
		this.#verbs = verbs;
	}

	/** `namespace`: of the dependent. */
	find(reference: OwnerReference, namespace: string): FoundOwner {
		const descriptor = this.#kind(reference);
		if (descriptor === undefined) return { state: 'unknown', storageName: undefined };
		const { storageName } = descriptor;
		const owner = identify(reference, namespace, descriptor);
		return { state: owner === undefined ? 'unreachable' : this.state(owner), storageName };
	}

	/** Whom these references mean: those of them that can mean anybody. */
	ties(references: readonly OwnerReference[], namespace: string): Tie[] {
		return references.flatMap((reference) => {
			const descriptor = this.#kind(reference);
			const owner = descriptor && identify(reference, namespace, descriptor);
			return owner === undefined ? [] : [{ owner, blocks: reference.blocks }];
		});
	}

	state({ storageName, namespace, name, uid }: Identity): 'there' | 'waiting' | 'absent' {
		const object = this.#verbs().cache.get(storageName, namespace, name);
		// Of one that cannot be read nobody knows the uid: it is taken for the right one, so that nothing is deleted for it.
		if (object?.damaged) return 'there';
		if (object === undefined || uidOf(object) !== uid) return 'absent';
		if (!isMarked(object)) return 'there';
		let known = this.#waits.get(uid);
		if (known?.revision !== object.revision) {
			if (this.#waits.size >= goingAtMost) this.#waits.clear();
			known = { revision: object.revision, isWaiting: standingOf(object).going === 'foreground' };
			this.#waits.set(uid, known);
		}
		return known.isWaiting ? 'waiting' : 'there';
	}

	/** It is gone. */
	forget(uid: string): void {
		this.#waits.delete(uid);
	}

	#kind({ apiVersion, kind }: OwnerReference): KindDescriptor | undefined {
		const { catalog } = this.#verbs();
		if (catalog !== this.#catalog) {
			this.#catalog = catalog;
			const kept = catalog.kinds.filter(({ stored }) => stored !== false);
			this.#kinds = new Map(kept.flatMap((one) => one.versions.map((version) => [`${apiVersionOf(version)} ${one.kind}`, one] as const)));
		}
		return this.#kinds.get(`${apiVersion} ${kind}`);
	}
}

/** `namespace`: of the dependent. Undefined: it can mean nobody. */
function identify({ name, uid }: OwnerReference, namespace: string, { storageName, scope }: KindDescriptor): Identity | undefined {
	if (scope === 'Namespaced' && namespace === '') return undefined;
	return { storageName, namespace: scope === 'Namespaced' ? namespace : '', name, uid };
}
