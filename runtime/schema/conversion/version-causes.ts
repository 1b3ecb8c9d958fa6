/** Translates causes and warnings that were found in the storage version to the field names of the client's version. */
import type { Cause } from '../../model/cause.ts';

interface PathNames {
	/** True when the version is the storage version. */
	readonly servesStoredBytes: boolean;
	readonly fieldFromStorage: (field: string) => string;
}

/** Renames the field, and also sibling or inner fields that the message quotes as `name`. */
export function causeInVersion(cause: Cause, { servesStoredBytes, fieldFromStorage }: PathNames): Cause {
	const { field, message } = cause;
	if (servesStoredBytes || field === undefined) return cause;
	const here = fieldFromStorage(field);
	const renamed = (quoted: string, name: string): string => {
		const path = fieldFromStorage(`${field}.${name}`);
		return path.startsWith(`${here}.`) ? `\`${path.slice(here.length + 1)}\`` : quoted;
	};
	// Only the detail at the end is renamed. The text before it may be the client's.
	const detail = message.lastIndexOf(': ') + 1;
	return { ...cause, field: here, message: message.slice(0, detail) + message.slice(detail).replace(/`([A-Za-z]+)`/g, renamed) };
}

/** Renames the field of a warning of the form `path: text`. Other warnings stay unchanged. */
export function warningInVersion(warning: string, { servesStoredBytes, fieldFromStorage }: PathNames): string {
	const end = servesStoredBytes ? -1 : warning.indexOf(': ');
	return end === -1 ? warning : fieldFromStorage(warning.slice(0, end)) + warning.slice(end);
}

/**
 * Joins causes from the storage version with causes from the client's version, by the field names of the latter. Each field is reported
 * once. A required field that is missing in the client's version may be an empty, invalid string in the storage version.
 */
export function joinCauses(stored: readonly Cause[], own: readonly Cause[]): readonly Cause[] {
	const missing = new Set(own.filter(({ reason }) => reason === 'FieldValueRequired').map(({ field }) => field));
	const kept = stored.filter(({ reason, field }) => reason === 'FieldValueRequired' || !missing.has(field));
	const blamed = new Set(kept.map(({ field }) => field));
	return [...kept, ...own.filter(({ field }) => !blamed.has(field))];
}
