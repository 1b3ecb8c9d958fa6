/**
 * Relations of objects to a node through the pods on it. The watch cache finds those pods with an index created for the first node that
 * asks; this class holds no state. A pod is parsed only if its bytes contain the requested name.
 */
import type { PersistentVolume, PersistentVolumeClaim, PersistentVolumeSpec } from '../../../../generated/types/core/v1.ts';
import { type BoundPod, namesOf, type PodReference } from '../../../api/pod-references.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import { volumeNamesSecret } from './volume-secrets.ts';

const nodeName = 'spec.nodeName';
/**
 * Text that occurs in `persistentVolumeClaim` and in the `volumeClaimTemplate` of an ephemeral volume. A search is six times faster for a
 * short text whose first letter is rare.
 */
const mentionsClaims = Buffer.from('Claim');

export class NodeRelations {
	readonly #cache: WatchCache;
	readonly #vocabulary: Vocabulary;

	constructor(cache: WatchCache, vocabulary: Vocabulary) {
		this.#cache = cache;
		this.#vocabulary = vocabulary;
	}

	/** Reports whether a pod on the node references the object. */
	isNamed(node: string, what: PodReference, namespace: string, name: string): boolean {
		// All of these resources are namespaced. An empty namespace would select the pods of every namespace.
		if (namespace === '') return false;
		const quoted = Buffer.from(JSON.stringify(name));
		const mayName = ({ bytes, name: ofPod }: CachedObject): boolean =>
			bytes.includes(quoted) || (what === 'persistentvolumeclaims' && name.startsWith(`${ofPod}-`));
		for (const pod of this.#pods(node, namespace)) if (mayName(pod) && includes(namesOf[what](this.#podOf(pod)), name)) return true;
		return false;
	}

	/** Reports whether a secret is named by a volume whose claim a pod on the node uses. Claim and volume must be bound to each other. */
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

	/** Reports whether a pod on the node uses the claim that the volume is bound to. */
	isVolumeOf(node: string, name: string): boolean {
		const claim = this.#read<PersistentVolume>('persistentvolumes', '', name)?.spec?.claimRef;
		return claim?.name !== undefined && this.isNamed(node, 'persistentvolumeclaims', claim.namespace ?? '', claim.name);
	}

	/** Reports whether the object's spec names the node. `group` is empty for the core group, otherwise it lacks the product's domain. */
	isOf(node: string, group: string, plural: string, namespace: string, name: string): boolean {
		const resource = group === '' ? plural : `${plural}.${group}.${this.#vocabulary.groupDomain}`;
		return this.#read<{ readonly spec?: { readonly nodeName?: string } }>(resource, namespace, name)?.spec?.nodeName === node;
	}

	*#pods(node: string, namespace: string): Generator<CachedObject> {
		for (const pod of this.#cache.list('pods', namespace, undefined, { field: nodeName, value: node })) {
			if (pod.damaged !== true && pod.fields[nodeName] === node) yield pod;
		}
	}

	/** Parses a pod. Mirror pods reference no objects, because the node creates them and could name any object. */
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
