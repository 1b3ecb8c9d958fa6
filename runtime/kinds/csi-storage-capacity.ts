/** CSIStorageCapacity: warns about deprecated node labels. */
import type { CSIStorageCapacity } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { nodeSelectorWarnings } from './csi-storage-capacity-warnings.ts';

export function csiStorageCapacityHooks({ labelDomain }: Vocabulary): KindHooks<CSIStorageCapacity> {
	return {
		validate({ nodeTopology }, { warnings }) {
			warnings.push(...nodeSelectorWarnings(nodeTopology, 'nodeTopology', labelDomain));
			return [];
		},
	};
}
