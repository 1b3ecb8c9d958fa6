/** Reads all objects of a source, in the words of its vocabulary, and shows the progress. */
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import { Progress } from './progress.ts';
import type { SpokenThere, StoredIn, Taking } from './stored-in.ts';

/** Reads all objects. `begin`: makes the receiver, once the vocabulary of the source is known. Returns the receiver. */
export async function readObjects<T extends Taking>(stored: StoredIn, begin: (words: Vocabulary) => T, vocabularies: readonly Vocabulary[]): Promise<T> {
	const progress = new Progress(process.stderr);
	let made: T | undefined;
	try {
		await stored.read((there) => {
			const receiver = begin(wordsOf(there, vocabularies, stored.name));
			made = receiver;
			return {
				resourceOf: (group, plural) => receiver.resourceOf(group, plural),
				take(object) {
					receiver.take(object);
					progress.step();
				},
				takeUnreadable: (resource, reason) => receiver.takeUnreadable(resource, reason),
			};
		});
	} finally {
		progress.end();
	}
	if (made === undefined) throw new Error(`${stored.name}: no object could be read`);
	return made;
}

function wordsOf({ vocabulary, groups = [] }: SpokenThere, vocabularies: readonly Vocabulary[], where: string): Vocabulary {
	const named =
		vocabulary === undefined
			? vocabularies.find(({ groupDomain }) => groups.some((group) => group.endsWith(`.${groupDomain}`)))
			: vocabularies.find(({ name }) => name === vocabulary);
	if (named !== undefined) return named;
	const there = vocabularies.map(({ name }) => name).join(', ');
	throw new Error(
		`${where} speaks ${vocabulary === undefined ? 'no vocabulary that is known here' : `the vocabulary ${JSON.stringify(vocabulary)}`}: the specs have ${there}`,
	);
}
