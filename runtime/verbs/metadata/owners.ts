/** Finds duplicate owner references, which some old clients send. They get a warning. */

import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { identity } from '../../model/equal.ts';
import { metadataOf } from './metadata.ts';

/**
 * Removes owner references that are equal in every field, and warns. References that share only the uid stay, because it is unclear which
 * of them is meant.
 */
export function warnOfRepeatedOwners(object: JsonObject, { warnings }: { readonly warnings: string[] }, when: '' | ' after mutating admission happens'): void {
	const references = metadataOf(object).ownerReferences;
	if (!Array.isArray(references) || references.length < 2) return;
	const kept: JsonValue[] = [];
	const repeated: string[] = [];
	const seen = new Set<string>();
	for (const reference of references) {
		const known = seen.size;
		if (seen.add(identity(reference)).size === known) repeated.push(String((reference as JsonObject).uid));
		else kept.push(reference);
	}
	if (repeated.length === 0) return;
	object.metadata = { ...metadataOf(object), ownerReferences: kept };
	warnings.push(
		`.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`,
	);
}
