/** Dependencies that all checks of NodeRestriction share. */
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod, ServiceAccount } from '../../../../generated/types/core/v1.ts';
import type { CSIDriver } from '../../../../generated/types/storage/v1.ts';
import type { Authorizer } from '../../../api/authorization.ts';
import { ApiError } from '../../../api/errors.ts';
import { compareReleases } from '../../../model/release.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import type { AdmissionContext, AdmissionRequest } from '../../contract.ts';
import { Lookup } from '../../lookup.ts';

/** Checks a request of a node agent. Throws, or rejects with, ApiError. */
export type NodeCheck = (node: string, request: AdmissionRequest) => void | Promise<void>;

export interface NodeParts {
	readonly vocabulary: Vocabulary;
	/** Reports whether the emulated release is this one or a later one. */
	since(release: string): boolean;
	/** Reports whether a feature gate is on. */
	isOpen(gate: string): boolean;
	readonly authorizer: Authorizer;
	readonly pods: Lookup<Stored<Pod>>;
	readonly nodes: Lookup<Stored<Node>>;
	readonly accounts: Lookup<Stored<ServiceAccount>>;
	readonly claims: Lookup<Stored<PersistentVolumeClaim>>;
	readonly volumes: Lookup<Stored<PersistentVolume>>;
	readonly drivers: Lookup<Stored<CSIDriver>>;
}

/** Object as the watch cache stores it. */
export type Stored<T extends { readonly metadata?: unknown }> = T & Required<Pick<T, 'metadata'>>;

export function nodeParts({ cache, vocabulary, release, gates, authorizer }: AdmissionContext): NodeParts {
	return {
		vocabulary,
		since: (first) => compareReleases(release, first) >= 0,
		isOpen: (gate) => gates.get(gate) === true,
		authorizer,
		pods: new Lookup(cache, 'pods'),
		nodes: new Lookup(cache, 'nodes'),
		accounts: new Lookup(cache, 'serviceaccounts'),
		claims: new Lookup(cache, 'persistentvolumeclaims'),
		volumes: new Lookup(cache, 'persistentvolumes'),
		drivers: new Lookup(cache, `csidrivers.storage.${vocabulary.groupDomain}`),
	};
}

/** Returns the error for a missing object that the check needs. Its message has the singular of the resource. */
export function missing(kind: string, name: string): ApiError {
	return new ApiError('NotFound', missingText(kind, name), { name, kind });
}

export function missingText(kind: string, name: string): string {
	return `${kind} ${JSON.stringify(name)} not found`;
}

/** Returns an error that allows a retry: the cause may be a write that the cache does not have yet. */
export function retriable(message: string): ApiError {
	return ApiError.ofAnother({ code: 500, reason: '' }, message);
}
