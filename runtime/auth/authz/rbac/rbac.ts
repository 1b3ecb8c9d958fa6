/**
 * RBAC authorizer (seed 3, "RBAC"). It only allows; other authorizers decide on requests that no role allows. Bindings are indexed by
 * subject and follow the watch cache. A decision reads the cache only for a role it has not parsed yet.
 */
import { type Decision, noOpinion, type Rule } from '../../../api/authorization.ts';
import type { User } from '../../../api/request.ts';
import { sleep } from '../../../scheduling/sleep.ts';
import { type FollowOptions, follow } from '../../../watch/follow.ts';
import type { AuthorizerContext, AuthorizerRow } from '../contract.ts';
import { type Binding, BindingIndex } from './bindings.ts';
import { missingRule } from './missing-rule.ts';
import { RoleRules } from './roles.ts';

/** Delay between a failed watch and the next attempt. */
const retryMs = 1_000;

export const rbac: AuthorizerRow = {
	name: 'RBAC',
	used: 'mode',
	start(context) {
		const group = `rbac.authorization.${context.vocabulary.groupDomain}`;
		const roles = new RoleRules(context.cache, group);
		const bindings = new BindingIndex();
		followAll(context, group, roles, bindings);
		const scopes = (namespace: string): readonly string[] => (namespace === '' ? [''] : ['', namespace]);
		return {
			authorize(asked) {
				const inCluster = bindings.allowing(asked, '', roles);
				if (inCluster !== undefined) return inCluster.decision;
				const namespace = asked.info.isResource ? asked.info.namespace : '';
				const inNamespace = namespace === '' ? undefined : bindings.allowing(asked, namespace, roles);
				return inNamespace?.decision ?? refusal(missingRoles(asked.user, scopes(namespace)));
			},
			rulesFor(user, namespace) {
				const rules: Rule[] = [];
				for (const scope of scopes(namespace)) {
					bindings.find(user, scope, rules, (grant, into) => {
						into.push(...(roles.of(grant.role, grant.namespace) ?? []).map(({ shown }) => shown).filter(({ paths }) => paths === undefined || scope === ''));
						return false;
					});
				}
				return { rules, incomplete: missingRoles(user, scopes(namespace)).length > 0 };
			},
			missing(asked) {
				const rule = missingRule(asked);
				return [{ sentence: `no role has ${rule}`, rule }];
			},
		};

		/** Returns the missing roles that the user's bindings reference, in Kubernetes wording. */
		function missingRoles(user: User, namespaces: readonly string[]): readonly string[] {
			const missing: string[] = [];
			for (const namespace of namespaces) {
				bindings.find(user, namespace, missing, ({ role }, into) => {
					if (roles.of(role, namespace) === undefined) into.push(`${role.kind.toLowerCase()}.${group} ${JSON.stringify(role.name)} not found`);
					return false;
				});
			}
			return missing.length < 2 ? missing : [...new Set(missing)];
		}
	},
};

function refusal(missing: readonly string[]): Decision {
	if (missing.length === 0) return noOpinion;
	return { verdict: 'no opinion', reason: `RBAC: ${missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`}` };
}

function followAll(context: AuthorizerContext, group: string, roles: RoleRules, bindings: BindingIndex): void {
	const { cache } = context;
	for (const resource of ['clusterrolebindings', 'rolebindings']) {
		const storageName = `${resource}.${group}`;
		const isOfCluster = resource === 'clusterrolebindings';
		void keepFollowing(context, {
			storageName,
			seen(type, object) {
				const { namespace, name } = object;
				if (type === 'DELETED' || object.damaged) bindings.delete(namespace, name);
				else bindings.set(namespace, name, JSON.parse(object.bytes.toString()) as Binding);
			},
			listed(again) {
				if (again) bindings.keepOnly((namespace, name) => isOfCluster !== (namespace === '') || cache.get(storageName, namespace, name) !== undefined);
			},
		});
	}
	for (const resource of ['clusterroles', 'roles']) {
		void keepFollowing(context, {
			storageName: `${resource}.${group}`,
			seen: (_, { namespace, name }) => roles.changed(namespace, name),
			listed: (again) => (again ? roles.clear() : undefined),
		});
	}
}

/**
 * Follows a resource until the signal aborts. The first list is complete when the promise is returned, so no request is decided with a
 * partial index.
 */
async function keepFollowing({ cache, signal, log }: AuthorizerContext, followed: FollowOptions): Promise<void> {
	for (let again = false; !signal.aborted; again = true) {
		try {
			await follow(cache, followed, signal, again);
		} catch (error) {
			if (signal.aborted) return;
			log.error('role and binding watch failed; reloading', { resource: followed.storageName, error: String(error) });
			await sleep(retryMs, signal);
		}
	}
}
