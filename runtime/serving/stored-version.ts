/** Version mark of rows: the version of the stored object, the layout and fields of the side column, and the defaults of a defined kind. */
import { crc32 } from 'node:zlib';
import { apiVersionOf } from '../model/api-version.ts';
import type { KindDescriptor } from '../model/catalog.ts';
import { sideLayout } from '../storage/side.ts';
import { staleMark } from '../storage/versions.ts';

/** Returns the current mark. Rows with another mark have an older form: another version, other selectable fields or other defaults. */
export function storedVersionOf(kind: KindDescriptor): string {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion}: the catalog is damaged`);
	const apiVersion = apiVersionOf(storage);
	const parts = [sideLayout, ...kind.selectableFields, ...(kind.defaultsMark === undefined ? [] : [kind.defaultsMark])];
	return `${apiVersion}#${crc32(parts.join(',')).toString(16)}`;
}

/** A parsed version mark. */
export interface WrittenForm {
	readonly apiVersion: string;
	/** Checksum of the layout of the side column, of the selectable fields and of the defaults. */
	readonly fields: string;
	/** True when the row is encrypted otherwise than new rows. */
	readonly isStale: boolean;
}

export function writtenForm(text: string): WrittenForm {
	const isStale = text.endsWith(staleMark);
	const [apiVersion = '', fields = ''] = (isStale ? text.slice(0, -staleMark.length) : text).split('#');
	return { apiVersion, fields, isStale };
}
