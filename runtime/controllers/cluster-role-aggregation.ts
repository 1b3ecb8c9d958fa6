/**
 * Aggregates ClusterRoles: an aggregating role has the rules of all roles that its label selectors match (seed 3, "Aggregated
 * ClusterRoles").
 */
import type { ClusterRole, PolicyRule } from '../../generated/types/rbac/v1.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual, identity } from '../model/equal.ts';
import { type LabelSelectorObject, selectorOfObject } from '../select/selector-object.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Controller, ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { startLoop } from './loop.ts';

export const clusterRoleAggregation: Controller = {
	name: 'clusterrole-aggregation',
	purpose: 'fills the rules of aggregated ClusterRoles',
	identity: 'clusterrole-aggregation-controller',
	// Needs `escalate`, because the controller grants permissions that it lacks. Users who may set an aggregation rule have all permissions
	// already.
	rules: [{ verbs: ['list', 'watch', 'update', 'escalate'], groups: ['*'], resources: ['clusterroles'] }],
	start,
};

function start(context: ControllerContext): RunningController {
	const storageName = `clusterroles.rbac.authorization.${context.verbs.vocabulary.groupDomain}`;
	if (context.verbs.stored(storageName) === undefined) return { stop: async () => {} };
	/** Names of the aggregating roles, a few of all roles. */
	const aggregating = new Set<string>();
	return startLoop(context, {
		name: clusterRoleAggregation.name,
		follows: (add) => [
			{
				storageName,
				seen(type, role) {
					const { name } = role;
					if (type !== 'DELETED' && selectorsOf(role).length > 0) aggregating.add(name);
					else aggregating.delete(name);
					for (const each of aggregating) add(each);
				},
			},
		],
		work: (name) => aggregate(context, storageName, name),
	});
}

async function aggregate(context: ControllerContext, storageName: string, name: string): Promise<void> {
	const { cache } = context.verbs;
	const role = cache.get(storageName, '', name);
	if (role === undefined || selectorsOf(role).length === 0) return;
	const rules = rulesOf(selectorsOf(role), cache.list(storageName, ''), name);
	await ensureObject(context, { storageName, namespace: '', name }, (old) => {
		const found = (old.rules ?? []) as JsonValue;
		return deepEqual(found, rules) ? undefined : { ...old, rules };
	});
}

/** Merges the rules by selector and role name, without duplicates. */
function rulesOf(selectors: readonly LabelSelectorObject[], roles: Iterable<CachedObject>, own: string): JsonValue[] {
	const all = [...roles].filter((role) => role.name !== own);
	const rules = new Map<string, JsonValue>();
	for (const selector of selectors) {
		const { matches } = selectorOfObject(selector);
		for (const role of all.filter(matches)) {
			for (const rule of (roleOf(role).rules ?? []) as readonly PolicyRule[]) rules.set(identity(rule as object as JsonObject), rule as object as JsonObject);
		}
	}
	return [...rules.values()];
}

function selectorsOf(role: CachedObject): readonly LabelSelectorObject[] {
	// Few roles aggregate, so most need no parsing.
	if (!role.bytes.includes('"aggregationRule"')) return [];
	return (roleOf(role).aggregationRule?.clusterRoleSelectors ?? []) as readonly LabelSelectorObject[];
}

function roleOf(role: CachedObject): ClusterRole {
	return parseWhole(role) as object as ClusterRole;
}
