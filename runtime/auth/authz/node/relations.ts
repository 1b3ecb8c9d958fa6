/**
 * What has to do with a node, found by the pods on it: the cache has these in an index, which is made when a node first asks. Nothing
 * is kept here. Of a pod only its bytes are looked at, unless they hold the name that is asked for.
 */
import type { PersistentVolume, PersistentVolumeClaim, PersistentVolumeSpec } from '../../../../generated/types/core/v1.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import { type BoundPod, namesOf, type PodReference } from './pod-references.ts';
import { volumeNamesSecret } from './volume-secrets.ts';

const nodeName = 'spec.nodeName';
/** In `persistentVolumeClaim` and in the `volumeClaimTemplate` of an ephemeral volume: a short text with a rare letter first is found, or not, six times faster. */
const mentionsClaims = Buffer.from('Claim');

export class NodeRelations {
	readonly #cache: WatchCache;
	readonly #vocabulary: Vocabulary;

	constructor(cache: WatchCache, vocabulary: Vocabulary) {
		this.#cache = cache;
		this.#vocabulary = vocabulary;
	}

	/** Whether a pod on the node names it. */
	isNamed(node: string, what: PodReference, namespace: string, name: string): boolean {
		// What lies in no namespace is no such thing; and pods of all of them must not be asked.
		if (namespace === '') return false;
		const quoted = Buffer.from(JSON.stringify(name));
		const mayName = ({ bytes, name: ofPod }: CachedObject): boolean =>
			bytes.includes(quoted) || (what === 'persistentvolumeclaims' && name.startsWith(`${ofPod}-`));
		for (const pod of this.#pods(node, namespace)) if (mayName(pod) && includes(namesOf[what](this.#podOf(pod)), name)) return true;
		return false;
	}

	/** Whether a volume names the secret whose claim a pod on the node names. The claim must be bound to the volume, and the volume to it. */
	isNamedByVolume(node: string, namespace: string, name: string): boolean {
		for (const cached of this.#pods(node, '')) {
			const { bytes } = cached;
			if (!bytes.includes(mentionsClaims)) continue;
			for (const claim of namesOf.persistentvolumeclaims(this.#podOf(cached))) {
				const volume = claim === undefined ? undefined : this.#volumeOf(cached.namespace, claim);
				if (volume !== undefined && volumeNamesSecret(volume, namespace, name)) return true;
			}
		}
		return false;
	}

	/** Whether a pod on the node names the claim to which the volume is bound. */
	isVolumeOf(node: string, name: string): boolean {
		const claim = this.#read<PersistentVolume>('persistentvolumes', '', name)?.spec?.claimRef;
		return claim?.name !== undefined && this.isNamed(node, 'persistentvolumeclaims', claim.namespace ?? '', claim.name);
	}

	/** Whether the object says that it is of the node. `group`: empty for the core group, else without the product's domain. */
	isOf(node: string, group: string, plural: string, namespace: string, name: string): boolean {
		const resource = group === '' ? plural : `${plural}.${group}.${this.#vocabulary.groupDomain}`;
		return this.#read<{ readonly spec?: { readonly nodeName?: string } }>(resource, namespace, name)?.spec?.nodeName === node;
	}

	*#pods(node: string, namespace: string): Generator<CachedObject> {
		for (const pod of this.#cache.list('pods', namespace, undefined, { field: nodeName, value: node })) {
			if (pod.damaged !== true && pod.fields[nodeName] === node) yield pod;
		}
	}

	/** A pod that its node has made itself names nothing: the node could name what it likes. */
	#podOf({ bytes }: CachedObject): BoundPod {
		const pod = JSON.parse(bytes.toString()) as BoundPod;
		const isMirror = pod.metadata.annotations?.[`${this.#vocabulary.labelDomain}/config.mirror`] !== undefined;
		return isMirror ? { metadata: pod.metadata, spec: { containers: [] } } : pod;
	}

	#volumeOf(namespace: string, claim: string): PersistentVolumeSpec | undefined {
		const bound = this.#read<PersistentVolumeClaim>('persistentvolumeclaims', namespace, claim)?.spec?.volumeName;
		const volume = bound === undefined ? undefined : this.#read<PersistentVolume>('persistentvolumes', '', bound)?.spec;
		const back = volume?.claimRef;
		return back?.name === claim && back.namespace === namespace ? volume : undefined;
	}

	#read<T>(resource: string, namespace: string, name: string): T | undefined {
		const found = this.#cache.get(resource, namespace, name);
		return found === undefined || found.damaged === true ? undefined : (JSON.parse(found.bytes.toString()) as T);
	}
}

function includes(names: Iterable<string | undefined>, name: string): boolean {
	for (const each of names) if (each === name) return true;
	return false;
}
