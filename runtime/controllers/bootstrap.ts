/**
 * Creates the system namespaces before the first request, recreates deleted ones, and creates the priority classes at each start. Cannot be
 * disabled: without it, no object could be created in `default`. A new store also gets the default CPU request in `default` (seed 3,
 * "Built-in admission plugins").
 */
import type { Rule } from '../api/authorization.ts';
import { systemClasses } from '../kinds/priority-class.ts';
import type { JsonObject } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';

const name = 'system-namespaces';
const namespaces = 'namespaces';
const limitRanges = 'limitranges';

export function bootstrapRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch', 'create'], groups: [''], resources: [namespaces] },
		{ verbs: ['create'], groups: [''], resources: [limitRanges] },
		{ verbs: ['create'], groups: [`scheduling.${groupDomain}`], resources: ['priorityclasses'] },
	];
}

function systemNamespaces(shortPrefix: string): readonly string[] {
	return ['default', `${shortPrefix}-system`, `${shortPrefix}-public`, `${shortPrefix}-node-lease`];
}

/** Resolves when the namespaces exist, then keeps them. Does nothing when namespaces are not served. */
export async function startBootstrap(context: ControllerContext): Promise<RunningController> {
	const { verbs, actor } = context;
	if (verbs.stored(namespaces) === undefined) return { stop: async () => {} };
	const wanted = systemNamespaces(verbs.vocabulary.shortPrefix);
	const ensure = (namespace: string): Promise<void> => actor.ensure({ storageName: namespaces, namespace: '', name: namespace }, {});
	await ensureDefaultRequest(context, ensure);
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

const defaultRequest: JsonObject = { spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '100m' } }] } };

/**
 * Creates the LimitRange of `default` in a new store. The system namespace is created afterwards and cannot be deleted, so its existence
 * means that this was done. Later releases have no such LimitRange.
 */
async function ensureDefaultRequest({ verbs, actor, kinds }: ControllerContext, ensure: (namespace: string) => Promise<void>): Promise<void> {
	const { cache, vocabulary, admission } = verbs;
	const isNew = cache.get(namespaces, '', `${vocabulary.shortPrefix}-system`) === undefined;
	if (!isNew || compareReleases(kinds.release, '1.25') > 0 || !admission.plugins.includes('LimitRanger') || verbs.stored(limitRanges) === undefined) return;
	await ensure('default');
	await actor.ensure({ storageName: limitRanges, namespace: 'default', name: 'limits' }, defaultRequest);
}

async function ensureClasses({ verbs, actor }: ControllerContext): Promise<void> {
	const storageName = `priorityclasses.scheduling.${verbs.vocabulary.groupDomain}`;
	if (verbs.stored(storageName) === undefined) return;
	await Promise.all(systemClasses.map(({ name, ...content }) => actor.ensure({ storageName, namespace: '', name }, content)));
}
