/** ResourceQuota: resources that it limits, scopes, and Table columns. */
import type { ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { Release } from '../model/catalog.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { Aged } from '../scalars/age.ts';
import { compareQuantities, parseQuantity } from '../scalars/quantity.ts';
import type { Amounts } from '../scalars/resource-list.ts';
import { amountViolations, isOfQuotas, nameViolations } from './resource-names.ts';

export function resourceQuotaHooks({ labelDomain }: Vocabulary, release: Release): KindHooks<ResourceQuota, 'Age' | 'Request' | 'Limit'> {
	return {
		agesInCells: true,
		cells: (quota) => ({ Age: new Aged(quota.metadata?.creationTimestamp), ...useCells(quota) }),
		validate({ spec = {}, status = {} }, { subresource }) {
			if (subresource === 'status') {
				return [...hardViolations(status.hard, 'status.hard', labelDomain), ...hardViolations(status.used, 'status.used', labelDomain)];
			}
			return [...hardViolations(spec.hard, 'spec.hard', labelDomain), ...scopeViolations(spec, release), ...selectorViolations(spec, release)];
		},
		validateCreate({ spec }, { warnings }) {
			if (compareReleases(release, '1.35') >= 0) warnings.push(...requestWarnings(spec?.hard ?? {}));
			return [];
		},
		validateUpdate({ spec }, { spec: old }, { subresource }) {
			const [now, before] = [spec, old].map((each) => JSON.stringify([...new Set(each?.scopes ?? [])].sort()));
			return subresource === 'status' || now === before ? [] : [invalidValue('spec.scopes', spec?.scopes ?? [], 'field is immutable')];
		},
	};
}

function useCells({ status }: ResourceQuota): { Request: string; Limit: string } {
	const cells: { Request: string[]; Limit: string[] } = { Request: [], Limit: [] };
	for (const name of Object.keys(status?.hard ?? {}).sort()) {
		const used = status?.used ?? {};
		const text = `${name}: ${Object.hasOwn(used, name) ? used[name] : '0'}/${status?.hard?.[name]}`;
		cells[name.startsWith('limits.') ? 'Limit' : 'Request'].push(text);
	}
	return { Request: cells.Request.join(', '), Limit: cells.Limit.join(', ') };
}

function hardViolations(amounts: Amounts = {}, path: string, labelDomain: string): Cause[] {
	return Object.entries(amounts).flatMap(([name, text]) => {
		const at = `${path}[${name}]`;
		const ofOthers = name.includes('/') || isOfQuotas(name) ? [] : [invalidValue(at, name, 'must be a standard resource for quota')];
		return [...nameViolations(name, at), ...ofOthers, ...amountViolations(name, text, at, labelDomain)];
	});
}

const ofPods: readonly string[] = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const ofClaims: readonly string[] = ['persistentvolumeclaims', 'requests.storage'];

/** Resources without domain that each scope can count. */
const counts: Readonly<Record<string, readonly string[]>> = {
	BestEffort: ['pods'],
	CrossNamespacePodAffinity: ofPods,
	NotBestEffort: ofPods,
	NotTerminating: ofPods,
	PriorityClass: ofPods,
	Terminating: ofPods,
	VolumeAttributesClass: ofClaims,
};

/** First release of scopes that were added later. */
const introduced: Readonly<Record<string, Release>> = { VolumeAttributesClass: '1.33' };

function isScope(scope: string, release: Release): boolean {
	return Object.hasOwn(counts, scope) && compareReleases(release, introduced[scope] ?? release) >= 0;
}

/** Reports whether the quota limits a resource that the scope cannot count. */
function isMisfit(scope: string, { hard = {} }: ResourceQuotaSpec, release: Release): boolean {
	return isScope(scope, release) && Object.keys(hard).some((name) => isOfQuotas(name) && !counts[scope]?.includes(name));
}

function scopeViolations(spec: ResourceQuotaSpec, release: Release): Cause[] {
	const { scopes = [] } = spec;
	return [
		...(scopes.every((scope) => isScope(scope, release)) ? [] : ['unsupported scope']),
		...(scopes.some((scope) => isMisfit(scope, spec, release)) ? ['unsupported scope applied to resource'] : []),
		...(areOpposite(scopes) ? ['conflicting scopes'] : []),
	].map((why) => invalidValue('spec.scopes', scopes, why));
}

const opposites = [
	['BestEffort', 'NotBestEffort'],
	['Terminating', 'NotTerminating'],
] as const;

function areOpposite(scopes: readonly string[]): boolean {
	return opposites.some((pair) => pair.every((scope) => scopes.includes(scope)));
}

function selectorViolations(spec: ResourceQuotaSpec, release: Release): Cause[] {
	const { scopeSelector, scopes = [] } = spec;
	const path = 'spec.scopeSelector.matchExpressions';
	const conditions = scopeSelector?.matchExpressions ?? [];
	return [
		...conditions.flatMap((condition) => [
			...(isScope(condition.scopeName, release) ? [] : [invalidValue(`${path}.scopeName`, condition.scopeName, 'unsupported scope')]),
			...operatorViolations(condition, path, release),
		]),
		...(conditions.some(({ scopeName }) => isMisfit(scopeName, spec, release))
			? [invalidValue(path, scopeSelector, 'unsupported scope applied to resource')]
			: []),
		...(areOpposite(conditions.map(({ scopeName }) => scopeName)) ? [invalidValue(path, scopes, 'conflicting scopes')] : []),
	];
}

/** Scopes without values. */
const withoutValue: readonly string[] = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity'];

function operatorViolations({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement, path: string, release: Release): Cause[] {
	const exists = compareReleases(release, '1.31') >= 0 ? 'Exists' : 'Exist';
	const causes =
		withoutValue.includes(scopeName) && operator !== 'Exists'
			? [
					invalidValue(
						`${path}.operator`,
						operator,
						`must be '${exists}' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity`,
					),
				]
			: [];
	switch (operator) {
		case 'In':
		case 'NotIn':
			if (values.length > 0) return causes;
			return [...causes, required(`${path}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")];
		case 'Exists':
		case 'DoesNotExist':
			if (values.length === 0) return causes;
			return [...causes, invalidValue(`${path}.values`, values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector")];
		default:
			return [...causes, invalidValue(`${path}.operator`, operator, 'not a valid selector operator')];
	}
}

/** Warns when the quota of requests exceeds that of limits: the excess cannot be used. */
function requestWarnings(hard: Amounts): string[] {
	return ['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((resource) => {
		const bare = resource === 'cpu' || resource === 'memory' ? [resource] : [];
		const name = [`requests.${resource}`, ...bare].find((each) => Object.hasOwn(hard, each));
		const request = name === undefined ? undefined : hard[name];
		const limit = hard[`limits.${resource}`];
		if (request === undefined || limit === undefined || compareQuantities(parseQuantity(request), parseQuantity(limit)) <= 0) return [];
		return [`ResourceQuota ${name} (${request}) should be less than limits.${resource} (${limit})`];
	});
}
