/**
 * Keeps deleted PersistentVolumeClaims as long as a pod on a node uses them (seed 3, StorageObjectInUseProtection). A kubelet starts no pod
 * with a deleted claim, so pods without a node do not count.
 */
import type { PersistentVolumeClaim as Claim, Pod } from '../../generated/types/core/v1.ts';
import { protectionFinalizers } from '../api/storage-protection.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext } from './contract.ts';
import { eachObject } from './each-object.ts';
import { controlledBy, ephemeralClaim, mentionsClaims } from './ephemeral-claims.ts';
import { meet, type Need, needOf, type Protected } from './finalizer-protection.ts';
import { startLoop } from './loop.ts';

const claims = 'persistentvolumeclaims';
const pods = 'pods';
/** Maximum number of concurrent claim writes, which share commits. */
const atOnce = 32;

export const pvcProtection: Controller = {
	name: 'pvc-protection',
	purpose: 'removes the protecting finalizer of deleted PersistentVolumeClaims that no pod uses',
	identity: 'pvc-protection-controller',
	rules: [
		{ verbs: ['get', 'list', 'watch', 'update'], groups: [''], resources: [claims] },
		{ verbs: ['get', 'list', 'watch'], groups: [''], resources: [pods] },
	],
	start(context) {
		const { verbs } = context;
		if (verbs.stored(claims) === undefined || verbs.stored(pods) === undefined) return { stop: async () => {} };
		const what = { storageName: claims, finalizer: protectionFinalizers(verbs.vocabulary.labelDomain).claim };
		return startLoop(context, {
			name: pvcProtection.name,
			// The key is a namespace, because one pass over its pods serves all its claims.
			follows: (add) => [
				{
					storageName: claims,
					seen(type, object) {
						if (type !== 'DELETED' && needOf(parseWhole(object), what) !== undefined) add(object.namespace);
					},
				},
				{
					storageName: pods,
					seen(type, object) {
						if (mentionsClaims(object) && (type === 'DELETED' || mayRelease(parseWhole(object)))) add(object.namespace);
					},
				},
			],
			work: (namespace) => protect(context, what, namespace),
		});
	},
};

/** Reports whether the pod no longer uses its claims, or not yet. */
function mayRelease({ metadata, spec }: Pod): boolean {
	return !spec?.nodeName || metadata?.deletionTimestamp !== undefined;
}

/** Processes every claim of the namespace, then rejects with the first failure. */
async function protect(context: ControllerContext, what: Protected, namespace: string): Promise<void> {
	const { cache } = context.verbs;
	const needs: { readonly item: CachedObject; readonly need: Need }[] = [];
	await eachObject(cache.list(claims, namespace), async (item) => {
		const need = needOf(parseWhole(item), what);
		if (need !== undefined) needs.push({ item, need });
	});
	if (needs.length === 0) return;
	const used = needs.some(({ need }) => need === 'removal') ? await usedClaims(context, namespace) : new Map<string, readonly Use[]>();
	const due = needs.filter(({ item, need }) => need === 'finalizer' || !used.get(item.name)?.some((use) => use(parseWhole(item))));
	const failures: unknown[] = [];
	for (let from = 0; from < due.length; from += atOnce) {
		const results = await Promise.allSettled(due.slice(from, from + atOnce).map(({ item, need }) => meet(context, what, item, need)));
		failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])));
	}
	if (failures.length > 0) throw failures[0];
}

/** Reports whether a pod uses this claim; the name is the one in the pod. */
type Use = (claim: Claim) => boolean;

/** Returns, by claim name, how the pods of the namespace use it. */
async function usedClaims({ verbs }: ControllerContext, namespace: string): Promise<ReadonlyMap<string, readonly Use[]>> {
	const used = new Map<string, Use[]>();
	const add = (name: string, use: Use): void => {
		const uses = used.get(name);
		if (uses === undefined) used.set(name, [use]);
		else uses.push(use);
	};
	await eachObject(verbs.cache.list(pods, namespace), async (item) => {
		if (!mentionsClaims(item)) return;
		const pod: Pod = parseWhole(item);
		if (!pod.spec?.nodeName) return;
		for (const volume of pod.spec.volumes ?? []) {
			if (volume.persistentVolumeClaim !== undefined) add(volume.persistentVolumeClaim.claimName, () => true);
			else if (volume.ephemeral !== undefined && !isShutDown(pod)) add(ephemeralClaim(pod, volume), (claim) => controlledBy(claim, pod));
		}
	});
	return used;
}

/**
 * Reports whether the node has stopped the pod. An ephemeral volume's claim may then be deleted, even if a finalizer of the pod waits for
 * it.
 */
function isShutDown({ metadata }: Pod): boolean {
	return metadata?.deletionTimestamp !== undefined && Number(metadata.deletionGracePeriodSeconds ?? Number.NaN) === 0;
}
