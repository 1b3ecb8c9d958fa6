/** Access of hooks to stored objects. The server itself writes, through the steps of the verbs. */
import { noAdmission } from '../admission/contract.ts';
import { notFound } from '../api/errors.ts';
import { serverUser } from '../api/identity.ts';
import type { ApiRequest } from '../api/request.ts';
import type { StoredObject, StoredObjects } from '../api/stored-objects.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { VerbContext } from './contract.ts';
import { deleteObject } from './delete/object.ts';
import { deleteOptionsOf } from './delete/options.ts';
import { amendObject } from './write/amend-object.ts';
import { inPresent } from './write/commit/superseded.ts';
import { scopeOfServer, type WriteScope } from './write/scope.ts';
import { updateObject } from './write/update-object.ts';

/** Returns the access for one request. Warnings go to the request, and work ends with it. */
export function storedObjects(context: VerbContext, request: ApiRequest): StoredObjects {
	/** Runs a write in the current snapshot. A write must not begin from an object that was written under a newer snapshot. */
	const within = async <T>(write: (present: VerbContext) => Promise<T>): Promise<T> => {
		let result: T | undefined;
		await inPresent(async () => {
			result = await write(context.current());
		});
		return result as T;
	};
	const scope = (present: VerbContext, target: StoredObject, dryRun: boolean): WriteScope =>
		scopeOfServer(present, target, {
			user: serverUser,
			manager: `${context.vocabulary.shortPrefix}-apiserver`,
			options: { dryRun },
			warnings: request.warnings,
			caller: request,
		});
	return {
		async list(resource, namespace) {
			if (context.stored(resource) === undefined) return [];
			await context.cache.consistent(request);
			return [...context.cache.list(resource, namespace)].map((object) => parseWhole(object));
		},
		async get({ resource, namespace, name }) {
			await context.cache.consistent(request);
			const object = context.cache.get(resource, namespace, name);
			const served = context.stored(resource);
			if (object === undefined) throw notFound(served?.kind.plural ?? resource, served?.version.group ?? '', name);
			return parseWhole(object);
		},
		update: (target, change, dryRun) => within(async (present) => void (await updateObject(scope(present, target, dryRun), change))),
		amend: (target, change, dryRun) => within(async (present) => parseWhole((await amendObject(scope(present, target, dryRun), change)).object)),
		delete: (target, sent) =>
			within(async (present) => {
				const options = deleteOptionsOf(sent, present);
				const own = scope({ ...present, admission: noAdmission }, target, options.dryRun);
				await deleteObject({ ...own, options }, options);
			}),
	};
}
