/** Stored objects that depend on what a release removes: kinds, versions, fields and values. */
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { type FindingGroup, StoredComparison, unchangedKinds } from '../stored/comparison.ts';
import { type Sort, sorts } from '../stored/finding.ts';
import { SpecReading, type Specs } from '../stored/reading.ts';
import { placeOf, type StoredObject } from '../stored/stored-object.ts';
import type { UpgradeFinding } from './finding.ts';
import type { ReleasePair, ReleasesCompared } from './releases-compared.ts';

/** Names per finding; a report names examples, not all objects. */
const mostNames = 3;

interface Counted {
	count: number;
	readonly names: string[];
}

export class ObjectDependencies {
	readonly #releases: ReleasesCompared;
	readonly #comparison: StoredComparison;
	/** Objects by storage name, then by the version in which they are stored. */
	readonly #stored = new Map<string, Map<string, Counted>>();

	constructor(releases: ReleasesCompared, converters: Specs['converters']) {
		this.#releases = releases;
		const reading = (pair: ReleasePair) => new SpecReading({ catalog: at(releases.ever, pair), converters });
		this.#comparison = new StoredComparison({
			proposed: reading(releases.to),
			locked: reading(releases.from),
			unchanged: unchangedKinds(releases.after, releases.before, new Set()),
			all: false,
		});
	}

	take(stored: StoredObject): void {
		const { resource, object } = stored;
		const versions = this.#stored.get(resource) ?? new Map<string, Counted>();
		this.#stored.set(resource, versions);
		const apiVersion = String(object.apiVersion);
		const counted = versions.get(apiVersion) ?? { count: 0, names: [] };
		versions.set(apiVersion, counted);
		counted.count++;
		if (counted.names.length < mostNames) counted.names.push(placeOf(stored));
		// An object of a kind that goes has no other finding.
		if (this.#releases.after.kinds.some(({ storageName }) => storageName === resource)) this.#comparison.take(stored);
	}

	takeUnreadable(resource: string, reason: string): void {
		this.#comparison.takeUnreadable(resource, reason);
	}

	findings(): readonly UpgradeFinding[] {
		const kinds = [...this.#stored].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([resource, versions]) => this.#ofKind(resource, versions));
		const values = this.#comparison.groups().filter(({ isNew, sort }) => isNew && sorts[sort].level === 'breaks');
		const unread = this.#comparison.unreadable().map(({ resource, reason, count }): UpgradeFinding => {
			return { subject: 'objects', name: resource, problem: `cannot be examined: ${reason}`, breaks: false, count };
		});
		return [...kinds, ...values.map(valueFinding), ...unread];
	}

	#ofKind(resource: string, versions: ReadonlyMap<string, Counted>): readonly UpgradeFinding[] {
		const { before, after } = this.#releases;
		const kind = before.kinds.find(({ storageName }) => storageName === resource);
		const later = after.kinds.find(({ storageName }) => storageName === resource);
		if (kind === undefined) return [];
		if (later === undefined) {
			const all = [...versions.values()];
			const problem = `${kind.kind} is not served in ${this.#releases.nameOf(kind)}: the objects stay stored, and no request reaches them`;
			const names = all.flatMap((each) => each.names).slice(0, mostNames);
			return [
				{
					subject: 'objects',
					name: resource,
					problem,
					instead: 'delete them, or keep a backup',
					breaks: true,
					count: all.reduce((sum, { count }) => sum + count, 0),
					names,
				},
			];
		}
		const shown = later.versions[later.storageVersion] ?? later.versions[0];
		return [...versions].flatMap(([apiVersion, { count, names }]): UpgradeFinding[] => {
			if (shown === undefined || this.#releases.removed(apiVersion, kind.plural) === undefined) return [];
			const problem = `stored as ${apiVersion}, which is removed: they are read and rewritten as ${apiVersionOf(shown)}`;
			return [{ subject: 'objects', name: resource, problem, breaks: false, count, names }];
		});
	}
}

/** Returns the catalog of all releases whose default releases are these. */
function at(catalog: Catalog, { release, product }: ReleasePair): Catalog {
	return { ...catalog, release, ...(catalog.product !== undefined && product !== undefined && { product: { ...catalog.product, release: product } }) };
}

const effects: Readonly<Partial<Record<Sort, string>>> = { unknown: 'is lost', lost: 'is lost', invalid: 'becomes invalid' };

function valueFinding({ resource, sort, field, message, count, names }: FindingGroup): UpgradeFinding {
	const effect = effects[sort] ?? 'cannot be read';
	const problem = field === '' ? `${effect}: ${message}` : `${field} ${effect}: ${message}`;
	return { subject: 'objects', name: resource, problem, breaks: true, count, names };
}
