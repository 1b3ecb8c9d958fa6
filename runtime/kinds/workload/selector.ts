/** How what makes pods finds its pods: by a selector of labels, which their template has as well. */
import type { PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { LabelSelector } from '../../../generated/types/meta/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { selectorOfObject } from '../../select/index.ts';

interface Chosen {
	readonly selector?: LabelSelector | null;
	readonly template?: PodTemplateSpec;
}

interface Told {
	/** What messages call the kind. */
	readonly word: string;
	/** Said of a selector that is none, beyond what its fields are blamed for. */
	readonly unusable?: string;
}

export function selectorViolations({ selector, template }: Chosen, { word, unusable }: Told): Cause[] {
	const labels = template?.metadata?.labels ?? {};
	// No selector chooses nothing.
	if (!selector) return [mismatch(labels)];
	const chosen = choosesLabels(selector, labels);
	return [
		...(isEmpty(selector) ? [invalidValue('spec.selector', selector, `empty selector is invalid for ${word}`)] : []),
		...(chosen === undefined && unusable !== undefined ? [invalidValue('spec.selector', selector, unusable)] : []),
		...(chosen === false ? [mismatch(labels)] : []),
	];
}

export function mismatch(labels: Readonly<Record<string, string>>): Cause {
	return invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`');
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
	return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

/** Undefined: it is no selector (its values are no labels, say), and chooses nothing. */
export function choosesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean | undefined {
	try {
		return selectorOfObject(selector as Parameters<typeof selectorOfObject>[0]).matches({ namespace: '', name: '', labels, fields: {} });
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}
