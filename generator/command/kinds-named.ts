/** Kinds as people name them on the command line: GROUP/KIND, KIND, or GROUP for all of a group. */
import type { KindDescriptor } from '../../runtime/model/catalog.ts';
import { speak, type Vocabulary } from '../../runtime/model/vocabulary.ts';
import type { Model } from '../model.ts';
import { expectation, nearest } from '../read/diagnostics/suggestion.ts';

/** Throws where there is none, and where a name alone could be several. */
export function kindsNamed(name: string, kinds: readonly KindDescriptor[], words: Vocabulary): readonly KindDescriptor[] {
	const found = kinds.filter((kind) => groupOf(kind, words) === name || fullName(kind, words) === name || kind.kind === name);
	const [one, ...others] = found;
	if (one === undefined) {
		const near = nearest(
			name.slice(name.lastIndexOf('/') + 1),
			kinds.map(({ kind }) => kind),
		);
		const close = kinds.filter(({ kind }) => kind === near).map((kind) => JSON.stringify(fullName(kind, words)));
		throw new Error(
			`there is no kind ${name}${close.length === 0 ? ': orch check lists none of it; say GROUP/KIND' : `: did you mean ${close.join(' or ')}?`}`,
		);
	}
	if (others.length > 0 && one.kind === name)
		throw new Error(`${name} is a kind of several groups: say ${found.map((kind) => fullName(kind, words)).join(' or ')}`);
	return found;
}

export function groupOf({ versions, storageVersion }: KindDescriptor, words: Vocabulary): string {
	return speak(versions[storageVersion]?.group ?? '', words);
}

export function fullName(kind: KindDescriptor, words: Vocabulary): string {
	const group = groupOf(kind, words);
	return group === '' ? kind.kind : `${group}/${kind.kind}`;
}

/** The release named by a flag `--release`; the default one when it is absent. */
export function releaseOf(release: string | undefined, { catalog }: Model): string {
	if (release === undefined) return catalog.release;
	if (!catalog.releases.includes(release)) throw new Error(`--release: there is no ${release}${expectation([...catalog.releases])}`);
	return release;
}
