/**
 * How the objects of one resource are shown: in which version and form, by one snapshot and by those after it that show them alike.
 * What is kept so is shown as it lies; anything else is converted when it is first looked at.
 */
import { type ItemForm, wholeBytes, wholeForm } from '../../codec/item-form.ts';
import { isOlder, type WrittenState } from '../../storage/versions.ts';
import type { ShownVersions } from '../contract.ts';
import { DeferredObject } from './deferred.ts';
import { KeptAs } from './kept-as.ts';
import type { SharedLabelsAndFields } from './labels-and-fields.ts';
import { type HeldObject, StoredObject } from './object.ts';
import type { Slabs } from './slab.ts';
import { fittingForm } from './splice.ts';

/** Where converted objects are put. */
export interface CacheMemory {
	readonly slabs: Slabs;
	readonly sharedLabelsAndFields: SharedLabelsAndFields;
}

/** Of one version: what begins as the form of lists says is kept in that form, anything else whole. */
interface KeptPair {
	readonly fitting: KeptAs;
	readonly whole: KeptAs;
}

function pairOf(version: string, form: ItemForm): KeptPair {
	const fitting = new KeptAs(version, form);
	return { fitting, whole: form.isWhole ? fitting : new KeptAs(version, wholeForm) };
}

export class ShownVersion {
	/** Undefined: there is no such kind, and its objects are as they were written. */
	readonly version: string | undefined;
	readonly form: ItemForm;
	readonly #resource: string;
	readonly #memory: CacheMemory;
	readonly #present: KeptPair;
	/** By version; there are few. */
	readonly #others = new Map<string, KeptPair>();
	#versions: ShownVersions;

	constructor(resource: string, versions: ShownVersions, memory: CacheMemory) {
		this.#resource = resource;
		this.#versions = versions;
		this.#memory = memory;
		this.version = versions.current(resource);
		this.form = versions.form(resource);
		this.#present = pairOf(this.version ?? '', this.form);
	}

	/** Whether another snapshot shows them alike. */
	isIn(versions: ShownVersions): boolean {
		return versions.current(this.#resource) === this.version && isSameForm(versions.form(this.#resource), this.form);
	}

	/** Converts by a later snapshot from now on, which shows them alike: no earlier one is kept. */
	continueIn(versions: ShownVersions): void {
		this.#versions = versions;
	}

	/** How JSON that was written in a version is kept. */
	keptAs(version: string, json: Uint8Array): KeptAs {
		const { fitting, whole } = this.version !== undefined && !isOlder(this.version, version) ? this.#present : this.#other(version);
		return fittingForm(this.form, json) === this.form ? fitting : whole;
	}

	#other(version: string): KeptPair {
		let pair = this.#others.get(version);
		if (pair === undefined) {
			pair = pairOf(version, this.form);
			this.#others.set(version, pair);
		}
		return pair;
	}

	/** The object as it is to be shown: itself, where it is. */
	show(object: HeldObject): HeldObject {
		if (object instanceof StoredObject) return this.#fits(object.kept) ? object : new DeferredObject(object, this);
		if (!(object instanceof DeferredObject) || object.target === this) return object;
		return this.#fits(object.source.kept) ? object.source : new DeferredObject(object.source, this);
	}

	#fits(kept: KeptAs): boolean {
		if (kept === this.#present.fitting || kept === this.#present.whole || this.version === undefined) return true;
		return !isOlder(this.version, kept.version) && isSameForm(kept.form, this.form);
	}

	/** An object as it is kept, as its row would be written now. Throws where it cannot be. */
	state(source: StoredObject): WrittenState {
		const { namespace, name, kept, labelsAndFields } = source;
		const state = { version: kept.version, side: labelsAndFields.text, bytes: wholeBytes(source) };
		return this.#versions.convert({ resource: this.#resource, namespace, name }, state);
	}

	/** What an object as it is kept is shown as; `isHeld`: the cache holds that one too. */
	convert(source: StoredObject, isHeld: boolean): StoredObject {
		const { slabs, sharedLabelsAndFields } = this.#memory;
		const converted = this.state(source);
		const as = this.keptAs(converted.version, converted.bytes);
		const [shared, json] = [sharedLabelsAndFields.of(converted.side), converted.bytes];
		return isHeld ? slabs.place(source, shared, as, json) : slabs.placeAside(source, shared, as, json);
	}
}

function isSameForm(one: ItemForm, other: ItemForm): boolean {
	return one === other || one.headText === other.headText;
}
