/**
 * What the platform itself lives in: its namespaces, there from the first request on, and again should one be deleted; its priority
 * classes, which are made with each start.
 * Part of the server rather than a controller that can be turned off: nothing can be created in `default` without it.
 */
import type { Rule } from '../api/authorization.ts';
import { systemClasses } from '../kinds/priority-class.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';

const name = 'system-namespaces';
const namespaces = 'namespaces';

export function bootstrapRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch', 'create'], groups: [''], resources: [namespaces] },
		{ verbs: ['create'], groups: [`scheduling.${groupDomain}`], resources: ['priorityclasses'] },
	];
}

function systemNamespaces(shortPrefix: string): readonly string[] {
	return ['default', `${shortPrefix}-system`, `${shortPrefix}-public`, `${shortPrefix}-node-lease`];
}

/** Resolves when they exist; then keeps them. Does nothing where the kind Namespace is not served. */
export async function startBootstrap(context: ControllerContext): Promise<RunningController> {
	const { verbs, actor } = context;
	if (verbs.stored(namespaces) === undefined) return { stop: async () => {} };
	const wanted = systemNamespaces(verbs.vocabulary.shortPrefix);
	const ensure = (namespace: string): Promise<void> => actor.ensure({ storageName: namespaces, namespace: '', name: namespace }, {});
	await Promise.all([...wanted.map(ensure), ensureClasses(context)]);
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

async function ensureClasses({ verbs, actor }: ControllerContext): Promise<void> {
	const storageName = `priorityclasses.scheduling.${verbs.vocabulary.groupDomain}`;
	if (verbs.stored(storageName) === undefined) return;
	await Promise.all(systemClasses.map(({ name, ...content }) => actor.ensure({ storageName, namespace: '', name }, content)));
}
