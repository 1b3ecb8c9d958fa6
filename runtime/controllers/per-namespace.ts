/** A controller that maintains one object in every namespace: creates it with the namespace and recreates it. */
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { isTerminating } from '../verbs/metadata/metadata.ts';
import type { Controller, ControllerContext } from './contract.ts';
import { startLoop } from './loop.ts';

const namespaces = 'namespaces';

export interface PerNamespace {
	readonly name: string;
	readonly purpose: string;
	readonly identity: string;
	/** Permissions besides those to follow namespaces and the objects. */
	readonly rules: readonly Rule[];
	readonly storageName: string;
	/** Returns the name of the object. */
	objectName(context: VerbContext): string;
	/** Returns the object without its metadata. Undefined: this server creates none. */
	content(context: ControllerContext): JsonObject | undefined;
	/** Reconciles an existing object. */
	readonly correct?: (context: ControllerContext, namespace: string) => Promise<void>;
}

export function perNamespace(what: PerNamespace): Controller {
	return {
		name: what.name,
		purpose: what.purpose,
		identity: what.identity,
		rules: [{ verbs: ['get', 'list', 'watch'], groups: [''], resources: [namespaces, what.storageName] }, ...what.rules],
		start(context) {
			const { actor } = context;
			const content = what.content(context);
			if (content === undefined || context.verbs.stored(what.storageName) === undefined || context.verbs.stored(namespaces) === undefined)
				return { stop: async () => {} };
			const objectName = what.objectName(context.verbs);
			return startLoop(context, {
				name: what.name,
				follows: (add) => [
					{
						storageName: namespaces,
						seen: (type, { name }) => {
							if (type === 'ADDED') add(name);
						},
					},
					{
						storageName: what.storageName,
						seen: (type, { namespace }) => {
							if (type !== 'ADDED') add(namespace);
						},
						only: {
							name: objectName,
							missed() {
								for (const { name } of context.verbs.cache.list(namespaces, '')) add(name);
							},
						},
					},
				],
				async work(namespace) {
					if (!isActive(context.verbs, namespace)) return;
					await unlessGoing(actor.ensure({ storageName: what.storageName, namespace, name: objectName }, content));
					await what.correct?.(context, namespace);
				},
			});
		},
	};
}

export function isActive({ cache }: VerbContext, namespace: string): boolean {
	const found = cache.get(namespaces, '', namespace);
	return found !== undefined && !isTerminating(parseWhole(found));
}

function saysGoing({ details }: ApiError): boolean {
	return details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
}

/** Ignores a namespace that is now terminating. */
export async function unlessGoing(made: Promise<void>): Promise<void> {
	try {
		await made;
	} catch (error) {
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || saysGoing(error)))) throw error;
	}
}
