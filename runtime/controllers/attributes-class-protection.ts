/** Keeps deleted VolumeAttributesClasses as long as a volume or claim names them (KEP 3751). */
import type { PersistentVolumeClaim as Claim, PersistentVolume } from '../../generated/types/core/v1.ts';
import { attributesClasses, attributesClassGate, protectionFinalizers } from '../api/storage-protection.ts';
import { parseWhole } from '../codec/item-form.ts';
import { compareReleases } from '../model/release.ts';
import { isTerminating } from '../verbs/metadata/metadata.ts';
import type { WatchCache } from '../watch/contract.ts';
import type { Controller } from './contract.ts';
import { eachObject } from './each-object.ts';
import { meet, needOf } from './finalizer-protection.ts';
import { startLoop } from './loop.ts';

const claims = 'persistentvolumeclaims';
const volumes = 'persistentvolumes';

export const attributesClassProtection: Controller = {
	name: 'volumeattributesclass-protection-controller',
	purpose: 'from release 1.32 on, removes the protecting finalizer of deleted VolumeAttributesClasses that nothing names',
	identity: 'volumeattributesclass-protection-controller',
	rules: [
		{ verbs: ['get', 'list', 'watch'], groups: [''], resources: [claims, volumes] },
		{ verbs: ['get', 'list', 'watch', 'update'], groups: ['*'], resources: ['volumeattributesclasses'] },
	],
	start(context) {
		const { kinds, verbs } = context;
		const { groupDomain, labelDomain } = verbs.vocabulary;
		const classes = attributesClasses(groupDomain);
		const isOn = compareReleases(kinds.release, '1.32') >= 0 && kinds.gates.get(attributesClassGate) === true;
		if (!isOn || [classes, claims, volumes].some((name) => verbs.stored(name) === undefined)) return { stop: async () => {} };
		const what = { storageName: classes, finalizer: protectionFinalizers(labelDomain).attributesClass };
		const again = (add: (key: string) => void): void => {
			for (const item of context.verbs.cache.list(classes, '')) if (isTerminating(parseWhole(item))) add(item.name);
		};
		return startLoop(context, {
			name: attributesClassProtection.name,
			follows: (add) => [
				{
					storageName: classes,
					seen(type, object) {
						if (type !== 'DELETED' && needOf(parseWhole(object), what) !== undefined) add(object.name);
					},
				},
				// There are few classes, and almost never one in deletion.
				...[claims, volumes].map((storageName) => ({
					storageName,
					seen(type: string) {
						if (type !== 'ADDED') again(add);
					},
				})),
			],
			async work(name) {
				const { cache } = context.verbs;
				const found = cache.get(classes, '', name);
				const need = found && needOf(parseWhole(found), what);
				if (found === undefined || need === undefined || (need === 'removal' && (await isNamed(cache, name)))) return;
				await meet(context, what, found, need);
			},
		});
	},
};

async function isNamed(cache: WatchCache, name: string): Promise<boolean> {
	const quoted = JSON.stringify(name);
	let isFound = false;
	for (const [storageName, namesIn] of [
		[volumes, ofVolume],
		[claims, ofClaim],
	] as const) {
		await eachObject(cache.list(storageName, ''), async (item) => {
			if (!isFound && item.bytes.includes(quoted)) isFound = namesIn(parseWhole(item)).includes(name);
		});
	}
	return isFound;
}

function ofVolume({ spec }: PersistentVolume): readonly (string | undefined)[] {
	return [spec?.volumeAttributesClassName];
}

function ofClaim({ spec, status }: Claim): readonly (string | undefined)[] {
	return [spec?.volumeAttributesClassName, status?.currentVolumeAttributesClassName, status?.modifyVolumeStatus?.targetVolumeAttributesClassName];
}
