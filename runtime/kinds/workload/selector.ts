/** Selectors of workloads: they must match the labels of the pod template. */
import type { PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { LabelSelector } from '../../../generated/types/meta/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { Leniency } from '../../api/hooks.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { selectorOfObject } from '../../select/index.ts';

interface SelectedTemplate {
	readonly selector?: LabelSelector | null;
	readonly template?: PodTemplateSpec;
}

interface SelectorMessages {
	/** Name of the kind in messages. */
	readonly word: string;
	/** Further message for an invalid selector; absent when only its fields are reported. */
	readonly unusable?: string;
}

/** Reports whether the cause is a changed selector, which `v1beta1` of the groups of that time may change. */
export function isSelectorOfOlder({ field, message }: Cause, { version }: Pick<Leniency<unknown>, 'version'>): boolean {
	return version === 'v1beta1' && field === 'spec.selector' && message.includes('field is immutable');
}

export function selectorViolations({ selector, template }: SelectedTemplate, { word, unusable }: SelectorMessages): Cause[] {
	const labels = template?.metadata?.labels ?? {};
	// An absent selector matches no pods.
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

/** Reports whether the selector matches the labels; undefined for an invalid selector, for example with an invalid label value. */
export function choosesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean | undefined {
	try {
		return selectorOfObject(selector as Parameters<typeof selectorOfObject>[0]).matches({ namespace: '', name: '', labels, fields: {} });
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}
