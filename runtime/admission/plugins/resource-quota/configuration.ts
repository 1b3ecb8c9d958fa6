/** Configuration of the plugin: resources that may be used only if a quota covers them (`limitedResources`). */
import type { Json } from '../../../model/catalog.ts';
import { listAt, mapAt, only, textAt } from '../../../wire/config-parts.ts';
import type { PluginConfiguration } from '../../contract.ts';
import type { ScopeCondition } from './evaluators/contract.ts';

/** Writes of one kind that need a quota for the resources that they use. */
export interface LimitedResource {
	readonly apiGroup: string;
	/** Plural of the kind. */
	readonly resource: string;
	/** Parts of the names of resources that need a quota. */
	readonly matchContains: readonly string[];
	/** Scopes that need a quota of the same scope. */
	readonly matchScopes: readonly ScopeCondition[];
}

/** The plugin's section, in any of its versions. */
export const quotaSection: PluginConfiguration<readonly LimitedResource[]> = {
	kinds({ vocabulary: { groupDomain } }) {
		const older = ['v1beta1', 'v1alpha1'].map((version) => ({ apiVersion: `resourcequota.admission.${groupDomain}/${version}`, kind: 'Configuration' }));
		return [{ apiVersion: `apiserver.config.${groupDomain}/v1`, kind: 'ResourceQuotaConfiguration' }, ...older];
	},
	read(section, where) {
		only(section, where, ['apiVersion', 'kind', 'limitedResources']);
		const at = where === '' ? 'limitedResources' : `${where}.limitedResources`;
		return entriesAt(section.limitedResources, at).map((entry, i) => limitedResource(entry, `${at}[${i}]`));
	},
};

function limitedResource(entry: Json, where: string): LimitedResource {
	const map = mapAt(entry, where);
	only(map, where, ['apiGroup', 'resource', 'matchContains', 'matchScopes']);
	return {
		apiGroup: map.apiGroup === undefined || map.apiGroup === '' ? '' : textAt(map.apiGroup, `${where}.apiGroup`),
		resource: textAt(map.resource, `${where}.resource`),
		matchContains: entriesAt(map.matchContains, `${where}.matchContains`).map((text, i) => textAt(text, `${where}.matchContains[${i}]`)),
		matchScopes: entriesAt(map.matchScopes, `${where}.matchScopes`).map((scope, i) => condition(scope, `${where}.matchScopes[${i}]`)),
	};
}

function condition(entry: Json, where: string): ScopeCondition {
	const map = mapAt(entry, where);
	only(map, where, ['scopeName', 'operator', 'values']);
	return {
		scopeName: textAt(map.scopeName, `${where}.scopeName`),
		operator: textAt(map.operator, `${where}.operator`),
		values: entriesAt(map.values, `${where}.values`).map((text, i) => textAt(text, `${where}.values[${i}]`)),
	};
}

/** Returns the entries of a list that may be absent or empty. */
function entriesAt(value: Json | undefined, where: string): readonly Json[] {
	if (value === undefined || value === null) return [];
	return Array.isArray(value) && value.length === 0 ? [] : listAt(value, where);
}
