/** Keeps deleted PersistentVolumes as long as a claim is bound to them (seed 3, StorageObjectInUseProtection). */
import type { PersistentVolume } from '../../generated/types/core/v1.ts';
import { protectionFinalizers } from '../api/storage-protection.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { Controller } from './contract.ts';
import { meet, needOf } from './finalizer-protection.ts';
import { startLoop } from './loop.ts';

const volumes = 'persistentvolumes';

export const pvProtection: Controller = {
	name: 'pv-protection',
	purpose: 'removes the protecting finalizer of deleted PersistentVolumes that no claim is bound to',
	identity: 'pv-protection-controller',
	rules: [{ verbs: ['get', 'list', 'watch', 'update'], groups: [''], resources: [volumes] }],
	start(context) {
		const { verbs } = context;
		if (verbs.stored(volumes) === undefined) return { stop: async () => {} };
		const what = { storageName: volumes, finalizer: protectionFinalizers(verbs.vocabulary.labelDomain).volume };
		return startLoop(context, {
			name: pvProtection.name,
			follows: (add) => [
				{
					storageName: volumes,
					seen(type, object) {
						if (type !== 'DELETED' && needOf(parseWhole(object), what) !== undefined) add(object.name);
					},
				},
			],
			async work(name) {
				const found = context.verbs.cache.get(volumes, '', name);
				if (found === undefined) return;
				const volume = parseWhole(found);
				const need = needOf(volume, what);
				if (need === undefined || (need === 'removal' && (volume as PersistentVolume).status?.phase === 'Bound')) return;
				await meet(context, what, found, need);
			},
		});
	},
};
