/** Deletes expired bootstrap tokens (seed 3, "Bootstrap tokens"): each is checked when it appears, changes, or expires. */
import { dataOf, endOf, isTokenSecret } from '../auth/authn/bootstrap-secret.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject } from '../model/catalog.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { startLoop } from './loop.ts';

const secrets = 'secrets';

export const tokenCleaner: Controller = {
	name: 'tokencleaner',
	purpose: 'deletes expired bootstrap tokens',
	identity: 'token-cleaner',
	offByDefault: true,
	rules: [{ verbs: ['list', 'watch', 'delete'], groups: [''], resources: [secrets], within: 'system' }],
	start,
};

function start(context: ControllerContext): RunningController {
	const namespace = `${context.verbs.vocabulary.shortPrefix}-system`;
	const loop = startLoop(context, {
		name: tokenCleaner.name,
		follows: (add) => [{ storageName: secrets, namespace, seen: (type, { name }) => (type === 'DELETED' ? undefined : add(name)) }],
		async work(name) {
			const leftMs = await clean(context, namespace, name);
			if (leftMs !== undefined) loop.againAfter(name, leftMs);
		},
	});
	return loop;
}

/** Deletes an expired token. Otherwise returns the remaining lifetime; undefined without expiry, and for other Secrets. */
async function clean({ verbs, actor }: ControllerContext, namespace: string, name: string): Promise<number | undefined> {
	const found = verbs.cache.get(secrets, namespace, name);
	const secret = found === undefined ? undefined : parseWhole(found);
	if (secret === undefined || !isTokenSecret(secret, verbs.vocabulary)) return undefined;
	const endMs = endOf(dataOf(secret)('expiration'));
	if (endMs === undefined) return undefined;
	const leftMs = endMs - Date.now();
	if (leftMs > 0) return leftMs;
	const { uid, resourceVersion } = secret.metadata as JsonObject & { uid: string; resourceVersion: string };
	await actor.delete({ storageName: secrets, namespace, name }, { ...noDeleteOptions, preconditions: { uid, resourceVersion } });
	return undefined;
}
