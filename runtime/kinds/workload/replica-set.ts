/** ReplicaSet. Some messages call it a deployment, as in Kubernetes. */
import type { ReplicaSet, ReplicaSetStatus } from '../../../generated/types/apps/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from './cells.ts';
import { exceeding, negatives } from './counts.ts';
import { isSelectorOfOlder, selectorViolations } from './selector.ts';
import { endingViolations, isUnseen, templatesOf } from './template-rules.ts';

const path = 'spec.template';

export function replicaSetHooks(vocabulary: Vocabulary, release: Release): KindHooks<ReplicaSet, 'Containers' | 'Images' | 'Selector'> {
	const templates = templatesOf(vocabulary, release);
	return {
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		prepareForUpdate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		tolerates: (cause, _set, write) => isUnseen(cause) || isSelectorOfOlder(cause, write),
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
		updateWarnings: ({ metadata }, old) => (metadata?.generation === old.metadata?.generation ? 'nothing' : 'everything'),
		validateCreate({ metadata, spec }, { warnings }) {
			warnings.push(...templates.nameWarnings(metadata?.name), ...templates.warnings(spec?.template, path));
			return [];
		},
		validateUpdate({ metadata, spec }, old, { warnings }) {
			if (metadata?.generation !== old.metadata?.generation) warnings.push(...templates.warnings(spec?.template, path));
			return [];
		},
		agesInCells: true,
		cells: ({ spec }) => ({ ...containerCells(spec?.template), Selector: selectorText(spec?.selector ?? {}) }),
	};
}

const counts = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration', 'terminatingReplicas'] as const;

function statusViolations(status: Partial<ReplicaSetStatus>): Cause[] {
	return [
		...negatives(status, counts),
		...exceeding(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas', 'status.replicas'),
		...exceeding(status, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
	];
}
