/** How a controller writes: as itself, through the same steps as any client's write. */
import { ApiError } from '../api/errors.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { createObject } from '../verbs/write/finish.ts';
import type { WriteScope } from '../verbs/write/scope.ts';

export interface Place {
	readonly storageName: string;
	/** Empty for cluster-scoped kinds. */
	readonly namespace: string;
	readonly name: string;
	readonly subresource?: string;
}

const neverAborted = new AbortController().signal;

/** Throws when the kind is not served. */
export function actingScope(context: VerbContext, controller: string, place: Place, signal = neverAborted): WriteScope {
	const resource = context.stored(place.storageName);
	if (resource === undefined) throw new Error(`the kind stored as ${place.storageName} is not served`);
	const { shortPrefix } = context.vocabulary;
	return {
		context,
		resource,
		namespace: place.namespace,
		name: place.name,
		subresource: place.subresource ?? '',
		dryRun: false,
		user: {
			name: `system:serviceaccount:${shortPrefix}-system:${controller}-controller`,
			uid: '',
			groups: ['system:masters', 'system:authenticated'],
			extra: {},
		},
		warnings: [],
		signal: () => signal,
	};
}

/** Creates the object, and is content when it is there already. */
export async function ensureObject(scope: WriteScope, content: JsonObject): Promise<void> {
	const { context, resource, namespace, name } = scope;
	if (context.cache.get(resource.kind.storageName, namespace, name) !== undefined) return;
	try {
		await createObject(scope, () => newObject(resource, namespace, name, content));
	} catch (error) {
		if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
	}
}

function newObject(resource: ServedResource, namespace: string, name: string, content: JsonObject): JsonObject {
	const metadata = { name, ...(namespace && { namespace }) };
	return resource.schema.read({ kind: resource.kind.kind, apiVersion: resource.apiVersion, metadata, ...content }, { notices: [] });
}
