/**
 * Publishes authentication settings for aggregated API servers in a ConfigMap of the system namespace (seed 3, Authenticating proxy). It
 * has the client CAs, the CA of front proxies and the names of their user headers. This server is such a proxy.
 */
import type { Rule } from '../api/authorization.ts';
import type { JsonObject } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { AuthenticationInfo, ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { firstRound, startLoop } from './loop.ts';

const controller = 'authentication-info';
const configMaps = 'configmaps';
const name = 'extension-apiserver-authentication';

export function authenticationInfoRules(): readonly Rule[] {
	return [{ verbs: ['list', 'watch', 'create', 'update'], groups: [''], resources: [configMaps] }];
}

/** Resolves after the first attempt, then keeps the ConfigMap up to date. Its other keys stay as they are. */
export async function startAuthenticationInfo(context: ControllerContext, info: AuthenticationInfo): Promise<RunningController> {
	const { actor, verbs } = context;
	if (verbs.stored(configMaps) === undefined) return { stop: async () => {} };
	const target = { storageName: configMaps, namespace: namespaceOf(verbs.vocabulary), name };
	const keep = async (): Promise<void> => {
		const data = info.data();
		await actor.ensure(target, { data });
		await ensureObject(context, target, (old) => {
			const merged = { ...(old.data as JsonObject | undefined), ...data };
			return deepEqual(old.data, merged) ? undefined : { ...old, data: merged };
		});
	};
	const failed = await firstRound(context, controller, [name], keep);
	const loop = startLoop(context, {
		name: controller,
		follows: (add) => {
			failed.forEach(add);
			return [{ storageName: configMaps, namespace: target.namespace, seen: () => add(name), only: { name, missed: () => add(name) } }];
		},
		work: keep,
	});
	const end = info.onChange(() => loop.again(name));
	return {
		queue: loop.queue,
		async stop() {
			end();
			await loop.stop();
		},
	};
}

function namespaceOf({ shortPrefix }: Vocabulary): string {
	return `${shortPrefix}-system`;
}
