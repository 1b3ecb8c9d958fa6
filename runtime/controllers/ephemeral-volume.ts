/**
 * Creates the claims of pods' ephemeral volumes (seed 2, Volumes). The pod owns its claim, so that the garbage collector deletes both. A
 * claim of that name with another owner is not used: the pod waits until it is removed.
 */
import type { PersistentVolumeClaim as Claim, Pod, Volume } from '../../generated/types/core/v1.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { isTerminating } from '../verbs/metadata/metadata.ts';
import type { Controller, ControllerContext } from './contract.ts';
import { controlledBy, ephemeralClaim, mentionsEphemeral } from './ephemeral-claims.ts';
import { startLoop } from './loop.ts';
import { unlessGoing } from './per-namespace.ts';

const claims = 'persistentvolumeclaims';
const pods = 'pods';

export const ephemeralVolume: Controller = {
	name: 'ephemeral-volume',
	purpose: "creates the PersistentVolumeClaims of pods' ephemeral volumes",
	identity: 'ephemeral-volume-controller',
	rules: [
		{ verbs: ['get', 'list', 'watch'], groups: [''], resources: [pods, claims] },
		{ verbs: ['create'], groups: [''], resources: [claims] },
		{ verbs: ['update'], groups: [''], resources: [`${pods}/finalizers`] },
	],
	start(context) {
		const { verbs } = context;
		if (verbs.stored(claims) === undefined || verbs.stored(pods) === undefined) return { stop: async () => {} };
		return startLoop(context, {
			name: ephemeralVolume.name,
			follows: (add) => [
				{
					storageName: pods,
					seen(type, pod) {
						if (type === 'ADDED' && mentionsEphemeral(pod)) add(`${pod.namespace}/${pod.name}`);
					},
				},
				{
					storageName: claims,
					seen(type, { namespace, name }) {
						if (type === 'DELETED') for (const pod of podsOf(name)) if (context.verbs.cache.get(pods, namespace, pod) !== undefined) add(`${namespace}/${pod}`);
					},
				},
			],
			async work(key) {
				const [namespace = '', name = ''] = key.split('/');
				await serve(context, namespace, name);
			},
		});
	},
};

/** Yields the possible names of the pod for which a claim of this name was created. Volume names have no dots. */
function* podsOf(claim: string): Generator<string> {
	for (let at = claim.lastIndexOf('-'); at > 0; at = claim.lastIndexOf('-', at - 1)) yield claim.slice(0, at);
}

/** Creates a pod's missing claims. Rejects when a claim's name is taken. */
async function serve(context: ControllerContext, namespace: string, name: string): Promise<void> {
	const { cache } = context.verbs;
	const found = cache.get(pods, namespace, name);
	if (found === undefined || !mentionsEphemeral(found)) return;
	const pod = parseWhole(found);
	if (isTerminating(pod)) return;
	for (const volume of (pod as Pod).spec?.volumes ?? []) if (volume.ephemeral !== undefined) await ensureClaim(context, namespace, pod, volume);
}

async function ensureClaim({ actor, verbs }: ControllerContext, namespace: string, pod: Pod, volume: Volume): Promise<void> {
	const name = ephemeralClaim(pod, volume);
	const existing = (): Claim | undefined => {
		const found = verbs.cache.get(claims, namespace, name);
		return found && parseWhole(found);
	};
	if (existing() === undefined) await unlessGoing(actor.ensure({ storageName: claims, namespace, name }, claimFor(pod, volume)));
	const claim = existing();
	if (claim !== undefined && !controlledBy(claim, pod)) {
		const why = `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata?.name} (pod is not owner)`;
		throw new Error(`ephemeral volume ${volume.name}: ${why}`);
	}
}

function claimFor({ metadata = {} }: Pod, { ephemeral }: Volume): JsonObject {
	const { metadata: given = {}, spec = {} } = ephemeral?.volumeClaimTemplate ?? {};
	const owner = { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
	return { metadata: { labels: given.labels, annotations: given.annotations, ownerReferences: [owner] }, spec } as object as JsonObject;
}
