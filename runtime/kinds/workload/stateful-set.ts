/** StatefulSet: numbered pods with claims of their own. Before 1.34 its template was hardly validated; its invalid pods were refused. */

import type { StatefulSet, StatefulSetSpec, StatefulSetStatus } from '../../../generated/types/apps/v1.ts';
import type { PersistentVolumeClaim, PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonObject, JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';
import { claimSpecViolations } from '../claim-spec.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { claimFractions } from '../pod/warnings/index.ts';
import { containerCells } from './cells.ts';
import { collisionViolations, exceeding, negatives } from './counts.ts';
import { isNothing } from './int-or-percent.ts';
import { selectorViolations } from './selector.ts';
import { endingViolations, isUnseen, templatesOf } from './template-rules.ts';

const path = 'spec.template';

export function statefulSetHooks(vocabulary: Vocabulary, release: Release): KindHooks<StatefulSet, 'Containers' | 'Images'> {
	const templates = templatesOf(vocabulary, release);
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const wholeTemplates = since('1.34');
	const mutable = mutableFields(release);
	const violations = (spec: StatefulSetSpec): Cause[] => [
		...strategyViolations(spec),
		...ordinalViolations(spec),
		...selectorViolations(spec, { word: 'statefulset', unusable: '' }),
		...templates.violations(asMade(spec), path).filter((cause) => wholeTemplates || isLookedAt(cause)),
		...endingViolations(spec.template, path, 'StatefulSet'),
	];
	return {
		normalize: ({ spec }) => {
			for (const claim of spec?.volumeClaimTemplates ?? []) Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
		},
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		prepareForUpdate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		tolerates(cause, _set, { stored }) {
			const { field = '' } = cause;
			if (isUnseen(cause)) return true;
			if (field.startsWith('spec.volumeClaimTemplates[')) return !wholeTemplates || stored !== undefined;
			if (overwritten.has(field)) return true;
			if (!field.startsWith(`${path}.spec.`)) return false;
			return !wholeTemplates || stored?.causes.some((cause) => cause.field?.startsWith(`${path}.spec.`)) === true;
		},
		validate({ spec, status }, { subresource }) {
			if (subresource === 'status') return statusViolations(status ?? {});
			return spec === undefined ? [] : violations(spec);
		},
		updateWarnings: ({ metadata }, old) => (metadata?.generation === old.metadata?.generation ? 'nothing' : 'everything'),
		validateCreate({ metadata, spec }, { warnings }) {
			if (spec === undefined) return [];
			warnings.push(...templates.warnings(spec.template, path), ...(since('1.26') ? claimWarnings(spec) : []));
			if (since('1.33')) warnings.push(...historyWarnings(spec));
			const name = metadata?.name ?? '';
			const labels = [
				...(since('1.27') && checkDnsSubdomain(name).length === 0 ? checkDnsLabel(name).map((why) => invalidValue('metadata.name', name, why)) : []),
				...(since('1.33') && spec.serviceName ? checkDnsLabel(spec.serviceName).map((why) => invalidValue('spec.serviceName', spec.serviceName, why)) : []),
			];
			return [...labels, ...(wholeTemplates ? claimViolations(spec.volumeClaimTemplates ?? []) : [])];
		},
		validateUpdate({ metadata, spec, status }, old, { subresource, warnings }) {
			if (subresource === 'status') return collisionViolations(status, old.status);
			if (spec === undefined || old.spec === undefined) return [];
			if (metadata?.generation !== old.metadata?.generation) warnings.push(...templates.warnings(spec.template, path));
			if (since('1.33')) warnings.push(...historyWarnings(spec));
			return deepEqual(without(spec, mutable.fields), without(old.spec, mutable.fields)) ? [] : [forbiddenField('spec', mutable.message)];
		},
		agesInCells: true,
		cells: ({ spec }) => containerCells(spec?.template),
	};
}

function claimWarnings({ volumeClaimTemplates = [] }: StatefulSetSpec): string[] {
	// Kubernetes' path lacks the claim's `spec`.
	return volumeClaimTemplates.flatMap(({ spec }, index) => claimFractions(spec, `spec.volumeClaimTemplates[${index}]`));
}

/** Fields that the controller sets per pod. */
const overwritten: ReadonlySet<string> = new Set([`${path}.spec.hostname`, `${path}.spec.subdomain`]);

/** Returns the mutable fields, and the message for changes of others. */
function mutableFields(release: Release): { readonly fields: ReadonlySet<string>; readonly message: string } {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const told = since('1.33')
		? "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
		: since('1.26')
			? "'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
			: since('1.23')
				? "'replicas', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
				: since('1.22')
					? "'replicas', 'template', 'updateStrategy' and 'minReadySeconds'"
					: "'replicas', 'template', and 'updateStrategy'";
	return {
		fields: new Set([...told.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)),
		message: `updates to statefulset spec for fields other than ${told} are forbidden`,
	};
}

function without(spec: StatefulSetSpec, fields: ReadonlySet<string>): JsonObject {
	return Object.fromEntries(Object.entries(spec).filter(([name]) => !fields.has(name))) as { [name: string]: JsonValue };
}

/** Reports whether a release without full validation of the template reports the cause: only those about its metadata. */
function isLookedAt({ field = '' }: Cause): boolean {
	return !field.startsWith(`${path}.spec.`);
}

/** Returns the template as the controller completes it: with volumes for the claims, and names. */
function asMade({ template = {}, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
	if (template.spec === undefined || volumeClaimTemplates.length === 0) return template;
	const names = new Set(volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? ''));
	const claims = [...names].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
	return { ...template, spec: { ...template.spec, volumes: [...claims, ...(template.spec.volumes ?? []).filter(({ name }) => !names.has(name))] } };
}

function claimViolations(claims: readonly PersistentVolumeClaim[]): Cause[] {
	return claims.flatMap(({ spec = {} }, index) => claimSpecViolations(spec, `spec.volumeClaimTemplates[${index}].spec`));
}

function strategyViolations({ updateStrategy = {} }: StatefulSetSpec): Cause[] {
	const at = 'spec.updateStrategy';
	const { type, rollingUpdate } = updateStrategy;
	if (type !== 'RollingUpdate' && type !== 'OnDelete') return [invalidValue(at, updateStrategy, "must be 'RollingUpdate' or 'OnDelete'")];
	if (rollingUpdate === undefined) return [];
	if (type === 'OnDelete') return [invalidValue(`${at}.rollingUpdate`, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")];
	const { maxUnavailable } = rollingUpdate;
	return maxUnavailable !== undefined && isNothing(maxUnavailable) ? [invalidValue(`${at}.rollingUpdate.maxUnavailable`, maxUnavailable, 'cannot be 0')] : [];
}

function ordinalViolations({ ordinals }: StatefulSetSpec): Cause[] {
	return ordinals === undefined ? [] : negatives({ 'ordinals.start': ordinals.start ?? 0 }, ['ordinals.start'], 'spec');
}

function historyWarnings({ revisionHistoryLimit = 0 }: StatefulSetSpec): string[] {
	return revisionHistoryLimit < 0 ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'] : [];
}

const counts = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas', 'observedGeneration', 'collisionCount'] as const;

function statusViolations(status: Partial<StatefulSetStatus>): Cause[] {
	return [
		...negatives(status, counts),
		...exceeding(status, ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'], 'replicas', 'status.replicas'),
		...exceeding(status, ['availableReplicas'], 'readyReplicas', 'status.readyReplicas'),
	];
}
