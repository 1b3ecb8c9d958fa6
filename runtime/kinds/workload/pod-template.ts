/** PodTemplate: a stored pod template. Updates of the template have the warnings of a create. */
import type { PodTemplate } from '../../../generated/types/core/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { JsonObject, Release } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from './cells.ts';
import { isUnseen, templatesOf } from './template-rules.ts';

const path = 'template';

export function podTemplateHooks(vocabulary: Vocabulary, release: Release): KindHooks<PodTemplate, 'Containers' | 'Images' | 'Pod Labels'> {
	const templates = templatesOf(vocabulary, release);
	const isChanged = ({ template }: PodTemplate, { template: old }: PodTemplate): boolean =>
		!deepEqual((template ?? {}) as JsonObject, (old ?? {}) as JsonObject);
	return {
		prepareForCreate(object) {
			dropEmptyGroups(object.template?.spec);
			object.metadata = { ...object.metadata, generation: 1 };
		},
		prepareForUpdate(object, old) {
			dropEmptyGroups(object.template?.spec);
			const before = Number(old.metadata?.generation ?? 0);
			object.metadata = { ...object.metadata, generation: isChanged(object, old) ? before + 1 : before };
		},
		tolerates: isUnseen,
		validate: ({ template }) => templates.violations(template, path),
		updateWarnings: (object, old) => (isChanged(object, old) ? 'everything' : 'nothing'),
		validateCreate({ template }, { warnings }) {
			warnings.push(...templates.warnings(template, path));
			return [];
		},
		validateUpdate(object, old, { warnings }) {
			if (isChanged(object, old)) warnings.push(...templates.warnings(object.template, path));
			return [];
		},
		cells: ({ template }) => ({ ...containerCells(template), 'Pod Labels': selectorText({ matchLabels: template?.metadata?.labels ?? {} }) }),
	};
}
