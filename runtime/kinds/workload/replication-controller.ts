/** ReplicationController. It selects pods by labels only. */
import type { ReplicationController, ReplicationControllerSpec, ReplicationControllerStatus } from '../../../generated/types/core/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from './cells.ts';
import { exceeding, negatives } from './counts.ts';
import { mismatch } from './selector.ts';
import { endingViolations, isUnseen, type Templates, templatesOf } from './template-rules.ts';

const path = 'spec.template';

export function replicationControllerHooks(vocabulary: Vocabulary, release: Release): KindHooks<ReplicationController, 'Containers' | 'Images' | 'Selector'> {
	const templates = templatesOf(vocabulary, release);
	// Up to 1.26, warnings on create have the template's path without `spec`.
	const ofNew = compareReleases(release, '1.27') >= 0 ? path : 'template';
	return {
		normalize: takeLabels,
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.template?.spec),
		prepareForUpdate(controller) {
			dropEmptyGroups(controller.spec?.template?.spec);
			// A status write may omit the template.
			takeLabels(controller);
		},
		tolerates: isUnseen,
		validate({ spec = {}, status }, { subresource }) {
			return subresource === 'status' ? statusViolations(status ?? {}) : specViolations(spec, templates);
		},
		updateWarnings: ({ metadata }, old) => (metadata?.generation === old.metadata?.generation ? 'nothing' : 'everything'),
		validateCreate({ metadata, spec }, { warnings }) {
			warnings.push(...templates.nameWarnings(metadata?.name), ...templates.warnings(spec?.template, ofNew));
			return [];
		},
		validateUpdate({ metadata, spec }, old, { subresource, warnings }) {
			if (subresource === '' && metadata?.generation !== old.metadata?.generation) warnings.push(...templates.warnings(spec?.template, path));
			return [];
		},
		cells: ({ spec }) => ({ ...containerCells(spec?.template), Selector: selectorText({ matchLabels: spec?.selector ?? {} }) }),
	};
}

/** Sets absent labels and selector from the template's labels. */
function takeLabels(controller: ReplicationController): void {
	const { metadata = {}, spec } = controller;
	const labels = spec?.template?.metadata?.labels;
	if (spec === undefined || labels === undefined) return;
	if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels };
	if (Object.keys(metadata.labels ?? {}).length === 0) controller.metadata = { ...metadata, labels: { ...labels } };
}

function specViolations({ selector = {}, template, replicas = 1 }: ReplicationControllerSpec, templates: Templates): Cause[] {
	const chosen = Object.entries(selector);
	const unchosen = chosen.length === 0 ? [required('spec.selector')] : [];
	if (template === undefined) return [...unchosen, required(path)];
	const labels = template.metadata?.labels ?? {};
	return [
		...unchosen,
		...(chosen.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value) ? [] : [mismatch(labels)]),
		...templates.violations(template, path),
		...(replicas > 1 ? templates.diskViolations(template, path) : []),
		...endingViolations(template, path, 'ReplicationController'),
	];
}

const counts = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'] as const;

function statusViolations(status: Partial<ReplicationControllerStatus>): Cause[] {
	return [
		...negatives(status, counts),
		...exceeding(status, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'], 'replicas', 'status.replicas'),
		...exceeding(status, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
	];
}
