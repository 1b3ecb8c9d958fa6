/** Selectors as data, and their text for the server. */

/**
 * Label selector. `{ app: 'web', tier: ['front', 'back'], legacy: false, owner: true }` selects objects with `app=web`, one of two tiers,
 * no label `legacy` and any label `owner`. A string is sent unchanged: `app!=web`.
 */
export type LabelSelector = string | { readonly [label: string]: string | boolean | readonly string[] | { readonly not: string | readonly string[] } };

/** Field selector. Only selectable fields of the kind are allowed. */
export type FieldSelector<Fields extends string> = { readonly [F in Fields]?: string | { readonly not: string } | undefined };

/** Selection of objects. */
export interface Selection<Fields extends string = never> {
	readonly labelSelector?: LabelSelector | undefined;
	readonly fieldSelector?: FieldSelector<Fields | 'metadata.name' | 'metadata.namespace'> | undefined;
}

/** Returns the selection as query parameters. */
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

/** Escapes characters that would end the value. */
function escaped(value: string): string {
	return value.replace(/[\\,=]/g, '\\$&');
}

function isList(value: readonly string[] | { readonly not: string | readonly string[] }): value is readonly string[] {
	return Array.isArray(value);
}
