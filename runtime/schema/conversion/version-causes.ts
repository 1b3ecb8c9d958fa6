/** What is wrong or odd with an object, found in its storage version, in the words of the version that the client has sent. */
import type { Cause } from '../../model/cause.ts';

interface Naming {
	/** Both versions are one. */
	readonly servesStoredBytes: boolean;
	readonly fieldFromStorage: (field: string) => string;
}

/** Renames the field, and the fields beside or below it that the message quotes as `name`. */
export function causeInVersion(cause: Cause, { servesStoredBytes, fieldFromStorage }: Naming): Cause {
	const { field, message } = cause;
	if (servesStoredBytes || field === undefined) return cause;
	const here = fieldFromStorage(field);
	const renamed = (quoted: string, name: string): string => {
		const path = fieldFromStorage(`${field}.${name}`);
		return path.startsWith(`${here}.`) ? `\`${path.slice(here.length + 1)}\`` : quoted;
	};
	// The detail comes last; what stands before it may be the client's own text.
	const detail = message.lastIndexOf(': ') + 1;
	return { ...cause, field: here, message: message.slice(0, detail) + message.slice(detail).replace(/`([A-Za-z]+)`/g, renamed) };
}

/** A warning of a field: `path: text`; others stay as they are. */
export function warningInVersion(warning: string, { servesStoredBytes, fieldFromStorage }: Naming): string {
	const end = servesStoredBytes ? -1 : warning.indexOf(': ');
	return end === -1 ? warning : fieldFromStorage(warning.slice(0, end)) + warning.slice(end);
}

/**
 * Joins causes of the storage version with those of the version that the client sent, by the names of the latter. A field is blamed once;
 * a required field that is missing there may be an empty, invalid text in the storage version.
 */
export function joinCauses(stored: readonly Cause[], own: readonly Cause[]): readonly Cause[] {
	const missing = new Set(own.filter(({ reason }) => reason === 'FieldValueRequired').map(({ field }) => field));
	const kept = stored.filter(({ reason, field }) => reason === 'FieldValueRequired' || !missing.has(field));
	const blamed = new Set(kept.map(({ field }) => field));
	return [...kept, ...own.filter(({ field }) => !blamed.has(field))];
}
