/** Names by which a command line accepts a kind, in upper or lower case. */

export interface NamedKind {
	readonly kind: string;
	/** Empty for the core group. */
	readonly group: string;
	/** Undefined where it is not known. */
	readonly plural?: string | undefined;
}

/** The accepted forms, for help texts. */
export const kindNameForms = 'Widget, widgets, example.com/Widget or widgets.example.com (core/ConfigMap in the core group)';

export function isNamedKind(name: string, { kind, group, plural }: NamedKind): boolean {
	const qualified = group === '' ? [`core/${kind}`] : [`${group}/${kind}`, ...(plural === undefined ? [] : [`${plural}.${group}`])];
	return [kind, plural, ...qualified].some((form) => form?.toLowerCase() === name.toLowerCase());
}
