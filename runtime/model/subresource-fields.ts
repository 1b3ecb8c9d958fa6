/** Which fields of an object are written through which of its subresources. */
import type { KindDescriptor, Subresources, VersionDescriptor } from './catalog.ts';

const statusFields: readonly string[] = ['status'];

/** Those of a kind in one of its versions. */
export function subresourcesIn({ subresources }: Pick<KindDescriptor, 'subresources'>, { version }: Pick<VersionDescriptor, 'version'>): Subresources {
	if (subresources.status?.notIn?.includes(version) !== true) return subresources;
	const { status: _status, ...others } = subresources;
	return others;
}

/** Those that a subresource alone writes, beside metadata. Undefined: it is another way of writing the object, and has no fields to itself. */
export function fieldsOf(subresource: string, { other }: Subresources): readonly string[] | undefined {
	return subresource === 'status' ? statusFields : other?.find(({ name }) => name === subresource)?.writes;
}

/** Those that are written through subresources alone. */
export function fieldsApart({ status, other = [] }: Subresources): readonly string[] {
	const written = other.flatMap(({ writes = [] }) => writes);
	return status === undefined ? written : [...statusFields, ...written];
}
