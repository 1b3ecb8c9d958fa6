/** StorageClass: messages for immutable fields, which differ before 1.36. */
import type { StorageClass } from '../../generated/types/storage/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import { forbiddenField } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';

const fixed = ['parameters', 'provisioner', 'reclaimPolicy'] as const;
const isFixed: ReadonlySet<string> = new Set(fixed);

export function storageClassHooks(release: Release): KindHooks<StorageClass> {
	const updateWarnings = (): 'everything' => 'everything';
	if (compareReleases(release, '1.36') >= 0) return { updateWarnings };
	return {
		updateWarnings,
		tolerates: ({ field = '', message }) => isFixed.has(field) && message.endsWith('field is immutable'),
		validateUpdate: (storageClass, old) =>
			fixed
				.filter((name) => !deepEqual(storageClass[name] ?? null, old[name] ?? null))
				.map((name) => forbiddenField(name, `updates to ${name} are forbidden.`)),
	};
}
