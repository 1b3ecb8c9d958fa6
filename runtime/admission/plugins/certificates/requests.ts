/** Storage name of the kind that plugins about certificate requests handle. */
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { certificatesGroup } from '../../signer-rights.ts';

export function requestsIn(vocabulary: Vocabulary): readonly string[] {
	return [`certificatesigningrequests.${certificatesGroup(vocabulary)}`];
}
