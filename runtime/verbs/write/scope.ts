/** One write: what it is about and with whose words; made once per request and handed from step to step. */
import type { AdmissionRequest, Operation } from '../../admission/contract.ts';
import { notFound } from '../../api/errors.ts';
import type { HookContext } from '../../api/hooks.ts';
import type { ApiRequest, User } from '../../api/request.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { CachedObject } from '../../watch/contract.ts';
import type { VerbContext } from '../contract.ts';

export interface WriteScope {
	readonly context: VerbContext;
	readonly resource: ServedResource;
	readonly namespace: string;
	/** Empty while a name has still to be found. */
	readonly name: string;
	readonly subresource: string;
	readonly dryRun: boolean;
	readonly user: User;
	readonly warnings: string[];
	/** Lazily, since making a signal costs and few writes wait for something that can be called off. */
	readonly signal: () => AbortSignal;
}

/** `name` when it is not the URL's. */
export function scopeOf(context: VerbContext, resource: ServedResource, request: ApiRequest, dryRun: boolean, name?: string): WriteScope {
	const { info } = request;
	if (!info.isResource) throw new Error('a request that names no resource reached a verb');
	return {
		context,
		resource,
		namespace: resource.kind.scope === 'Namespaced' ? info.namespace : '',
		name: name ?? info.name,
		subresource: info.subresource,
		dryRun,
		user: request.user,
		warnings: request.warnings,
		signal: () => request.signal,
	};
}

export function hookContext(scope: WriteScope): HookContext {
	return { user: scope.user, dryRun: scope.dryRun, subresource: scope.subresource, warnings: scope.warnings };
}

export function admissionRequest(scope: WriteScope, operation: Operation, object: JsonObject | undefined, oldObject: JsonObject | undefined): AdmissionRequest {
	const { kind, version } = scope.resource;
	return {
		operation,
		kind,
		group: version.group,
		version: version.version,
		resource: kind.plural,
		subresource: scope.subresource,
		namespace: scope.namespace,
		name: scope.name,
		object,
		oldObject,
		user: scope.user,
		dryRun: scope.dryRun,
		warnings: scope.warnings,
		signal: scope.signal,
	};
}

/** The object that a write is about, as this process knows it. Throws ApiError NotFound. */
export async function currentObject(scope: WriteScope): Promise<CachedObject> {
	const { context, resource, namespace, name } = scope;
	const { storageName, plural } = resource.kind;
	const current = context.cache.get(storageName, namespace, name);
	if (current !== undefined) return current;
	await context.cache.consistent();
	const late = context.cache.get(storageName, namespace, name);
	if (late === undefined) throw notFound(plural, resource.version.group, name);
	return late;
}

/** After a lost race: waits until the cache knows what won. */
export async function catchUp(scope: WriteScope, current: number): Promise<void> {
	if (current === 0) await scope.context.cache.consistent();
	else await scope.context.cache.waitFor(current, catchUpMs, scope.signal());
}

/** What another process has committed arrives within milliseconds; longer means that the store is out of reach. */
const catchUpMs = 3_000;
/**
 * Races lost to other servers before a write gives up; the writers of one server take turns. A bound against endless work,
 * not against bad luck: of three servers that write one object without a pause, each loses so often once in 10^17 writes.
 */
export const racesLost = 100;
