/** How what makes pods finds its pods: by a selector of labels, which their template has as well. */
import type { PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { LabelSelector } from '../../../generated/types/meta/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, invalidValue } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { checkLabelValue } from '../../scalars/formats.ts';
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
	readonly release: Release;
}

export function selectorViolations({ selector, template }: Chosen, { word, unusable, release }: Told): Cause[] {
	const labels = template?.metadata?.labels ?? {};
	// No selector chooses nothing.
	if (!selector) return [mismatch(labels)];
	const chosen = choosesLabels(selector, labels);
	return [
		...valueViolations(selector, 'spec.selector', release),
		...(isEmpty(selector) ? [invalidValue('spec.selector', selector, `empty selector is invalid for ${word}`)] : []),
		...(chosen === undefined && unusable !== undefined ? [invalidValue('spec.selector', selector, unusable)] : []),
		...(chosen === false ? [mismatch(labels)] : []),
	];
}

/** Values that no label has: releases since 1.26 blame them. */
export function valueViolations({ matchExpressions = [] }: LabelSelector, path: string, release: Release): Cause[] {
	if (compareReleases(release, '1.26') < 0) return [];
	return matchExpressions.flatMap(({ values = [] }, index) =>
		values.flatMap((value, at) => checkLabelValue(value).map((why) => invalidValue(`${path}.matchExpressions[${index}].values[${at}]`, value, why))),
	);
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
