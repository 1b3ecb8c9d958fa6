/**
 * NamespaceLifecycle: refuses creates in a missing or terminating namespace, and refuses the deletion of the platform's namespaces (seed 3,
 * "Admission plugins").
 */
import { ApiError, notFound } from '../../api/errors.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { CachedObject, WatchCache } from '../../watch/contract.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';

const namespaces = 'namespaces';

export const namespaceLifecycle: AdmissionPlugin = {
	name: 'NamespaceLifecycle',
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'DELETE'],
	onlyRefuses: true,
	start({ cache, vocabulary }) {
		const lasting = undeletableNamespaces(vocabulary);
		const reviewGroup = `authorization.${vocabulary.groupDomain}`;
		return {
			mutate(request) {
				if (request.operation === 'DELETE') return refuseDeletion(request, lasting);
				// A review is answered without revealing whether the namespace exists.
				if (request.namespace === '' || request.resource === namespaces || request.group === reviewGroup) return;
				return refuseCreation(request, cache);
			},
		};
	},
};

/** Returns the namespaces that cannot be deleted. */
function undeletableNamespaces(vocabulary: Vocabulary): readonly string[] {
	return ['default', `${vocabulary.shortPrefix}-system`, `${vocabulary.shortPrefix}-public`];
}

function refuseDeletion(request: AdmissionRequest, lasting: readonly string[]): void {
	if (request.resource !== namespaces || request.group !== '' || request.subresource !== '' || !lasting.includes(request.name)) return;
	throw new ApiError('Forbidden', `namespaces ${JSON.stringify(request.name)} is forbidden: this namespace may not be deleted`, {
		name: request.name,
		kind: namespaces,
	});
}

function refuseCreation(request: AdmissionRequest, cache: WatchCache): void | Promise<void> {
	const namespace = cache.get(namespaces, '', request.namespace);
	if (namespace !== undefined) return refuseInTerminating(request, namespace);
	const caughtUp = cache.consistent({ signal: request.signal() });
	if (caughtUp === undefined) throw notFound(namespaces, '', request.namespace);
	return caughtUp.then(() => {
		const late = cache.get(namespaces, '', request.namespace);
		if (late === undefined) throw notFound(namespaces, '', request.namespace);
		refuseInTerminating(request, late);
	});
}

function refuseInTerminating(request: AdmissionRequest, namespace: CachedObject): void {
	if (!isGoing(namespace)) return;
	const { message, details } = refused(request, `unable to create new content in namespace ${request.namespace} because it is being terminated`);
	throw new ApiError('Forbidden', message, {
		...details,
		causes: [{ reason: 'NamespaceTerminating', message: `namespace ${request.namespace} is being terminated`, field: 'metadata.namespace' }],
	});
}

/**
 * Reports whether a namespace is terminating. It runs for every create and parses nothing: the phase is an indexed field, which the rules
 * of the kind derive from the deletion.
 */
function isGoing(namespace: CachedObject): boolean {
	return namespace.fields['status.phase'] === 'Terminating';
}
