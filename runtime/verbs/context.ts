/** Makes the context of all verbs: what is given, and what the verbs of one serving stack share with each other. */
import { Clock } from '../scalars/clock.ts';
import { answers } from './answers.ts';
import type { VerbContext } from './contract.ts';
import { EventBatches } from './watch/batch.ts';
import { Turns } from './write/commit/turns.ts';
import { MetadataFields } from './write/metadata/fields.ts';

/** The type of the metadata of every object. */
const metadataType = 'meta/v1.ObjectMeta';

/** What verbs are given by whoever puts a server together. */
export type VerbParts = Omit<VerbContext, 'answers' | 'turns' | 'batches' | 'clock' | 'metadata'>;

export function verbContext(parts: VerbParts): VerbContext {
	const metadata = new MetadataFields(parts.catalog.type(metadataType));
	return { ...parts, answers: answers(parts), turns: new Turns(), batches: new EventBatches(), clock: new Clock(), metadata };
}
