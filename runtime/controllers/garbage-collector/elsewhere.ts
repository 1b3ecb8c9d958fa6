/** Tells people of owners that are in another namespace than their dependents, and so are none. */
import { parseWhole } from '../../codec/item-form.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { Target } from '../actor.ts';
import type { ControllerContext } from '../contract.ts';
import { eventName, invalidNamespaceEvent } from './events.ts';
import { type OwnerReference, uidOf } from './references.ts';

/** Owners that nobody finds, remembered so that they are not sought for each of their dependents. */
const soughtAtMost = 10_000;
/** Owners of one object that are sought: each costs a look at all namespaces, and an object may name thousands. */
const ofOneObject = 8;

export interface Sought {
	readonly owner: OwnerReference;
	/** Of its kind. */
	readonly storageName: string | undefined;
}

export class Elsewhere {
	readonly #context: ControllerContext;
	/** By uid. */
	readonly #sought = new Set<string>();

	constructor(context: ControllerContext) {
		this.#context = context;
	}

	/** `owners`: of the object, such as are not where it looks for them. Rejects with what kept it from telling. */
	async tell(target: Target, object: CachedObject, owners: readonly Sought[]): Promise<void> {
		if (this.#context.verbs.stored('events') === undefined) return;
		for (const { owner, storageName } of owners.filter(({ owner }) => !this.#sought.has(owner.uid)).slice(0, ofOneObject)) {
			if (this.#sought.size >= soughtAtMost) this.#sought.clear();
			this.#sought.add(owner.uid);
			if (storageName !== undefined && (await this.#isElsewhere(owner, storageName))) await this.#say(target, object, owner);
		}
	}

	/** Whether another namespace than the dependent's, or a namespace at all, has it. */
	async #isElsewhere({ name, uid }: OwnerReference, storageName: string): Promise<boolean> {
		const { cache, slices } = this.#context.verbs;
		for (const namespace of cache.list('namespaces', '')) {
			if (!slices.hasRoom()) await slices.later(() => undefined);
			const object = cache.get(storageName, namespace.name, name);
			if (object !== undefined && !object.damaged && uidOf(object) === uid) return true;
		}
		return false;
	}

	async #say({ namespace, name }: Target, object: CachedObject, owner: OwnerReference): Promise<void> {
		const event = invalidNamespaceEvent(parseWhole(object), owner, this.#context.verbs.clock.now());
		await this.#context.actor.ensure({ storageName: 'events', namespace: namespace || 'default', name: eventName(name) }, event);
	}
}
