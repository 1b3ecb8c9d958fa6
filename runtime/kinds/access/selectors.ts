/** Selectors in access reviews, which restrict a list, a watch or a deletecollection (KEP-4601). */
import type { FieldSelectorAttributes, LabelSelectorAttributes, ResourceAttributes } from '../../../generated/types/authorization/v1.ts';
import type { FieldSelectorRequirement } from '../../../generated/types/meta/v1.ts';
import type { SelectorRequirement, Selectors } from '../../api/authorization.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { fieldRequirements, labelRequirements } from '../../select/index.ts';

/** Parsed requirements. `problems`: messages for the status about the others. */
export interface ReviewedSelectors extends Selectors {
	readonly problems: readonly string[];
}

const at = 'spec.resourceAttributes';

/** Parses the selectors of a review; undefined without any. Leaves out invalid requirements: the rest asks for at least as much access. */
export function reviewedSelectors({ fieldSelector, labelSelector }: ResourceAttributes): ReviewedSelectors | undefined {
	if (fieldSelector === undefined && labelSelector === undefined) return undefined;
	const fields = understood(
		fieldSelector,
		fieldRequirements,
		({ operator, values = [] }) => (operator === 'In' || operator === 'NotIn') && values.length === 1,
	);
	const labels = understood(labelSelector, labelRequirements, ({ operator }) => isOperator(operator));
	return {
		fields: fields ?? [],
		labels: labels ?? [],
		problems: [...problem('fieldSelector', fieldSelector, fields), ...problem('labelSelector', labelSelector, labels)],
	};
}

export function selectorCauses({ fieldSelector, labelSelector }: ResourceAttributes): readonly Cause[] {
	const fields = fieldSelector?.requirements ?? [];
	return [
		...formCauses(`${at}.fieldSelector`, fieldSelector),
		...fields.flatMap((requirement, i) => fieldCauses(requirement, `${at}.fieldSelector.requirements[${i}]`)),
		...formCauses(`${at}.labelSelector`, labelSelector),
	];
}

type SelectorAttributes = FieldSelectorAttributes | LabelSelectorAttributes;

function understood(
	selector: SelectorAttributes | undefined,
	parse: (text: string) => readonly SelectorRequirement[] | undefined,
	isKnown: (requirement: FieldSelectorRequirement) => boolean,
): readonly SelectorRequirement[] | undefined {
	const { rawSelector = '', requirements = [] } = selector ?? {};
	if (rawSelector !== '') return parse(rawSelector);
	return requirements.flatMap((requirement) => {
		const { key, operator, values = [] } = requirement;
		return isKnown(requirement) && isOperator(operator) ? [{ key, operator, values }] : [];
	});
}

function problem(name: string, selector: SelectorAttributes | undefined, read: readonly SelectorRequirement[] | undefined): readonly string[] {
	const wanted = selector?.requirements?.length ?? 0;
	if (read !== undefined && read.length >= wanted) return [];
	return [`${at}.${name} ${(read?.length ?? 0) > 0 ? 'partially ' : ''}ignored due to parse error`];
}

function formCauses(path: string, selector: SelectorAttributes | undefined): readonly Cause[] {
	if (selector === undefined) return [];
	const { rawSelector = '', requirements = [] } = selector;
	if (rawSelector !== '' && requirements.length > 0)
		return [invalidValue(`${path}.rawSelector`, rawSelector, 'may not specified at the same time as requirements')];
	if (rawSelector !== '' || requirements.length > 0) return [];
	return [required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`)];
}

function fieldCauses({ key, operator, values = [] }: FieldSelectorRequirement, path: string): readonly Cause[] {
	const causes = key === '' ? [required(`${path}.key`, 'must be specified')] : [];
	if ((operator === 'In' || operator === 'NotIn') && values.length === 0) {
		causes.push(required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
	}
	if ((operator === 'Exists' || operator === 'DoesNotExist') && values.length > 0) {
		causes.push(forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
	}
	return causes;
}

/** Reports whether the operator is known. An unknown one is no error, because newer clients may send it. */
function isOperator(operator: string): operator is SelectorRequirement['operator'] {
	return operator === 'In' || operator === 'NotIn' || operator === 'Exists' || operator === 'DoesNotExist';
}
