/** Behaviour changes of the API that a client package's types do not show: defaults, rules and conversions. */
import type { KindDescriptor, TypeDescriptor } from '../../runtime/model/catalog.ts';
import type { Change } from './change.ts';
import { diff } from './diff/diff.ts';
import { kindParts, noSurface, type Surface, typeParts } from './surface.ts';

export function surfaceOfKinds(kinds: readonly KindDescriptor[], types: readonly TypeDescriptor[]): Surface {
	return {
		...noSurface,
		kinds: Object.fromEntries(kinds.map((kind) => [kind.storageName, kindParts(kind)])),
		types: Object.fromEntries(types.map((type) => [type.name, typeParts(type)])),
	};
}

/** Returns the behaviour changes, without those that types show, and without tables and messages. */
export function behaviourChanges(before: Surface, now: Surface): readonly Change[] {
	const changes = diff({ before: { surface: before, accepted: {}, stored: {} }, now, releases: {}, oldest: undefined, gates: {} });
	return changes.filter(({ sdk, sort }) => (sdk === 'none' || sdk === 'patch') && sort !== 'shown');
}
