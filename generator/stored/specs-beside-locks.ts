/** Prepares the comparison of stored objects under specs and under the locks' promises. */
import type { Catalog } from '../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { compareWithLocks } from '../compat/compare.ts';
import { catalogOf } from '../compat/lock/catalog.ts';
import { mergedSurface, noSurface } from '../compat/surface.ts';
import { inVocabulary } from '../emit/sdk/surface.ts';
import { hookedVersions } from '../emit/typescript/hooks.ts';
import type { Model } from '../model.ts';
import type { LockInput } from '../read/lock-input.ts';
import { StoredComparison, unchangedKinds } from './comparison.ts';
import { Places } from './places.ts';
import { SpecReading, type Specs } from './reading.ts';

export interface SpecsBesideLocks {
	readonly model: Model;
	readonly promised: LockInput;
	/** Promises: locks on disk, or of another revision. */
	readonly locks: LockInput['locks'];
}

export interface SpecLockInput {
	readonly comparison: StoredComparison;
	readonly places: Places;
	/** Returns the storage name of the kind of this group and plural; undefined when neither specs nor locks have it. */
	resourceOf(group: string, plural: string): string | undefined;
}

export interface ComparingOptions extends Pick<Specs, 'converters'> {
	/** Keeps the names of all objects. */
	readonly all: boolean;
}

export function besideLocks({ model, promised, locks }: SpecsBesideLocks, words: Vocabulary, { converters, all }: ComparingOptions): SpecLockInput {
	const locked = catalogOf(mergedSurface([...locks.values()].map((read) => read?.lock.surface ?? noSurface)), model.catalog);
	const [now, before] = [inVocabulary(model.catalog, words), inVocabulary(locked, words)];
	// Specs do not say what hooks do with an object.
	const hooked = new Set(now.kinds.filter((kind) => hookedVersions(kind).length > 0).map(({ storageName }) => storageName));
	const comparison = new StoredComparison({
		proposed: new SpecReading({ catalog: now, converters }),
		locked: new SpecReading({ catalog: before, converters }),
		unchanged: unchangedKinds(now, before, hooked),
		all,
	});
	const changes = compareWithLocks(model, promised, locks).roots.flatMap((root) => root.changes);
	return { comparison, places: new Places({ catalog: model.catalog, locked, promised, changes, words }), resourceOf: resourcesIn([now, before]) };
}

function resourcesIn(catalogs: readonly Catalog[]): SpecLockInput['resourceOf'] {
	const kinds = catalogs.flatMap((catalog) => catalog.kinds);
	return (group, plural) => kinds.find((kind) => kind.plural === plural && kind.versions.some((version) => version.group === group))?.storageName;
}
