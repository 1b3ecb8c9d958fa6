/** The catalogs of two releases: what is served now, and what will be. */
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, KindDescriptor, Release, VersionDescriptor } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

/** A release of the platform and, if it has a calendar, one of the product. */
export interface ReleasePair {
	readonly release: Release;
	readonly product?: Release | undefined;
}

interface Served {
	readonly kind: KindDescriptor;
	readonly version: VersionDescriptor;
}

export class ReleasesCompared {
	/** Catalog of all releases, in the words of the vocabulary. */
	readonly ever: Catalog;
	readonly from: ReleasePair;
	readonly to: ReleasePair;
	readonly before: Catalog;
	readonly after: Catalog;
	readonly #before: ReadonlyMap<string, Served>;
	readonly #after: ReadonlyMap<string, Served>;

	/** Throws an Error of one sentence for an unknown release. */
	constructor(ever: Catalog, from: ReleasePair, to: ReleasePair) {
		this.ever = ever;
		this.from = from;
		this.to = to;
		this.before = narrow(ever, from.release, {}, from.product);
		this.after = narrow(ever, to.release, {}, to.product);
		this.#before = servedIn(this.before);
		this.#after = servedIn(this.after);
	}

	/** Name of the release that a resource is judged by. */
	nameOf({ product }: Pick<KindDescriptor, 'product'>): string {
		return product === true && this.to.product !== undefined ? `${this.to.product} of the product` : this.to.release;
	}

	/** Resources that are served now. */
	servedNow(): Iterable<Served> {
		return this.#before.values();
	}

	/** Reports whether the resource will be served. */
	staysServed({ kind, version }: Served): boolean {
		return this.#after.has(keyOf(apiVersionOf(version), kind.plural));
	}

	/** Returns the resource if it is served now and will not be. */
	removed(apiVersion: string, plural: string): Served | undefined {
		const key = keyOf(apiVersion, plural);
		return this.#after.has(key) ? undefined : this.#before.get(key);
	}

	/** Returns the remedy for users of a version: the version that replaces it, or another one that stays. */
	successorOf({ kind, version }: Served): string | undefined {
		const { replacement } = version;
		if (replacement !== undefined && this.#after.has(keyOf(apiVersionOf(replacement), this.#pluralOf(replacement.kind, kind))))
			return `${apiVersionOf(replacement)} ${replacement.kind}`;
		const stays = this.after.kinds.find(({ storageName }) => storageName === kind.storageName)?.versions[0];
		return stays && `${apiVersionOf(stays)} ${kind.kind}`;
	}

	#pluralOf(name: string, kind: KindDescriptor): string {
		return name === kind.kind ? kind.plural : (this.after.kinds.find((each) => each.kind === name)?.plural ?? '');
	}
}

function servedIn({ kinds }: Catalog): ReadonlyMap<string, Served> {
	return new Map(kinds.flatMap((kind) => kind.versions.map((version) => [keyOf(apiVersionOf(version), kind.plural), { kind, version }])));
}

function keyOf(apiVersion: string, plural: string): string {
	return `${apiVersion}/${plural}`;
}
