/** Fields of an object that each subresource writes. */
import type { KindDescriptor, Subresources, VersionDescriptor } from './catalog.ts';

const statusFields: readonly string[] = ['status'];

/** Returns the subresources of a kind in one of its versions. */
export function subresourcesIn(
	{ subresources }: Pick<KindDescriptor, 'subresources'>,
	{ version, own }: Pick<VersionDescriptor, 'version' | 'own'>,
): Subresources {
	if (own?.subresources !== undefined) return own.subresources;
	if (subresources.status?.notIn?.includes(version) !== true) return subresources;
	const { status: _status, ...others } = subresources;
	return others;
}

/**
 * Returns the fields that, apart from metadata, only this subresource writes. Undefined for a subresource that may write the whole object.
 */
export function fieldsOf(subresource: string, { other }: Subresources): readonly string[] | undefined {
	return subresource === 'status' ? statusFields : other?.find(({ name }) => name === subresource)?.writes;
}

/** Returns the fields that only subresources write. */
export function fieldsApart({ status, other = [] }: Subresources): readonly string[] {
	const written = other.flatMap(({ writes = [] }) => writes);
	return status === undefined ? written : [...statusFields, ...written];
}
