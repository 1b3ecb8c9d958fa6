/** Deployment: its selector chooses the pods of its template, which run until they are told to stop. */
import type { Deployment, DeploymentSpec, DeploymentStatus } from '../../generated/types/apps/v1.ts';
import { ApiError } from '../api/errors.ts';
import type { KindHooks } from '../api/hooks.ts';
import type { JsonObject } from '../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { selectorOfObject } from '../select/index.ts';
import { podAnnotations } from './pod/annotations.ts';
import { dropEmptyGroups } from './pod/security.ts';
import { podTemplateViolations } from './pod/template.ts';
import { podWarnings } from './pod/warnings.ts';

export function deploymentHooks(vocabulary: Vocabulary): KindHooks<Deployment> {
	const { labelDomain } = vocabulary;
	const annotations = podAnnotations(vocabulary);
	const warn = ({ spec }: Deployment, warnings: string[]): void => {
		const { metadata, spec: pod = { containers: [] } } = spec?.template ?? {};
		warnings.push(...podWarnings(metadata?.annotations ?? {}, pod, 'spec.template', annotations));
	};
	return {
		// Controllers keep what they decide about a rollout in annotations.
		countsInGeneration: ({ metadata }, old) => !deepEqual((metadata?.annotations ?? {}) as JsonObject, (old.metadata?.annotations ?? {}) as JsonObject),
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		prepareForUpdate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		keptMetadata: { status: ['labels'] },
		validate({ spec, status }, { subresource }) {
			if (subresource === 'status') return statusViolations(status ?? {});
			if (spec === undefined) return [];
			return [
				...selectorViolations(spec),
				...podTemplateViolations(spec.template ?? {}, 'spec.template', labelDomain, annotations),
				...templateViolations(spec),
			];
		},
		// Whatever starts new pods is worth the same words as the first time.
		warnsOfUpdate: (deployment, old) => (isChanged(deployment, old) ? 'everything' : 'nothing'),
		validateCreate(deployment, { warnings }) {
			warn(deployment, warnings);
			return [];
		},
		validateUpdate(deployment, old, { subresource, warnings }) {
			if (isChanged(deployment, old)) warn(deployment, warnings);
			const { status } = deployment;
			const collisions = status?.collisionCount ?? 0;
			const before = old.status?.collisionCount;
			if (subresource !== 'status' || before === undefined || collisions >= before) return [];
			return [invalidValue('status.collisionCount', collisions, 'cannot be decremented')];
		},
	};
}

function isChanged({ metadata }: Deployment, { metadata: old }: Deployment): boolean {
	return metadata?.generation !== old?.generation;
}

function selectorViolations({ selector, template }: DeploymentSpec): Cause[] {
	if (!selector) return [];
	if (Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0) {
		return [invalidValue('spec.selector', selector, 'empty selector is invalid for deployment')];
	}
	const labels = template?.metadata?.labels ?? {};
	const chosen = chooses(selector, labels);
	if (chosen === undefined) return [invalidValue('spec.selector', selector, 'invalid label selector')];
	return chosen ? [] : [invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')];
}

/** Undefined: it is no selector (its values are no labels, say), and chooses nothing. */
function chooses(selector: NonNullable<DeploymentSpec['selector']>, labels: Readonly<Record<string, string>>): boolean | undefined {
	try {
		return selectorOfObject(selector as Parameters<typeof selectorOfObject>[0]).matches({ namespace: '', name: '', labels, fields: {} });
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}

function templateViolations({ template, replicas = 1 }: DeploymentSpec): Cause[] {
	const { restartPolicy = '', activeDeadlineSeconds, volumes = [] } = template?.spec ?? {};
	const writable = replicas > 1 ? volumes.flatMap(({ gcePersistentDisk }, index) => (gcePersistentDisk && !gcePersistentDisk.readOnly ? [index] : [])) : [];
	return [
		...writable.map((index) =>
			invalidValue(
				`spec.template.spec.volumes[${index}].gcePersistentDisk.readOnly`,
				false,
				'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only',
			),
		),
		...(restartPolicy === 'Always' ? [] : [notSupported('spec.template.spec.restartPolicy', restartPolicy, ['Always'])]),
		...(activeDeadlineSeconds === undefined
			? []
			: [forbiddenField('spec.template.spec.activeDeadlineSeconds', 'activeDeadlineSeconds in ReplicaSet is not Supported')]),
	];
}

const counts = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas', 'collisionCount', 'observedGeneration'] as const;

function statusViolations(status: DeploymentStatus): Cause[] {
	const { replicas = 0, readyReplicas = 0 } = status;
	const causes = counts.flatMap((field) =>
		(status[field] ?? 0) < 0 ? [invalidValue(`status.${field}`, status[field], 'must be greater than or equal to 0')] : [],
	);
	for (const field of ['updatedReplicas', 'readyReplicas', 'availableReplicas'] as const) {
		if ((status[field] ?? 0) > replicas) causes.push(invalidValue(`status.${field}`, status[field], 'cannot be greater than status.replicas'));
	}
	if ((status.availableReplicas ?? 0) > readyReplicas) {
		causes.push(invalidValue('status.availableReplicas', status.availableReplicas, 'cannot be greater than readyReplicas'));
	}
	return causes;
}
