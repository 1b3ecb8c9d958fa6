/** Deployment: its selector matches its template's labels, and its pods must run until stopped. */
import type { Hooks } from '../../../generated/hooks.ts';
import type { Deployment, DeploymentStatus } from '../../../generated/types/apps/v1.ts';
import type { JsonObject, Release } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from './cells.ts';
import { collisionViolations, exceeding, negatives } from './counts.ts';
import { deploymentConverter } from './older-versions.ts';
import { isSelectorOfOlder, selectorViolations } from './selector.ts';
import { endingViolations, isUnseen, templatesOf } from './template-rules.ts';

const path = 'spec.template';

export function deploymentHooks(vocabulary: Vocabulary, release: Release): NonNullable<Hooks['apps/deployments']> {
	const templates = templatesOf(vocabulary, release);
	return {
		convert: { v1beta1: deploymentConverter, 'extensions/v1beta1': deploymentConverter },
		// Annotations count as changes, because controllers record decisions about a rollout in them.
		countsInGeneration: ({ metadata }, old) => !deepEqual((metadata?.annotations ?? {}) as JsonObject, (old.metadata?.annotations ?? {}) as JsonObject),
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		prepareForUpdate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		preservedMetadata: { status: ['labels'] },
		tolerates: (cause, _deployment, write) => isUnseen(cause) || isSelectorOfOlder(cause, write),
		validate({ spec, status }, { subresource }) {
			if (subresource === 'status') return statusViolations(status ?? {});
			if (spec === undefined) return [];
			const { template, replicas = 1 } = spec;
			return [
				...selectorViolations(spec, { word: 'deployment', unusable: 'invalid label selector' }),
				...templates.violations(template, path),
				...(replicas > 1 ? templates.diskViolations(template, path) : []),
				...endingViolations(template, path, 'ReplicaSet'),
			];
		},
		// An update that starts new pods has the warnings of a create.
		updateWarnings: (deployment, old) => (isChanged(deployment, old) ? 'everything' : 'nothing'),
		validateCreate({ metadata, spec }, { warnings }) {
			warnings.push(...templates.nameWarnings(metadata?.name), ...templates.warnings(spec?.template, path));
			return [];
		},
		validateUpdate(deployment, old, { subresource, warnings }) {
			if (isChanged(deployment, old)) warnings.push(...templates.warnings(deployment.spec?.template, path));
			return subresource === 'status' ? collisionViolations(deployment.status, old.status) : [];
		},
		agesInCells: true,
		cells: ({ spec }) => ({ ...containerCells(spec?.template), Selector: selectorText(spec?.selector ?? {}) }),
	};
}

function isChanged({ metadata }: Deployment, { metadata: old }: Deployment): boolean {
	return metadata?.generation !== old?.generation;
}

const counts = [
	'replicas',
	'updatedReplicas',
	'readyReplicas',
	'availableReplicas',
	'unavailableReplicas',
	'terminatingReplicas',
	'collisionCount',
	'observedGeneration',
] as const;

function statusViolations(status: DeploymentStatus): Cause[] {
	return [
		...negatives(status, counts),
		...exceeding(status, ['updatedReplicas', 'readyReplicas', 'availableReplicas'], 'replicas', 'status.replicas'),
		...exceeding(status, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
	];
}
