/** What rows of a kind are marked with: the version in which the object is written, and which fields the side column holds. */
import { crc32 } from 'node:zlib';
import { apiVersionOf } from '../model/api-version.ts';
import type { KindDescriptor } from '../model/catalog.ts';

/** Rows with another text are written in an older form: another version, or with other selectable fields. */
export function storedVersionOf(kind: KindDescriptor): string {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion}: the catalog is damaged`);
	const apiVersion = apiVersionOf(storage);
	if (kind.selectableFields.length === 0) return apiVersion;
	return `${apiVersion}#${crc32(kind.selectableFields.join(',')).toString(16)}`;
}
