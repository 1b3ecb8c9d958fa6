/** Kinds in arguments and flags: one kind by any of `kindNameForms`, or all kinds of a group. */
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { isNamedKind, kindNameForms } from '../../runtime/model/kind-name.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import { alternatives, nearest } from '../read/diagnostics/suggestion.ts';

/** Name on the command line for the core group, whose own name is empty. */
const coreGroup = 'core';

/** Help text for arguments and flags with kind names. */
export const kindsHelp = `as ${kindNameForms}; GROUP selects all kinds of a group`;

/** Finds the kinds of a name. Throws when there are none or the name is ambiguous. */
export function kindsNamed(name: string, kinds: readonly KindDescriptor[], words: Vocabulary): readonly KindDescriptor[] {
	const found = kinds.filter((kind) => isNamedKind(name, { kind: kind.kind, plural: kind.plural, group: groupOf(kind, words) }));
	if (found.length > 1) throw new Error(`${name} is a kind of several groups: use ${alternatives(found.map((kind) => fullName(kind, words)))}`);
	const ofGroup = kinds.filter((kind) => (groupOf(kind, words) || coreGroup) === name);
	if (found.length === 0 && ofGroup.length === 0) {
		const [word = ''] = name.slice(name.lastIndexOf('/') + 1).split('.');
		const near = nearest(
			word,
			kinds.flatMap(({ kind, plural }) => [kind, plural]),
		);
		const close = kinds.filter(({ kind, plural }) => kind === near || plural === near).map((kind) => JSON.stringify(fullName(kind, words)));
		throw new Error(`unknown kind ${name}: ${close.length === 0 ? `expected a name as ${kindNameForms}` : `did you mean ${alternatives(close)}?`}`);
	}
	return found.length > 0 ? found : ofGroup;
}

/** Finds the kinds of a repeatable flag, whose values may be lists with commas. Throws like `kindsNamed`. */
export function allKindsNamed(values: readonly string[], kinds: readonly KindDescriptor[], words: Vocabulary): readonly KindDescriptor[] {
	const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
	return [...new Set(names.flatMap((name) => kindsNamed(name, kinds, words)))];
}

export function groupOf({ versions, storageVersion }: KindDescriptor, words: Vocabulary): string {
	return speak(versions[storageVersion]?.group ?? '', words);
}

export function fullName(kind: KindDescriptor, words: Vocabulary): string {
	const group = groupOf(kind, words);
	return `${group || coreGroup}/${kind.kind}`;
}
