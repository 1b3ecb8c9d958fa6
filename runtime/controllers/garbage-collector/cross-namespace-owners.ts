/** Emits events about owners that are in another namespace than their dependents, which makes the references invalid. */

import { parseWhole } from '../../codec/item-form.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { OwnerReference } from '../../storage/side.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { Target } from '../actor.ts';
import type { ControllerContext } from '../contract.ts';
import { eventName, invalidNamespaceEvent } from './events.ts';
import { uidOf } from './references.ts';

/** Maximum number of absent owners remembered, which are not searched for again. */
const maxRemembered = 10_000;
/** Maximum number of owners searched per object. A search visits all namespaces, and an object may have thousands of references. */
const maxSearchesPerObject = 8;

export interface AbsentOwner {
	readonly owner: OwnerReference;
	/** Storage name of the owner's kind. */
	readonly storageName: string | undefined;
}

export class CrossNamespaceOwners {
	readonly #context: ControllerContext;
	/** Owners that were searched, by uid. */
	readonly #searched = new BoundedMap<string, OwnerReference>(maxRemembered);

	constructor(context: ControllerContext) {
		this.#context = context;
	}

	/** Searches for owners that are absent where the references point. Rejects when an event cannot be written. */
	async report(target: Target, object: CachedObject, owners: readonly AbsentOwner[]): Promise<void> {
		if (this.#context.verbs.stored('events') === undefined) return;
		for (const { owner, storageName } of owners.filter(({ owner }) => this.#searched.get(owner.uid) === undefined).slice(0, maxSearchesPerObject)) {
			this.#searched.set(owner.uid, owner);
			if (storageName !== undefined && (await this.#existsInOtherNamespace(owner, storageName))) await this.#emitEvent(target, object, owner);
		}
	}

	/** Reports whether the owner exists in any namespace. */
	async #existsInOtherNamespace({ name, uid }: OwnerReference, storageName: string): Promise<boolean> {
		const { cache, slices } = this.#context.verbs;
		for (const namespace of cache.list('namespaces', '')) {
			if (!slices.hasRoom()) await slices.later(() => undefined);
			const object = cache.get(storageName, namespace.name, name);
			if (object !== undefined && !object.damaged && uidOf(object) === uid) return true;
		}
		return false;
	}

	async #emitEvent({ namespace, name }: Target, object: CachedObject, owner: OwnerReference): Promise<void> {
		const event = invalidNamespaceEvent(parseWhole(object), owner, this.#context.verbs.clock.now());
		await this.#context.actor.ensure({ storageName: 'events', namespace: namespace || 'default', name: eventName(name) }, event);
	}
}
