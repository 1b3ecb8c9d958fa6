/** Comparison of specs with their locks that also tries what each served version accepts. */

import { type Comparison, compareWithLocks, type RefusedValue } from '../../compat/compare.ts';
import { catalogOf } from '../../compat/lock/catalog.ts';
import { mergedSurface, noSurface, ownKey, versionKey } from '../../compat/surface.ts';
import type { Model } from '../../model.ts';
import type { LockInput } from '../../read/lock-input.ts';
import { unchangedKinds } from '../comparison.ts';
import { placesOf } from '../places.ts';
import { exampleText, type NewRefusal, newlyRefused } from './newly-refused.ts';

/** Compares as `compareWithLocks` does, and adds the values that served versions newly refuse, with an example each. */
export function compareAcceptance(model: Model, promised: LockInput, against: LockInput['locks'] = promised.locks): Comparison {
	const locked = catalogOf(mergedSurface([...against.values()].map((read) => read?.lock.surface ?? noSurface)), model.catalog);
	const unchanged = unchangedKinds(model.catalog, locked, new Set());
	const changed = locked.kinds.map(({ storageName }) => storageName).filter((name) => !unchanged.has(name));
	const refused = newlyRefused(locked, model.catalog, changed, model.kindDocs).map((refusal) => refusedValue(refusal, model));
	return compareWithLocks(model, promised, against, refused);
}

function refusedValue(refusal: NewRefusal, { catalog }: Model): RefusedValue {
	const { storageName, apiVersion, field, cause } = refusal;
	const version = catalog.kinds
		.find((kind) => kind.storageName === storageName)
		?.versions.find((each) => versionKey(each.group === '' ? each.version : `${each.group}/${each.version}`) === versionKey(apiVersion));
	return {
		...{ storageName, apiVersion, field },
		causes: version === undefined ? [] : [...placesOf(version.type, field, catalog), ['types', version.type, ownKey]],
		example: `${exampleText(refusal)}: ${cause.field === undefined ? '' : `${cause.field}: `}${cause.message}`,
	};
}
