/** Name under which a write is recorded in `metadata.managedFields`. Seed 1, "Query parameters", fieldManager. */
import { type Cause, invalidValue, tooLong } from '../../model/cause.ts';
import { eachUnprintable, unprintable } from '../../scalars/printable.ts';

/** Maximum length of a manager name in bytes. Every object that the manager writes repeats the name. */
const longestManager = 128;

/** Fast path: most user agents match. */
const plain = /^[ -~]{0,128}$/;

/** Returns the violations of a name that a client gave. `field`: path of the name. */
export function managerViolations(name: string, field: string): Cause[] {
	if (plain.test(name)) return [];
	const causes = Buffer.byteLength(name) > longestManager ? [tooLong(field, longestManager)] : [];
	const at = name.search(unprintable);
	if (at !== -1) {
		const code = (name.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		causes.push(invalidValue(field, name, `invalid character U+${code} (at position ${Buffer.byteLength(name.slice(0, at))})`));
	}
	return causes;
}

/** Returns the name that the client gave, else the user agent up to its first slash, as a valid name. */
export function managerName(fieldManager: string, userAgent: string | undefined): string {
	if (fieldManager !== '' || userAgent === undefined) return fieldManager;
	const slash = userAgent.indexOf('/');
	const product = slash === -1 ? userAgent : userAgent.slice(0, slash);
	return plain.test(product) ? product : cut(product.replace(eachUnprintable, ''));
}

function cut(name: string): string {
	let bytes = 0;
	let end = 0;
	for (const character of name) {
		bytes += Buffer.byteLength(character);
		if (bytes > longestManager) break;
		end += character.length;
	}
	return name.slice(0, end);
}
