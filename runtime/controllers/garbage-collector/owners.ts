/** Finds the owners that references name, with their current state. */
import { apiVersionOf } from '../../model/api-version.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { OwnerReference } from '../../storage/side.ts';
import type { VerbContext } from '../../verbs/contract.ts';
import type { Identity, Tie } from './dependents.ts';
import { ownershipOf, uidOf } from './references.ts';

/**
 * State of an owner.
 * - `there`: it exists and is not in deletion, or waits for something other than its dependents.
 * - `waiting`: it is deleted once its dependents are gone.
 * - `absent`: no object with this uid exists where the reference points.
 * - `unknown`: its kind is not served or never stored, so its existence is unknown.
 * - `unreachable`: a cluster-scoped object refers to an owner in a namespace.
 */
export type OwnerState = 'there' | 'waiting' | 'absent' | 'unknown' | 'unreachable';

export interface FoundOwner {
	readonly state: OwnerState;
	/** Storage name of the referenced kind; undefined when unknown. */
	readonly storageName: string | undefined;
}

export class Owners {
	readonly #verbs: () => VerbContext;
	#kinds: ReadonlyMap<string, KindDescriptor> = new Map();
	/** Catalog from which the kinds were read. */
	#catalog: VerbContext['catalog'] | undefined;

	constructor(verbs: () => VerbContext) {
		this.#verbs = verbs;
	}

	/** Finds the owner of a reference. `namespace`: the dependent's. */
	find(reference: OwnerReference, namespace: string): FoundOwner {
		const descriptor = this.#kind(reference);
		if (descriptor === undefined) return { state: 'unknown', storageName: undefined };
		const { storageName } = descriptor;
		const owner = identify(reference, namespace, descriptor);
		return { state: owner === undefined ? 'unreachable' : this.state(owner), storageName };
	}

	/** Returns the references that can identify an owner. `namespace`: the dependent's. */
	ties(references: readonly OwnerReference[], namespace: string): Tie[] {
		return references.flatMap((reference) => {
			const descriptor = this.#kind(reference);
			const owner = descriptor && identify(reference, namespace, descriptor);
			return owner === undefined ? [] : [{ owner, blocks: reference.blocks }];
		});
	}

	state({ storageName, namespace, name, uid }: Identity): 'there' | 'waiting' | 'absent' {
		const object = this.#verbs().cache.get(storageName, namespace, name);
		// A damaged object's uid is unknown and counts as the right one, so that nothing is deleted because of the damage.
		if (object?.damaged) return 'there';
		if (object === undefined || uidOf(object) !== uid) return 'absent';
		return ownershipOf(object)?.deletion === 'foreground' ? 'waiting' : 'there';
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

/** Returns the identity of the owner; undefined when the reference cannot identify one. `namespace`: the dependent's. */
function identify({ name, uid }: OwnerReference, namespace: string, { storageName, scope }: KindDescriptor): Identity | undefined {
	if (scope === 'Namespaced' && namespace === '') return undefined;
	return { storageName, namespace: scope === 'Namespaced' ? namespace : '', name, uid };
}
