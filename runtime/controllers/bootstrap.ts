/**
 * The namespaces that the platform itself lives in: there from the first request on, and again should one be deleted.
 * Part of the server rather than a controller that can be turned off: nothing can be created in `default` without it.
 */
import type { Rule } from '../api/authorization.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';

const name = 'system-namespaces';
const namespaces = 'namespaces';

export const bootstrapRules: readonly Rule[] = [{ verbs: ['list', 'watch', 'create'], groups: [''], resources: [namespaces] }];

function systemNamespaces(shortPrefix: string): readonly string[] {
	return ['default', `${shortPrefix}-system`, `${shortPrefix}-public`, `${shortPrefix}-node-lease`];
}

/** Resolves when they exist; then keeps them. Does nothing where the kind Namespace is not served. */
export async function startBootstrap(context: ControllerContext): Promise<RunningController> {
	const { verbs, actor } = context;
	if (verbs.stored(namespaces) === undefined) return { stop: async () => {} };
	const wanted = systemNamespaces(verbs.vocabulary.shortPrefix);
	const ensure = (namespace: string): Promise<void> => actor.ensure({ storageName: namespaces, namespace: '', name: namespace }, {});
	await Promise.all(wanted.map(ensure));
	return startLoop(context, {
		name,
		follows: (add) => [
			{
				storageName: namespaces,
				seen: (type, object) => {
					if (type === 'DELETED' && wanted.includes(object.name)) add(object.name);
				},
			},
		],
		work: ensure,
	});
}
