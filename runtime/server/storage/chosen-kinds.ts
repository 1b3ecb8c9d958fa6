/** Selects stored kinds by the names on the command line. */
import type { StorageStatus, StoredKind } from '../../migration/status.ts';
import { isNamedKind } from '../../model/kind-name.ts';

/** Returns the named kinds, or all kinds when none is named. Throws on an unknown or ambiguous name. */
export function chosenKinds({ kinds }: StorageStatus, names: readonly string[]): readonly StoredKind[] {
	return names.length === 0 ? kinds : [...new Set(names.map((name) => chosen(kinds, name)))];
}

function chosen(kinds: readonly StoredKind[], name: string): StoredKind {
	const found = kinds.filter(({ kind, group, resource }) => isNamedKind(name, { kind, group, plural: resource.split('.')[0] }));
	const [one, ...others] = found;
	if (one === undefined) throw new Error(`no stored kind ${name}: status --all lists the stored kinds`);
	if (others.length > 0) throw new Error(`${name} is a kind of several groups: use ${found.map(({ resource }) => resource).join(' or ')}`);
	return one;
}
