/** Scope of a write: its target and its parameters. Made once per request and passed from step to step. */
import type { OperationOptions } from '../../admission/contract.ts';
import type { HookContext, StoredNow } from '../../api/hooks.ts';
import type { ApiRequest, AuditTrail, User } from '../../api/request.ts';
import type { StoredObject } from '../../api/stored-objects.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Misfit } from '../../schema/misfit.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { WriteContext } from '../contract.ts';
import { managerName } from '../ownership/manager-name.ts';

export interface WriteScope {
	readonly context: WriteContext;
	readonly resource: ServedResource;
	readonly namespace: string;
	/** Empty until a name has been generated. */
	readonly name: string;
	readonly subresource: string;
	readonly options: OperationOptions;
	readonly dryRun: boolean;
	readonly user: User;
	/** Manager that will own the changed fields (`ownership/manager-name.ts`). */
	readonly manager: string;
	/** True for an apply, whose proposed object already has its managed fields. */
	readonly isApply: boolean;
	/**
	 * Returns an object in the version of the request without the fields that the request sends, or undefined when the request sends all.
	 * Absent: a reset of ownership gives the writer only the changed fields.
	 */
	readonly withoutSent?: ((live: JsonObject) => JsonObject | undefined) | undefined;
	readonly warnings: string[];
	/** Values of the wrong type in the body. Undefined for built-in kinds, which refuse them while decoding. */
	readonly misfits?: Misfit[] | undefined;
	/** Undefined when the request is not audited. */
	readonly audit: AuditTrail | undefined;
	/** True for each object that a collection delete deletes. */
	readonly isOfCollection?: true;
	/** Caller that waits for the write. Its signal is created on first access, because it has a cost and few writes need it. */
	readonly caller: { readonly signal: AbortSignal };
}

/** Creates the list for the misfits of a body. Returns undefined for built-in kinds. */
export function misfitsFor({ isCustom }: ServedResource): Misfit[] | undefined {
	return isCustom ? [] : undefined;
}

interface ScopeOptions extends Pick<WriteScope, 'withoutSent' | 'misfits'> {
	/** Name of the object, if it differs from the one in the URL. */
	readonly name?: string | undefined;
	readonly isApply?: boolean;
}

export function scopeOf(
	context: WriteContext,
	resource: ServedResource,
	request: ApiRequest,
	options: OperationOptions,
	{ name, isApply = false, withoutSent, misfits = misfitsFor(resource) }: ScopeOptions = {},
): WriteScope {
	const { info } = request;
	if (!info.isResource) throw new Error('a request that names no resource reached a verb');
	return {
		context,
		resource,
		namespace: resource.kind.scope === 'Namespaced' ? info.namespace : '',
		name: name ?? info.name,
		subresource: info.subresource,
		options,
		dryRun: options.dryRun,
		user: request.user,
		manager: managerName(options.fieldManager ?? '', request.header('user-agent')),
		isApply,
		withoutSent,
		warnings: request.warnings,
		misfits,
		audit: request.audit,
		caller: request,
	};
}

/** Returns the scope of a write by the server itself, in the storage version of a kind. Throws when that version is not served. */
export function scopeOfServer<Context extends WriteContext>(
	context: Context,
	target: StoredObject,
	by: Pick<WriteScope, 'user' | 'manager' | 'options' | 'warnings' | 'caller'>,
): WriteScope {
	const resource = context.stored(target.resource);
	if (resource === undefined) throw new Error(`the kind stored as ${target.resource} is not served`);
	const { namespace, name, subresource = '' } = target;
	return { context, resource, namespace, name, subresource, ...by, dryRun: by.options.dryRun, isApply: false, audit: undefined };
}

/** Access of hooks to cached objects. */
export class CacheNow implements StoredNow {
	readonly #cache: WriteContext['cache'];

	constructor(cache: WriteContext['cache']) {
		this.#cache = cache;
	}

	has(resource: string, name: string): boolean {
		return this.#cache.get(resource, '', name) !== undefined;
	}

	*all(resource: string): Iterable<JsonObject> {
		for (const object of this.#cache.list(resource, '')) yield parseWhole(object);
	}
}

export function hookContext(scope: WriteScope): HookContext {
	const { group, version } = scope.resource.version;
	return {
		user: scope.user,
		group,
		version,
		dryRun: scope.dryRun,
		subresource: scope.subresource,
		warnings: scope.warnings,
		stored: new CacheNow(scope.context.cache),
		served: (group, version, plural) => scope.context.resource(group, version, plural)?.kind,
	};
}
