/** What rows of a kind are marked with: the version in which the object is written, and which fields the side column holds. */
import { crc32 } from 'node:zlib';
import { apiVersionOf } from '../model/api-version.ts';
import type { KindDescriptor } from '../model/catalog.ts';
import { staleMark } from '../storage/versions.ts';

/** Rows with another text are written in an older form: another version, or with other selectable fields. */
export function storedVersionOf(kind: KindDescriptor): string {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no version ${kind.storageVersion}: the catalog is damaged`);
	const apiVersion = apiVersionOf(storage);
	if (kind.selectableFields.length === 0) return apiVersion;
	return `${apiVersion}#${crc32(kind.selectableFields.join(',')).toString(16)}`;
}

/** What such a text says of a row. */
export interface WrittenForm {
	readonly apiVersion: string;
	/** Stands for the selectable fields beside it; empty: there are none. */
	readonly fields: string;
	/** It is encrypted otherwise than it would be now. */
	readonly isStale: boolean;
}

export function writtenForm(text: string): WrittenForm {
	const isStale = text.endsWith(staleMark);
	const [apiVersion = '', fields = ''] = (isStale ? text.slice(0, -staleMark.length) : text).split('#');
	return { apiVersion, fields, isStale };
}
