/** Selectors as data, and as the text that the server reads. */

/**
 * Of labels: `{ app: 'web', tier: ['front', 'back'], legacy: false, owner: true }` selects what has `app=web`, one of two tiers,
 * no label `legacy` and some label `owner`. Text is sent as it is: `app!=web`.
 */
export type LabelSelector = string | { readonly [label: string]: string | boolean | readonly string[] | { readonly not: string | readonly string[] } };

/** Of the fields that the kind can be selected by, and no others. */
export type FieldSelector<Fields extends string> = { readonly [F in Fields]?: string | { readonly not: string } | undefined };

/** Which objects. */
export interface Selection<Fields extends string = never> {
	readonly labelSelector?: LabelSelector | undefined;
	readonly fieldSelector?: FieldSelector<Fields | 'metadata.name' | 'metadata.namespace'> | undefined;
}

/** As query parameters. */
export function selectionQuery({ labelSelector, fieldSelector }: Selection<string>): { labelSelector?: string; fieldSelector?: string } {
	const labels = labelSelector === undefined ? '' : labelSelectorText(labelSelector);
	const fields = fieldSelector === undefined ? '' : fieldSelectorText(fieldSelector);
	return { ...(labels !== '' && { labelSelector: labels }), ...(fields !== '' && { fieldSelector: fields }) };
}

export function labelSelectorText(selector: LabelSelector): string {
	if (typeof selector === 'string') return selector;
	return Object.entries(selector)
		.map(([label, wanted]) => {
			if (typeof wanted === 'boolean') return wanted ? label : `!${label}`;
			if (typeof wanted === 'string') return `${label}=${wanted}`;
			if (isList(wanted)) return `${label} in (${wanted.join(',')})`;
			return typeof wanted.not === 'string' ? `${label}!=${wanted.not}` : `${label} notin (${wanted.not.join(',')})`;
		})
		.join(',');
}

function fieldSelectorText(selector: FieldSelector<string>): string {
	return Object.entries(selector)
		.flatMap(([field, wanted]) => {
			if (wanted === undefined) return [];
			return typeof wanted === 'string' ? [`${field}=${escaped(wanted)}`] : [`${field}!=${escaped(wanted.not)}`];
		})
		.join(',');
}

/** A value may hold what ends values. */
function escaped(value: string): string {
	return value.replace(/[\\,=]/g, '\\$&');
}

function isList(value: readonly string[] | { readonly not: string | readonly string[] }): value is readonly string[] {
	return Array.isArray(value);
}
