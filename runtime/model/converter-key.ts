/** Names of conversion hooks. */
import type { KindDescriptor, VersionDescriptor } from './catalog.ts';

/** Returns the name of a version's converter: `v1beta1`, or `extensions/v1beta1` for a version in another group than the kind's own. */
export function converterKey({ versions, storageVersion }: KindDescriptor, { group, version }: Pick<VersionDescriptor, 'group' | 'version'>): string {
	const own = versions[storageVersion]?.group;
	return group === own ? version : `${group}/${version}`;
}
