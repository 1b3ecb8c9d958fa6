/**
 * Representation of one resource's objects: version and list form, in one snapshot and in later ones with the same representation. Objects
 * stored that way are shown without conversion; others are converted on first use.
 */
import { type ItemForm, wholeBytes, wholeForm } from '../../codec/item-form.ts';
import { isOlder, type WrittenState } from '../../storage/versions.ts';
import type { ShownVersions } from '../contract.ts';
import { DeferredObject } from './deferred.ts';
import { ObjectEncoding } from './encoding.ts';
import { type HeldObject, StoredObject } from './object.ts';
import type { SharedSideData } from './side-data.ts';
import type { Slabs } from './slab.ts';
import { fittingForm } from './splice.ts';

/** Memory for converted objects. */
export interface CacheMemory {
	readonly slabs: Slabs;
	readonly sharedSideData: SharedSideData;
}

/** Storage formats of one version: objects that begin like the list form are stored in that form, others whole. */
interface KeptPair {
	readonly fitting: ObjectEncoding;
	readonly whole: ObjectEncoding;
}

function pairOf(version: string, form: ItemForm): KeptPair {
	const fitting = new ObjectEncoding(version, form);
	return { fitting, whole: form.isWhole ? fitting : new ObjectEncoding(version, wholeForm) };
}

export class ShownVersion {
	/** Version in which objects are shown; undefined for an unknown kind, whose objects are shown as written. */
	readonly version: string | undefined;
	readonly form: ItemForm;
	readonly #resource: string;
	readonly #memory: CacheMemory;
	readonly #present: KeptPair;
	/** Storage formats of other versions, by version; available: few. */
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

	/** Reports whether another snapshot has the same representation. */
	isIn(versions: ShownVersions): boolean {
		return versions.current(this.#resource) === this.version && isSameForm(versions.form(this.#resource), this.form);
	}

	/** Uses a later snapshot with the same representation for conversions, so that the earlier one can be freed. */
	continueIn(versions: ShownVersions): void {
		this.#versions = versions;
	}

	/** Returns the storage format of JSON written in a version. */
	keptAs(version: string, json: Uint8Array): ObjectEncoding {
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

	/** Returns the object in this representation; the same object when it already is. */
	show(object: HeldObject): HeldObject {
		if (object instanceof StoredObject) return this.#fits(object.kept) ? object : new DeferredObject(object, this);
		if (!(object instanceof DeferredObject) || object.target === this) return object;
		return this.#fits(object.source.kept) ? object.source : new DeferredObject(object.source, this);
	}

	#fits(kept: ObjectEncoding): boolean {
		if (kept === this.#present.fitting || kept === this.#present.whole || this.version === undefined) return true;
		return !isOlder(this.version, kept.version) && isSameForm(kept.form, this.form);
	}

	/** Returns the row of a stored object as it would be written now. Throws when the conversion fails. */
	state(source: StoredObject): WrittenState {
		const { namespace, name, kept, sideData } = source;
		const state = { version: kept.version, side: sideData.text, bytes: wholeBytes(source) };
		return this.#versions.convert({ resource: this.#resource, namespace, name }, state);
	}

	/** Converts a stored object; `isHeld` is true when the cache holds the result. */
	convert(source: StoredObject, isHeld: boolean): StoredObject {
		const { slabs, sharedSideData } = this.#memory;
		const converted = this.state(source);
		const as = this.keptAs(converted.version, converted.bytes);
		const [shared, json] = [sharedSideData.of(converted.side), converted.bytes];
		return isHeld ? slabs.place(source, shared, as, json) : slabs.placeAside(source, shared, as, json);
	}
}

function isSameForm(one: ItemForm, other: ItemForm): boolean {
	return one === other || one.headText === other.headText;
}
