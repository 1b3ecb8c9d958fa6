/**
 * Performs writes for a controller: as the controller's own user, with authorization, and through the same steps as client writes. A
 * controller may do only what its `rules` declare.
 */
import type { OperationOptions } from '../admission/contract.ts';
import { ApiError } from '../api/errors.ts';
import type { Claim } from '../api/hooks.ts';
import type { RequestInfo, RequestVerb, User } from '../api/request.ts';
import { forbidden } from '../auth/authz/forbidden.ts';
import type { JsonObject, KindDescriptor } from '../model/catalog.ts';
import { storageVersionOf } from '../model/custom-kind.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Mutation } from '../storage/store.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { createObject } from '../verbs/create/object.ts';
import { deleteAll } from '../verbs/delete/collection.ts';
import { deleteObject } from '../verbs/delete/object.ts';
import type { DeleteOptions } from '../verbs/delete/options.ts';
import { mutationOfNew } from '../verbs/write/commit/claims.ts';
import { commitOne } from '../verbs/write/commit/commit.ts';
import { inPresent } from '../verbs/write/commit/superseded.ts';
import { scopeOfServer, type WriteScope } from '../verbs/write/scope.ts';
import { type Proposal, updateObject } from '../verbs/write/update-object.ts';

export interface Target {
	readonly storageName: string;
	/** Namespace of the target; empty for cluster-scoped kinds, or for all namespaces. */
	readonly namespace: string;
	/** Empty for collections. */
	readonly name: string;
	readonly subresource?: string;
}

/** Options of an ordinary write. */
const plainly: OperationOptions = { dryRun: false };
const neverAborted = new AbortController().signal;

export class Actor {
	readonly #verbs: () => VerbContext;
	readonly #user: User;
	readonly #manager: string;

	/** `verbs`: returns the current context. `manager`: field manager of the writes. */
	constructor(verbs: () => VerbContext, user: User, manager: string) {
		this.#verbs = verbs;
		this.#user = user;
		this.#manager = manager;
	}

	/** Creates the object unless it exists. Rejects with ApiError. */
	async ensure(target: Target, content: JsonObject): Promise<void> {
		const { storageName, namespace, name } = target;
		if (this.#verbs().cache.get(storageName, namespace, name) !== undefined) return;
		const scope = await this.#scope('create', target);
		try {
			await createObject(scope, () => newObject(scope.resource, namespace, name, content));
		} catch (error) {
			if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
		}
	}

	/** Updates an object. Rejects with ApiError: NotFound when the object does not exist. */
	async update(target: Target, propose: Proposal): Promise<void> {
		await inPresent(async () => {
			const scope = await this.#scope('update', target);
			return this.#verbs().slices.soon(() => updateObject(scope, propose));
		});
	}

	/** Deletes an object. Rejects with ApiError: NotFound when the object does not exist, Conflict when the preconditions fail. */
	async delete(target: Target, options: DeleteOptions): Promise<void> {
		await inPresent(async () => {
			const scope = await this.#scope('delete', target, options);
			return this.#verbs().slices.soon(() => deleteObject(scope, options));
		});
	}

	/** Deletes the named objects. Rejects with ApiError. */
	async deleteAll(storageName: string, namespace: string, names: readonly string[], options: DeleteOptions, signal: AbortSignal): Promise<void> {
		const target = { storageName, namespace, name: '' };
		await inPresent(async () => deleteAll(await this.#scope('deletecollection', target, options, signal), names, options, this.#verbs().slices));
	}

	/** Writes the missing claim row of an object. Returns false if the row exists already. Rejects with ApiError. */
	async claim(target: Target, claim: Claim): Promise<boolean> {
		const scope = await this.#scope('update', target);
		const outcome = await commitOne(scope, await mutationOfNew(scope, claim));
		return outcome.ok;
	}

	/** Deletes an ownerless claim row, unless it has changed. Rejects with ApiError. */
	async unclaim(target: Target, row: Pick<Mutation, 'resource' | 'name' | 'expected'>): Promise<void> {
		const scope = await this.#scope('update', target);
		await commitOne(scope, { ...row, namespace: '' });
	}

	/** Resolves when the controller may list and watch a kind, in one namespace or (empty) in all. Rejects with ApiError Forbidden. */
	async mayFollow(storageName: string, namespace = ''): Promise<void> {
		const kind = kindOf(this.#verbs(), storageName);
		for (const verb of ['list', 'watch'] as const) await this.#authorize(verb, kind, { storageName, namespace, name: '' });
	}

	async #scope(verb: RequestVerb, target: Target, options: OperationOptions = plainly, signal = neverAborted): Promise<WriteScope> {
		// Uses one snapshot, even if the served kinds change during authorization.
		const context = this.#verbs();
		await this.#authorize(verb, kindOf(context, target.storageName), target);
		return scopeOfServer(
			context,
			{ ...target, resource: target.storageName },
			{ user: this.#user, manager: this.#manager, options, warnings: [], caller: { signal } },
		);
	}

	async #authorize(verb: RequestVerb, kind: KindDescriptor, { namespace, name, subresource = '' }: Target): Promise<void> {
		const { group, version } = storageVersionOf(kind);
		const info: RequestInfo = { isResource: true, verb, group, version, resource: kind.plural, subresource, namespace, name };
		const attributes = { user: this.#user, info, path: '' };
		const { verdict, reason } = await this.#verbs().authorizer.authorize(attributes);
		if (verdict !== 'allow') throw forbidden(attributes, reason);
	}
}

function kindOf({ storedKind }: VerbContext, storageName: string): KindDescriptor {
	const kind = storedKind(storageName);
	if (kind === undefined) throw new Error(`the kind stored as ${storageName} is not served`);
	return kind;
}

function newObject(resource: ServedResource, namespace: string, name: string, content: JsonObject): JsonObject {
	const metadata = { ...(content.metadata as JsonObject | undefined), name, ...(namespace && { namespace }) };
	return resource.schema.read({ ...content, kind: resource.kind.kind, apiVersion: resource.apiVersion, metadata }, { notices: [] });
}
